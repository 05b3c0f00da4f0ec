// Plans and inserts the occurrences of a series up to the horizon.
import type { Call } from '../../../core/call.js';
import { blankValues } from '../../../core/column.js';
import { all, since, until } from '../../../core/condition.js';
import type { WriteContext } from '../../../core/context.js';
import type { Model } from '../../../core/model.js';
import { invalidParam } from '../../../core/problem.js';
import type { Row } from '../../../core/store.js';
import { endOfDay, plusMonths, plusSeconds, startOfDay, type Wall } from '../../../core/time/clock.js';
import { datesOf, type ExtraDate } from '../../../core/time/recurrence.js';
import { toWall } from '../../../core/time/zone.js';
import { type EventRow, eventColumns } from '../columns.js';
import { settlePreviousStart } from '../previous-start.js';
import type { SeriesRule } from '../series-rule.js';
import { daysWithSeveral, numberDays } from './days.js';
import { datesAt, dayOf, inheritedValues, occurrencesOf } from './rows.js';

/** Of one request. */
const maxRows = 10_000;
/** Lists show two years by default, so at least these months are always complete. */
const minMonths = 25;
/** Rows that are prepared at once, so that other requests are answered between two batches. */
const batchSize = 50;

export interface Planned {
  readonly dates: readonly ExtraDate[];
  /** The last moment that is planned; empty if the rule has no later date. */
  readonly horizon: Wall | '';
}

/** The end of the day in this many months, from now or from a later start. */
const endIn = (months: number, { start }: SeriesRule, zone: string, { now }: Call): Wall =>
  endOfDay(plusMonths([toWall(now, zone), start].sort()[1] ?? start, months));

/** All dates of a series up to the horizon. */
export function planDates(rule: SeriesRule, zone: string, call: Call): Planned {
  const planned = datesUntil(rule, endIn(call.site.recurrenceMonths, rule, zone, call), maxRows);
  if (planned.horizon !== '' && planned.horizon < endIn(minMonths, rule, zone, call))
    throw invalidParam('recurrence', `The rule has more than ${maxRows} dates. Use a rule with fewer dates or an end.`);
  return planned;
}

/** Of one run of the job. */
const maxNext = 500;

/** The next dates after the horizon of a series. */
export function planNext(rule: SeriesRule, zone: string, call: Call, horizon: Wall): Planned {
  const to = endIn(call.site.recurrenceMonths, rule, zone, call);
  return datesUntil(rule, to, maxNext, plusSeconds(horizon, 1));
}

/** At most this many, of whole days: the numbers of a day are assigned at once. */
function datesUntil(rule: SeriesRule, to: Wall, most: number, from = ''): Planned {
  const dates = [...datesOf(rule, rule.start, { from, to, limit: most + 1 })];
  const next = dates[most];
  if (!next) return { dates, horizon: hasDateAfter(rule, to) ? to : '' };
  const whole = dates.filter(({ start }) => dayOf(start) < dayOf(next.start));
  const planned = whole.length > 0 ? whole : [...datesOf(rule, rule.start, { from, to: endOfDay(next.start) })];
  return { dates: planned, horizon: endOfDay(planned.at(-1)?.start ?? next.start) };
}

function hasDateAfter(rule: SeriesRule, moment: Wall): boolean {
  const [next] = datesOf(rule, rule.start, { from: plusSeconds(moment, 1), limit: 1 });
  return next !== undefined;
}

/** More than one: clocks that change can bring neighbouring dates into another order. */
const outlineSize = 10;

/** The dates that a response reads: the first, the next and the last ones. */
export function outlineOf(dates: readonly ExtraDate[], now: Wall): readonly ExtraDate[] {
  const next = dates.findIndex(({ start }) => start >= now);
  const read = [0, next, dates.length - 1];
  return dates.filter((_, at) => read.some((one) => Math.abs(one - at) < outlineSize));
}

/** The columns of a slim row that it reads from its master, and those that only other rows have. */
const blank = blankValues(eventColumns);

export interface NewDate {
  readonly id: number;
  readonly date: ExtraDate;
  readonly slugNumber: number;
}

/** The slim rows of new dates. */
export function slimRows(master: EventRow, dates: readonly NewDate[], now: string): readonly Row[] {
  const { event_status, timezone, all_day } = master;
  const common = {
    ...blank,
    ...inheritedValues(master),
    series: master.id,
    content_id: master.id,
    modified_utc: now,
    version: 1,
  };
  return dates.map(({ id, date, slugNumber }) => {
    const times = datesAt(date, master);
    return {
      ...common,
      ...times,
      id,
      original_start: date.start,
      slug_number: slugNumber,
      previous_start: settlePreviousStart(undefined, { ...times, event_status, timezone, all_day }),
    };
  });
}

/** Inserts slim rows for these dates. Returns their ids in the order of the dates. */
export async function addOccurrences(
  { store, call, charge }: WriteContext,
  model: Model,
  master: EventRow,
  dates: readonly ExtraDate[],
): Promise<readonly number[]> {
  await charge?.(dates.length);
  const numbers = await slugNumbers({ store }, master.id, dates);
  const ids: number[] = [];
  for (let from = 0; from < dates.length; from += batchSize) {
    const batch = dates.slice(from, from + batchSize);
    const taken = await store.takeIds(model, batch.length);
    const added = batch.map((date, at) => ({ date, id: taken[at] ?? 0, slugNumber: numbers[from + at] ?? 0 }));
    await store.insertAll(model, slimRows(master, added, call.now));
    ids.push(...taken);
  }
  await numberDays({ store }, model, master.id, daysWithSeveral(dates, numbers));
  return ids;
}

/** The second occurrence of a day has the number 2 in its slug, and so on; the first has none. */
async function slugNumbers(
  context: Pick<WriteContext, 'store'>,
  series: number,
  dates: readonly ExtraDate[],
): Promise<readonly number[]> {
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return [];
  const between = all(since('original_start', startOfDay(first.start)), until('original_start', endOfDay(last.start)));
  const used = new Map<string, Set<number>>();
  const usedOn = (wall: Wall): Set<number> => {
    const numbers = used.get(dayOf(wall)) ?? new Set();
    used.set(dayOf(wall), numbers);
    return numbers;
  };
  for (const row of await occurrencesOf(context, series, between)) usedOn(row.original_start).add(row.slug_number);
  return dates.map(({ start }) => {
    const taken = usedOn(start);
    let number = 0;
    while (taken.has(number)) number = number === 0 ? 2 : number + 1;
    taken.add(number);
    return number;
  });
}
