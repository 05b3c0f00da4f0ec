// Dates of a series have the IDs of the site, also those that the site has numbered again since the last import.
import type { Wall } from '../../core/time/clock.js';
import type { EventRow } from '../../models/event/columns.js';
import { eraseOccurrences } from '../../models/event/series/dates.js';
import { numberDays } from '../../models/event/series/days.js';
import { slimRows } from '../../models/event/series/generate.js';
import { dayOf, isMaster, occurrencesOf } from '../../models/event/series/rows.js';
import { takenIds } from '../ids.js';
import type { Incoming } from '../incoming.js';

export interface NumberedDate {
  readonly id: number;
  readonly start: Wall;
  readonly end: Wall;
}

/** A date with values of its own keeps its ID, and so does one whose ID another record has or had here. */
export const keepDateIds =
  (dates: readonly NumberedDate[]): NonNullable<Incoming['after']> =>
  async (context, row) => {
    const master = row as unknown as EventRow;
    if (!isMaster(master)) return;
    const { store, call, registry } = context;
    const model = registry.named('event');
    const wanted = new Map(dates.map((date) => [date.start, date]));
    const rows = await occurrencesOf(context, master.id);
    const wrong = rows.flatMap((one) => {
      const date = wanted.get(one.original_start);
      return date && date.id !== one.id && one.own.length === 0 ? [{ row: one, date }] : [];
    });
    if (wrong.length === 0) return;
    const ids = wrong.map(({ date }) => date.id);
    const taken = await takenIds(context, model, ids);
    const moved = wrong.filter(({ date }) => !taken.has(date.id));
    const erased = moved.map((one) => one.row);
    await eraseOccurrences(context, model, erased);
    const added = moved.map(({ row: { slug_number: slugNumber }, date: { id, ...date } }) => ({
      id,
      date,
      slugNumber,
    }));
    await store.insertAll(model, slimRows(master, added, call.now));
    await store.reserveIds(model, ids);
    await numberDays(context, model, master.id, new Set(moved.map(({ date }) => dayOf(date.start))));
  };
