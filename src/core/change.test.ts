// What a change means for a list and its total: whether it could be another one now, and by how many records.
import { expect, test } from 'vitest';
import { registry } from '../models/registry.js';
import { concerns, difference, linkedTables } from './change.js';
import { all, any, either, everything, is, linked, mentioning, not, referenced } from './condition.js';
import type { Change, Values } from './store.js';

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
  expect([difference(published, by), concerns(published, by)]).toEqual([total, isConcerned]);
});

test('the id of the record can be asked for', () => {
  expect([difference(is('id', 5), change({}, undefined)), difference(is('id', 6), change({}, undefined))]).toEqual([
    -1, 0,
  ]);
  expect([concerns(is('id', 5), change({}, {})), concerns(is('id', 6), change({}, {}))]).toEqual([true, false]);
});

test('the tables behind a condition are found at any depth', () => {
  const event = registry.named('event');
  const tablesOf = (condition: Parameters<typeof linkedTables>[0], table = event) => [
    ...linkedTables(condition, table, registry),
  ];
  const venues = linked('event_venues', published);
  expect(tablesOf(all(published, everything))).toEqual([]);
  expect(tablesOf(venues)).toEqual(['venues']);
  expect(tablesOf(not(venues))).toEqual(['venues']);
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
