// Limits the records that the month view shows per day and the other grids beside each other, and counts the others. The calendar library forces one layout per
// element, so that the number of elements must depend on the number of days only. Pure.
import { plus } from '../widgets/wall-clock';

/** Days from `start` to `last`, inclusive, `YYYY-MM-DD`. */
export interface DaySpan {
  readonly start: string;
  readonly last: string;
}

export interface DayLimit<T> {
  readonly shown: ReadonlySet<T>;
  /** Number of hidden records by day. */
  readonly more: ReadonlyMap<string, number>;
}

/** The days of an event. An end at midnight belongs to the day before, unless the event has no duration. */
export const spanOf = (from: string, to: string): DaySpan => ({
  start: from.slice(0, 10),
  last: (to > from ? plus(to, -1) : from).slice(0, 10),
});

const nextDay = (day: string): string => plus(`${day} 00:00:00`, 86_400).slice(0, 10);

/** The days of a record within the visible `days`: a record may last for years. */
function daysOf({ start, last }: DaySpan, days: DaySpan): readonly string[] {
  const result: string[] = [];
  const until = last < days.last ? last : days.last;
  for (let day = start > days.start ? start : days.start; day <= until; day = nextDay(day)) result.push(day);
  return result;
}

/** In the order given; a record is shown if each of its days has fewer than `maxPerDay`. */
export function limitPerDay<T extends DaySpan>(records: readonly T[], days: DaySpan, maxPerDay: number): DayLimit<T> {
  const shown = new Set<T>();
  const [counts, more] = [new Map<string, number>(), new Map<string, number>()];
  const add = (map: Map<string, number>, day: string) => map.set(day, (map.get(day) ?? 0) + 1);
  for (const record of records) {
    const held = daysOf(record, days);
    const fits = held.every((day) => (counts.get(day) ?? 0) < maxPerDay);
    if (fits) shown.add(record);
    for (const day of held) add(fits ? counts : more, day);
  }
  return { shown, more };
}

/** Wall-clock times, `YYYY-MM-DD HH:MM:SS`. */
export interface TimeSpan {
  readonly from: string;
  readonly to: string;
}

export interface HiddenGroup extends TimeSpan {
  readonly count: number;
}

export interface OverlapLimit<T> {
  readonly shown: ReadonlySet<T>;
  /** Overlapping hidden records, counted together. */
  readonly more: readonly HiddenGroup[];
}

/** At most `maxColumns` beside each other, the last of which is the count of the others. */
export function limitOverlap<T extends TimeSpan>(records: readonly T[], maxColumns: number): OverlapLimit<T> {
  const shown = new Set<T>();
  const groups: { from: string; to: string; records: T[] }[] = [];
  let active: readonly T[] = [];
  for (const record of records.toSorted((one, other) => one.from.localeCompare(other.from))) {
    active = active.filter(({ to }) => to > record.from);
    if (active.length < maxColumns - 1) {
      shown.add(record);
      active = [...active, record];
      continue;
    }
    const last = groups.at(-1);
    if (last && last.to > record.from) {
      last.records.push(record);
      if (record.to > last.to) last.to = record.to;
    } else groups.push({ from: record.from, to: record.to, records: [record] });
  }
  // The count of a single record would take the place of that record.
  for (const { records: hidden } of groups) if (hidden.length === 1) for (const one of hidden) shown.add(one);
  const more = groups.filter(({ records: hidden }) => hidden.length > 1);
  return { shown, more: more.map(({ from, to, records: hidden }) => ({ from, to, count: hidden.length })) };
}
