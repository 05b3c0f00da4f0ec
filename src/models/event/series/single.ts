// Occurrences that leave their series: they get content of their own and keep their id.
import type { WriteContext } from '../../../core/context.js';
import type { Given } from '../../../core/field.js';
import type { Effects, Model } from '../../../core/model.js';
import { toWall } from '../../../core/time/zone.js';
import { type EventRow, noSeries } from '../columns.js';
import { settlePreviousStart } from '../previous-start.js';
import { shownSequence } from '../sequence.js';
import { eraseOccurrences } from './dates.js';
import type { SeriesWrites } from './master.js';
import { datesBetween, isDetached, type OccurrenceRow, occurrencesOf } from './rows.js';
import { derivedSlugs } from './slugs.js';

/** The rule was removed: past and changed occurrences become single events, with `keep=all` every one. The former master
 * takes the first date. */
export async function becomeSingle(
  context: WriteContext,
  model: Model,
  writes: SeriesWrites,
  before: EventRow,
  after: EventRow,
  given: Given,
): Promise<Effects> {
  const rows = await occurrencesOf(context, after.id);
  const first = rows
    .filter((row) => row.status !== 'trash' && row.own.length === 0)
    .reduce<OccurrenceRow | undefined>(
      (least, row) => (least && least.start_date <= row.start_date ? least : row),
      undefined,
    );
  if (first && given.start_date === undefined) {
    const { start_date, end_date, timezone, all_day } = first;
    const previous_start = settlePreviousStart(first, after);
    await context.store.update(model, after.id, {
      ...datesBetween(start_date, end_date, timezone, all_day),
      previous_start,
    });
  }
  const now = toWall(context.call.now, before.timezone);
  const stays = (row: OccurrenceRow): boolean =>
    row !== first && (given.keep === 'all' || row.own.length > 0 || row.start_date < now);
  const kept = rows.filter(stays);
  for (const row of kept) await leaveSeries(context, model, writes, row);
  const removed = rows.filter((row) => !stays(row));
  await eraseOccurrences(context, model, removed);
  return { kept: kept.map(({ id }) => id), moved: [], added: [], removed: removed.map(({ id }) => id), stayed: [] };
}

export async function leaveSeries(
  context: WriteContext,
  model: Model,
  { content }: Pick<SeriesWrites, 'content'>,
  row: OccurrenceRow,
): Promise<void> {
  if (!isDetached(row)) {
    await content.detach(context, model, row.id, (whole) => ({
      ...derivedSlugs(whole as EventRow, whole as EventRow),
      ...noSeries,
      sequence: shownSequence(whole as EventRow),
    }));
    return;
  }
  const whole = await content.whole(context, model, row.id);
  await context.store.update(model, row.id, noSeries);
  // Linked records count it from now on.
  await content.recount(context, model, { ...whole, ...noSeries }, whole);
}
