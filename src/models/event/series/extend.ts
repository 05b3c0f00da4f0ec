// Extends a series whose rule goes on beyond its horizon.
import { all, before, is, not, since } from '../../../core/condition.js';
import type { WriteContext } from '../../../core/context.js';
import type { Model } from '../../../core/model.js';
import { plusMonths } from '../../../core/time/clock.js';
import type { EventRow } from '../columns.js';
import { addOccurrences, planNext } from './generate.js';
import { masterListing, occurrencesOf } from './rows.js';

/** Series whose dates end a month before they should; those in the trash get theirs after they were restored. */
export const isShort = ({ now, site }: WriteContext['call']) =>
  all(
    is('listing', masterListing),
    not(is('status', 'trash')),
    before('horizon', plusMonths(now, site.recurrenceMonths - 1)),
  );

/** Adds the next dates, a limited number per transaction. Dates beyond the horizon may exist already. False without progress. */
export async function extendSeries(context: WriteContext, model: Model, master: EventRow): Promise<boolean> {
  const { recurrence, horizon, timezone, id } = master;
  if (!recurrence || horizon === '') return false;
  const planned = planNext(recurrence, timezone, context.call, horizon);
  const existing = await occurrencesOf(context, id, since('original_start', horizon));
  const starts = new Set(existing.map((row) => row.original_start));
  await addOccurrences(
    context,
    model,
    master,
    planned.dates.filter(({ start }) => !starts.has(start)),
  );
  await context.store.update(model, id, { horizon: planned.horizon });
  return planned.horizon > horizon;
}
