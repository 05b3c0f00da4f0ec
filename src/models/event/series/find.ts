// Finds a date of a series by its original start: `2027-05-04` or `2027-05-04T19:00`.
import { all, begins, is } from '../../../core/condition.js';
import type { Context, WriteContext } from '../../../core/context.js';
import type { Model } from '../../../core/model.js';
import { Problem, problemWith } from '../../../core/problem.js';
import { lockRecord } from '../../../core/store.js';
import { endOfDay, startOfDay } from '../../../core/time/clock.js';
import { datesOf } from '../../../core/time/recurrence.js';
import type { EventRow } from '../columns.js';
import { addOccurrences } from './generate.js';
import { dayOf, isMaster } from './rows.js';

const datePattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?$/;

/** With `create`, a date of the rule beyond the horizon is created. */
export async function findDate(
  { store, call }: Context,
  model: Model,
  series: number,
  name: string,
  create: WriteContext | undefined,
): Promise<number | undefined> {
  const [, day, time] = datePattern.exec(name) ?? [];
  if (day === undefined) return undefined;
  const prefix = time === undefined ? day : `${day} ${time}`;
  // Two requests may create the same date.
  if (create) await lockRecord(create.store, model, series);
  const where = all(is('series', series), begins('original_start', prefix));
  const [found] = await store.ids({ table: model, where, order: [{ column: 'original_start' }], limit: 1 });
  if (found !== undefined) return found;
  const master = (await store.read({
    table: model,
    where: all(is('id', series), model.policy.visible(call.actor, false)),
  })) as EventRow | undefined;
  if (!master || !isMaster(master) || !master.recurrence || master.horizon === '' || day <= dayOf(master.horizon))
    return undefined;
  if (!create) throw new Problem('beyond-horizon', { ...problemWith(model), limit: dayOf(master.horizon) });
  const ofDay = { from: startOfDay(`${day} 00:00:00`), to: endOfDay(`${day} 00:00:00`) };
  const dates = [...datesOf(master.recurrence, master.recurrence.start, ofDay)];
  const date = dates.find(({ start }) => start.startsWith(prefix));
  if (!date) return undefined;
  const [id] = await addOccurrences(create, model, master, [date]);
  return id;
}
