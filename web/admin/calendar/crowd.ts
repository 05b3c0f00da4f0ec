// Days with many records in the month view: a few of them and a count of the others, so that the number of elements
// that the calendar measures (one forced layout each) is bound by the number of days. Pure.
import { plus } from '../widgets/wall-clock';

/** Days from `start` up to and with the last one, `YYYY-MM-DD`. */
export interface Spanning {
  readonly start: string;
  readonly last: string;
}

export interface Crowd<T> {
  readonly shown: ReadonlySet<T>;
  /** How many more each day has. */
  readonly more: ReadonlyMap<string, number>;
}

const nextDay = (day: string): string => plus(`${day} 00:00:00`, 86_400).slice(0, 10);

/** `days` limits records that last long to what is on screen. */
function daysOf({ start, last }: Spanning, days: Spanning): readonly string[] {
  const held: string[] = [];
  const until = last < days.last ? last : days.last;
  for (let day = start > days.start ? start : days.start; day <= until; day = nextDay(day)) held.push(day);
  return held;
}

/** In the order given; a record is shown when each of its days has room for it. */
export function crowdOf<T extends Spanning>(records: readonly T[], days: Spanning, mostPerDay: number): Crowd<T> {
  const shown = new Set<T>();
  const [counts, more] = [new Map<string, number>(), new Map<string, number>()];
  const add = (map: Map<string, number>, day: string) => map.set(day, (map.get(day) ?? 0) + 1);
  for (const record of records) {
    const held = daysOf(record, days);
    const fits = held.every((day) => (counts.get(day) ?? 0) < mostPerDay);
    if (fits) shown.add(record);
    for (const day of held) add(fits ? counts : more, day);
  }
  return { shown, more };
}
