// Numbers of the occurrences that share a day: their URLs end in `/2027-05-04/1/` and `/2027-05-04/2/`.

import { all, any, begins, is, not } from '../../../core/condition.js';
import type { WriteContext } from '../../../core/context.js';
import { groupBy } from '../../../core/group-by.js';
import type { Model } from '../../../core/model.js';
import type { ExtraDate } from '../../../core/time/recurrence.js';
import { dayOf, occurrencesOf } from './rows.js';

/** Beyond this many days all occurrences are read at once. */
const maxSingleDays = 50;

/** Renumbers the occurrences of these days: 0 for the only one, else 1, 2, … in order. */
export async function numberDays(
  context: Pick<WriteContext, 'store'>,
  model: Model,
  series: number,
  days: ReadonlySet<string>,
): Promise<void> {
  if (days.size === 0) return;
  const where = days.size > maxSingleDays ? all() : any(...[...days].map((day) => begins('start_date', day)));
  const rows = await occurrencesOf(context, series, all(not(is('status', 'trash')), where));
  const ofDay = groupBy(rows, (row) => dayOf(row.start_date));
  const wrong = [...days].flatMap((day) =>
    (ofDay.get(day) ?? [])
      .sort((one, other) => one.start_date.localeCompare(other.start_date) || one.id - other.id)
      .map((row, at, all) => ({ row, day_number: all.length === 1 ? 0 : at + 1 }))
      .filter(({ row, day_number }) => row.day_number !== day_number),
  );
  if (wrong.length === 0) return;
  await context.store.updateEach(
    model,
    wrong.map(({ row, day_number }) => ({ id: row.id, values: { day_number } })),
  );
}

/** The days of new dates that already had an occurrence, or get several. */
export const daysWithSeveral = (dates: readonly ExtraDate[], numbers: readonly number[]): ReadonlySet<string> =>
  new Set(dates.filter((_, at) => (numbers[at] ?? 0) > 0).map(({ start }) => dayOf(start)));
