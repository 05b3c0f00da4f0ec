// What a change means for a list and its total: whether it could be another one now, and by how many records.
import { expect, test } from 'vitest';
import { registry } from '../models/registry.js';
import { concerns, difference, linkedTables } from './change.js';
import {
  all,
  any,
  type Condition,
  either,
  everything,
  firstOf,
  is,
  linked,
  matching,
  mentioning,
  not,
  referenced,
} from './condition.js';
import type { Change, Values } from './store.js';

const event = registry.named('event');
const published = is('status', 'publish');
const publish = { status: 'publish' };
const draft = { status: 'draft' };
const unknown = { title: 'a' };

const change = (before: Values | undefined, after: Values | undefined, id = 5): Change => ({
  table: 'events',
  id,
  ...(before && { before }),
  ...(after && { after }),
});

test.each<[string, Change, number | undefined, boolean]>([
  ['a record joins', change(draft, publish), 1, true],
  ['a record leaves', change(publish, draft), -1, true],
  ['a record is created in it', change(undefined, publish), 1, true],
  ['a record is created outside', change(undefined, draft), 0, false],
  ['a record in it is deleted', change(publish, undefined), -1, true],
  ['a record outside is deleted', change(draft, undefined), 0, false],
  ['a record in it changes', change(publish, publish), 0, true],
  ['a record outside changes', change(draft, draft), 0, false],
  ['its former values are unknown', change(unknown, draft), undefined, true],
  ['its new values are unknown', change(draft, unknown), undefined, true],
  ['nothing is known of the record', change(undefined, undefined), undefined, true],
  ['any record of the table may have changed', change(draft, draft, 0), undefined, true],
])('when %s', (_, by, total, isConcerned) => {
  expect([difference(published, by, event), concerns(published, by, event)]).toEqual([total, isConcerned]);
});

test('the id of the record can be asked for', () => {
  const [removed, changed] = [change({}, undefined), change({}, {})];
  expect([5, 6].map((id) => difference(is('id', id), removed, event))).toEqual([-1, 0]);
  expect([5, 6].map((id) => concerns(is('id', id), changed, event))).toEqual([true, false]);
});

test.each<[string, Condition, boolean]>([
  ['a flag', published, false],
  ['the listing class', is('listing', 0), false],
  ['words', all(published, matching(['fair'])), true],
  ['words of linked records', not(mentioning(['fair'], [])), true],
  ['a link', any(published, linked('event_venues', everything)), true],
  ['a title', either(is('title_key', 'fair')), true],
  ['the first by words', firstOf('series', 'start_date', matching(['fair'])), true],
  ['the first by date', all(is('listing', 0), firstOf('series', 'start_date', published)), false],
])('a change of a content row affects a list by %s only if that reads content', (_, condition, isAffected) => {
  const master = { status: 'draft', listing: 2, series: 0 };
  const by = { ...change(master, master), content: true } as const;
  const where = all(is('listing', 0), condition);
  expect([difference(where, by, event), concerns(where, by, event)]).toEqual(
    isAffected ? [undefined, true] : [0, false],
  );
  // Tables whose rows always have their own content read nothing else.
  expect(concerns(where, by, { ...event, content: undefined } as never)).toBe(false);
  expect(concerns(where, by, event, true)).toBe(true);
});

test('a record that becomes a content row leaves the lists that it was in', () => {
  const by = { ...change({ ...publish, listing: 0 }, { ...publish, listing: 2 }), content: true } as const;
  const where = all(published, is('listing', 0));
  expect([difference(where, by, event), concerns(where, by, event)]).toEqual([-1, true]);
});

test('the tables behind a condition are found at any depth', () => {
  const tablesOf = (condition: Parameters<typeof linkedTables>[0], table = event) => [
    ...linkedTables(condition, table, registry),
  ];
  const venues = linked('event_venues', published);
  expect(tablesOf(all(published, everything))).toEqual([]);
  expect(tablesOf(venues)).toEqual(['venues']);
  expect(tablesOf(not(venues))).toEqual(['venues']);
  expect(tablesOf(firstOf('series', 'start_date', venues))).toEqual(['venues']);
  expect(tablesOf(all(published, any(published, venues)))).toEqual(['venues']);
  expect(tablesOf(either(published, linked('event_tags', published)))).toEqual(['tags']);
  const texts = [
    { link: 'event_venues', other: everything },
    { link: 'event_organizers', other: linked('event_organizers', everything) },
  ];
  expect(tablesOf(mentioning(['a'], texts as never)).sort()).toEqual(['events', 'organizers', 'venues']);
  // From the other end of the link, and through a reference from another table.
  expect(tablesOf(venues, registry.named('venue'))).toEqual(['events']);
  expect(tablesOf(linked('event_venues', linked('event_tags', published)), registry.named('venue'))).toEqual([
    'events',
    'tags',
  ]);
  expect(tablesOf(referenced('venue', 'image', linked('event_venues', everything)), registry.named('media'))).toEqual([
    'venues',
    'events',
  ]);
});
