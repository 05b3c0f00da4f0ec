// Matches the occurrences of a series with the dates of a new rule, so that they keep their ids. Pure.
import { plusSeconds } from '../../../core/time/clock.js';
import type { ExtraDate } from '../../../core/time/recurrence.js';
import { dayOf, type OccurrenceRow } from './rows.js';

export interface Matched {
  readonly kept: readonly { readonly row: OccurrenceRow; readonly date: ExtraDate }[];
  readonly added: readonly ExtraDate[];
  /** Occurrences that the new rule does not have. */
  readonly left: readonly OccurrenceRow[];
}

/**
 * By equal start first, then where one occurrence and one date are left over on the same day, then by the move of the whole
 * series: every Thursday that becomes every Friday keeps its ids.
 */
export function matchDates(rows: readonly OccurrenceRow[], dates: readonly ExtraDate[], moveSeconds = 0): Matched {
  const byStart = new Map(rows.map((row) => [row.original_start, row]));
  const kept: { row: OccurrenceRow; date: ExtraDate }[] = [];
  const open: ExtraDate[] = [];
  for (const date of dates) {
    const row = byStart.get(date.start);
    if (row) kept.push({ row, date });
    else open.push(date);
    byStart.delete(date.start);
  }
  const rowOfDay = onlyOfDay([...byStart.values()], (row) => dayOf(row.original_start));
  const dateOfDay = onlyOfDay(open, ({ start }) => dayOf(start));
  for (const [day, date] of dateOfDay) {
    const row = rowOfDay.get(day);
    if (!row) continue;
    kept.push({ row, date });
    byStart.delete(row.original_start);
  }
  const matched = new Set(kept.map(({ date }) => date));
  const byMovedStart = new Map([...byStart.values()].map((row) => [plusSeconds(row.original_start, moveSeconds), row]));
  for (const date of open) {
    const row = byMovedStart.get(date.start);
    if (!row || matched.has(date)) continue;
    kept.push({ row, date });
    matched.add(date);
    byStart.delete(row.original_start);
  }
  return { kept, added: open.filter((date) => !matched.has(date)), left: [...byStart.values()] };
}

/** The items that are alone on their day. */
function onlyOfDay<Item>(items: readonly Item[], day: (item: Item) => string): ReadonlyMap<string, Item> {
  const found = new Map<string, Item>();
  const several = new Set<string>();
  for (const item of items) {
    if (found.has(day(item))) several.add(day(item));
    found.set(day(item), item);
  }
  for (const one of several) found.delete(one);
  return found;
}
