// Which changes invalidate a response, given the queries that it was made from.
import { describe, expect, test } from 'vitest';
import { all, type Condition, everything, hasSlug, is, linked, matching, not, oneOf } from '../core/condition.js';
import type { Change, Values } from '../core/store.js';
import { registry } from '../models/registry.js';
import { dependenciesOf } from './dependencies.js';
import { openRecentChanges } from './recent-changes.js';
import type { RecordedQuery } from './recorder.js';

const event = registry.named('event');
const published = is('status', 'publish');

/** A query on events with the rows that it found. */
const query = (where: Condition, more: Partial<RecordedQuery> = {}): RecordedQuery => ({
  table: event,
  where,
  order: [],
  embeds: [],
  rows: [],
  ...more,
});
const embeds = [{ field: 'venue', visible: published }] as unknown as RecordedQuery['embeds'];

const change = (table: string, id: number, before?: Values, after?: Values): Change => ({
  table,
  id,
  ...(before && { before }),
  ...(after && { after }),
});
const draft = { status: 'draft' };
const publish = { status: 'publish' };

type Effect = 'invalidates' | 'leaves';

/** Whether a response of these queries is invalidated by a change. */
function isInvalidated(queries: readonly RecordedQuery[], by: Change): boolean {
  const changes = openRecentChanges();
  changes.add(by);
  const dependencies = dependenciesOf(registry, queries);
  expect(changes.concern(dependencies, changes.number())).toBe(false);
  return changes.concern(dependencies, 0);
}

describe('a response that read one record', () => {
  const byId = [query(all(published, is('id', 7)), { rows: [{ id: 7 }] })];

  test.each<[string, Effect, Change]>([
    ['a change of the record', 'invalidates', change('events', 7, publish, publish)],
    ['its removal', 'invalidates', change('events', 7, publish)],
    ['a change of another record', 'leaves', change('events', 8, draft, publish)],
    ['a record with the same id in another table', 'leaves', change('venues', 7, publish, publish)],
    ['a change of another record with unknown values', 'leaves', change('events', 8)],
    ['an unknown change of the table', 'invalidates', change('events', 0)],
    ['an unknown change of another table', 'leaves', change('venues', 0)],
  ])('by id: %s %s it', (_, effect, by) => {
    expect(isInvalidated(byId, by)).toBe(effect === 'invalidates');
  });

  test('by id depends on a record that was not found', () => {
    expect(isInvalidated([query(is('id', 7))], change('events', 7, undefined, publish))).toBe(true);
    expect(isInvalidated([query(is('id', 7))], change('events', 8, undefined, publish))).toBe(false);
    expect(isInvalidated([query(oneOf('id', [7, 8]))], change('events', 8, undefined, publish))).toBe(true);
    expect(isInvalidated([query(oneOf('id', [7, 8]))], change('events', 9, undefined, publish))).toBe(false);
    expect(isInvalidated([query(oneOf('id', [7, 8]))], change('events', 9))).toBe(false);
  });

  test('by slug depends on every record that has or had the slug, in any language', () => {
    const bySlug = [query(all(published, hasSlug(['fair'])))];
    const named = (slug: string, translated?: string) => ({
      ...draft,
      slug,
      ...(translated && { translations: { fr: { slug: translated } } }),
    });
    expect(isInvalidated(bySlug, change('events', 9, undefined, named('fair')))).toBe(true);
    expect(isInvalidated(bySlug, change('events', 9, named('fair'), named('other')))).toBe(true);
    expect(isInvalidated(bySlug, change('events', 9, named('one', 'fair'), named('one')))).toBe(true);
    expect(isInvalidated(bySlug, change('events', 9, named('one'), named('two')))).toBe(false);
    expect(isInvalidated(bySlug, change('venues', 9, named('fair'), named('fair')))).toBe(false);
  });

  test('with the content of another record depends on that record too', () => {
    const occurrence = [query(is('id', 7), { rows: [{ id: 7, content_id: 3 }] })];
    expect(isInvalidated(occurrence, change('events', 3, publish, publish))).toBe(true);
    expect(isInvalidated(occurrence, change('events', 4, publish, publish))).toBe(false);
    expect(isInvalidated(occurrence, change('venues', 3, publish, publish))).toBe(false);
  });

  test('by another comparison of ids is a list', () => {
    const range: Condition = { is: 'compared', column: 'id', by: '<', value: 7 };
    expect(isInvalidated([query(range)], change('events', 6, undefined, publish))).toBe(true);
    expect(isInvalidated([query(range)], change('events', 7, undefined, publish))).toBe(false);
    expect(isInvalidated([query(is('status', 7))], change('events', 7, undefined, publish))).toBe(false);
    expect(isInvalidated([query(oneOf('status', [7]))], change('events', 7, undefined, publish))).toBe(false);
  });
});

describe('a response that read a list', () => {
  const list = [query(published, { rows: [{ id: 1 }] })];

  test.each<[string, Effect, Change]>([
    ['a record that joins it', 'invalidates', change('events', 5, draft, publish)],
    ['a record that leaves it from another page', 'invalidates', change('events', 5, publish, draft)],
    ['a new record', 'invalidates', change('events', 5, undefined, publish)],
    ['a removed record', 'invalidates', change('events', 5, publish)],
    ['a record that was and stays outside', 'leaves', change('events', 5, draft, draft)],
    ['a record that it shows', 'invalidates', change('events', 1, draft, draft)],
    ['a record whose values are not known', 'invalidates', change('events', 5)],
    ['a record that cannot be judged', 'invalidates', change('events', 5, { title: 'a' }, { title: 'b' })],
  ])('%s %s it', (_, effect, by) => {
    expect(isInvalidated(list, by)).toBe(effect === 'invalidates');
  });

  test('depends on each of its lists of one table', () => {
    const two = [query(is('status', 'private')), query(published), query(is('status', 'pending'))];
    for (const status of ['private', 'publish', 'pending']) {
      expect(isInvalidated(two, change('events', 5, draft, { status }))).toBe(true);
    }
    expect(isInvalidated(two, change('events', 5, draft, { status: 'trash' }))).toBe(false);
  });

  test('depends on every record of a table that its condition reaches through a link', () => {
    const through = [query(all(published, not(linked('event_venues', is('city', 'Oakton')))))];
    expect(isInvalidated(through, change('venues', 3, publish, publish))).toBe(true);
    expect(isInvalidated(through, change('organizers', 3, publish, publish))).toBe(false);
  });
});

describe('a response that shows linked records', () => {
  const shown = [query(is('id', 7), { rows: [{ id: 7, venue: [{ id: 3 }] }], embeds })];

  test.each<[string, Effect, Change]>([
    ['a change of the linked record', 'invalidates', change('venues', 3, publish, publish)],
    ['one that becomes visible', 'invalidates', change('venues', 4, draft, publish)],
    ['one that is hidden', 'invalidates', change('venues', 4, publish, draft)],
    ['another one that stays visible', 'leaves', change('venues', 4, publish, { ...publish, city: 'Oakton' })],
    ['another one that stays hidden', 'leaves', change('venues', 4, draft, { status: 'trash' })],
    ['one whose visibility is not known', 'invalidates', change('venues', 4, { city: 'a' }, { city: 'b' })],
    ['one that has not changed', 'leaves', change('venues', 4, { city: 'a' }, { city: 'a' })],
    ['another one that is deleted', 'leaves', change('venues', 4, publish)],
    ['a new one, which nothing links to yet', 'leaves', change('venues', 4, undefined, publish)],
    ['an unknown change of their table', 'invalidates', change('venues', 0)],
  ])('%s %s it', (_, effect, by) => {
    expect(isInvalidated(shown, by)).toBe(effect === 'invalidates');
  });

  test('does not depend on the visibility of other tables', () => {
    expect(isInvalidated(shown, change('organizers', 3, draft, publish))).toBe(false);
  });
});

test('an entry depends on all that its parts depend on, each once', () => {
  const part = (id: number) =>
    dependenciesOf(registry, [query(is('id', id), { rows: [{ id, venue: [{ id: 3 }] }], embeds })]);
  const joined = dependenciesOf(registry, [], ['tags'], [part(1), part(2)]);
  const concerned = (by: Change) => {
    const changes = openRecentChanges();
    changes.add(by);
    return changes.concern(joined, 0);
  };
  expect([1, 2, 3].map((id) => concerned(change('events', id)))).toEqual([true, true, false]);
  expect([concerned(change('tags', 5)), concerned(change('venues', 3)), concerned(change('venues', 4))]).toEqual([
    true,
    true,
    false,
  ]);
  expect(joined.get('venues')).toMatchObject({ records: [3], embedded: [published], isWhole: false });
});

describe('an entry that was not asked for', () => {
  const concernAfter = (queries: readonly RecordedQuery[], count: number, id: (at: number) => number) => {
    const changes = openRecentChanges();
    const dependencies = dependenciesOf(registry, queries);
    changes.add(change('venues', 1));
    const since = changes.number();
    for (let at = 1; at <= count; at++) changes.add(change('events', id(at), draft, draft));
    changes.add(change('venues', 2));
    return changes.concern(dependencies, since);
  };

  test('is compared with a thousand changes, if it is a list', () => {
    const list = [query(published)];
    expect([1_000, 1_001].map((count) => concernAfter(list, count, () => 9))).toEqual([false, true]);
  });

  test('is compared with the changes of ten thousand records, if it is of records', () => {
    const record = [query(is('id', 5), { rows: [{ id: 5 }] })];
    expect([10_000, 10_001].map((count) => concernAfter(record, count, (at) => at + 9))).toEqual([false, true]);
    expect(concernAfter(record, 20_000, (at) => 9 + (at % 2))).toBe(false);
  });

  test('is outdated once anything may have changed', () => {
    const changes = openRecentChanges();
    changes.add(change('venues', 1));
    changes.addUnknown();
    const none = dependenciesOf(registry, []);
    expect([changes.concern(none, 1), changes.concern(none, changes.number())]).toEqual([true, false]);
  });
});

test('a change of a content row invalidates the lists that are found or sorted by content', () => {
  const master = { ...publish, listing: 2 };
  const by: Change = { ...change('events', 3, master, master), content: true };
  const listed = all(published, is('listing', 0));
  const order = (column: string) => ({ order: [{ column }, { column: 'id' }] });
  expect(isInvalidated([query(listed, order('start_date'))], by)).toBe(false);
  expect(isInvalidated([query(listed, order('title_key'))], by)).toBe(true);
  expect(isInvalidated([query(all(listed, matching(['fair'])), order('start_date'))], by)).toBe(true);
  expect(isInvalidated([query(all(listed, linked('event_venues', everything)))], by)).toBe(true);
  expect(isInvalidated([query(listed, { rows: [{ id: 9, content_id: 3 }] })], by)).toBe(true);
  expect(isInvalidated([query(listed, { rows: [{ id: 9, content_id: 9 }] })], by)).toBe(false);
});
