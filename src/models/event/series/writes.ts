// The writes of events: single events are written as usual, series and their dates by the functions of this folder.
import { is } from '../../../core/condition.js';
import type { WriteContext } from '../../../core/context.js';
import { holds } from '../../../core/judge.js';
import { slugsOf } from '../../../core/language.js';
import { justCreated, type Locked, lockedWith } from '../../../core/locked.js';
import type { ContentWrites, Model, Writes, Written } from '../../../core/model.js';
import { invalidParam, Problem, problemWith } from '../../../core/problem.js';
import type { Row } from '../../../core/store.js';
import { forgetSender } from '../../submission/forget-sender.js';
import { detachChildren, refuseParentLoop } from '../children.js';
import type { EventRow } from '../columns.js';
import { countingVenues } from '../sequence.js';
import type { DatedGiven } from './dates.js';
import { changeSeries, type SeriesWrites, startSeries } from './master.js';
import { changeOccurrence } from './occurrence.js';
import { endSeries, eraseOccurrence, eraseSeries, trashOccurrence, trashSeries } from './remove.js';
import { isMaster, isOccurrence } from './rows.js';
import { isFirst, splitSeries } from './split.js';

type Scope = 'this' | 'following' | 'all';
type ScopedGiven = DatedGiven & {
  readonly scope?: Scope;
  /** Dates after the end of a series are moved to the trash instead of being erased. */
  readonly keepsDates?: boolean;
};

/** The lock of a date is that of its series. */
async function masterOf({ store }: WriteContext, model: Model, date: Locked<EventRow>): Promise<Locked<EventRow>> {
  const master = await store.read({ table: model, where: is('id', date.series) });
  if (!master) throw new Problem('not-found', problemWith(model));
  return lockedWith(model, date, master as EventRow);
}

/** Changes of several dates need the right to change the series. */
function authorize({ call }: WriteContext, { policy }: Model, master: Row): void {
  if (!holds(policy.changeable(call.actor), master)) throw new Problem('forbidden');
}

function refuseScope(scope: Scope | undefined): void {
  if (scope !== undefined && scope !== 'all')
    throw invalidParam('scope', 'A series can only be changed as a whole. Use the ID of one of its dates.');
}

export const updateEvent = (plain: Writes['update'], content: ContentWrites): Writes['update'] => {
  const update = countingVenues(refuseParentLoop(plain), content);
  const writes: SeriesWrites = { update, content };
  return async (context, model, stored: Locked<EventRow>, given: ScopedGiven) => {
    if (isMaster(stored)) {
      refuseScope(given.scope);
      return changeSeries(context, model, writes, stored, given);
    }
    if (isOccurrence(stored)) return updateDate(context, model, writes, stored, given);
    const written = await update(context, model, stored, given);
    const after = written.after as EventRow;
    return isMaster(after) ? { ...written, effects: await startSeries(context, model, after) } : written;
  };
};

/** Clients that know a date by the slug of its series send it back: it is no slug of the date's own. */
function withoutSeriesSlug(given: DatedGiven, master: EventRow): DatedGiven {
  const { slug, ...others } = given;
  return slug !== undefined && slugsOf(master).includes(String(slug)) ? others : given;
}

async function updateDate(
  context: WriteContext,
  model: Model,
  writes: SeriesWrites,
  row: Locked<EventRow>,
  given: ScopedGiven,
): Promise<Written> {
  const master = await masterOf(context, model, row);
  const { scope = 'this', ...others } = given;
  const values = withoutSeriesSlug(others, master);
  if (scope === 'this') return changeOccurrence(context, model, writes, master, row, values);
  authorize(context, model, master);
  const isAll = scope === 'all' || (await isFirst(context, row));
  if (isAll) return changeSeries(context, model, writes, master, values, row);
  const following = justCreated(await splitSeries(context, model, writes, master, row));
  const split = [
    { model, id: following.id, after: following, alsoWritten: [] },
    {
      model,
      id: master.id,
      before: master,
      after: await masterOf(context, model, { ...row, series: master.id }),
      alsoWritten: [],
    },
  ];
  const written = await changeSeries(context, model, writes, following, values, row);
  return { ...written, alsoWritten: [...split, ...written.alsoWritten] };
}

export const removeEvent =
  (generic: Writes['remove'], content: ContentWrites): Writes['remove'] =>
  async (context, model, stored: Locked<EventRow>, given: ScopedGiven) => {
    if (isMaster(stored)) {
      refuseScope(given.scope);
      return trashSeries(context, model, generic, stored, given);
    }
    if (!isOccurrence(stored) || (stored.status === 'trash' && given.force))
      return generic(context, model, stored, given);
    const master = await masterOf(context, model, stored);
    const { scope = 'this' } = given;
    if (scope === 'this') return trashOccurrence(context, model, { content }, master, stored);
    authorize(context, model, master);
    if (scope === 'all' || (await isFirst(context, stored))) return trashSeries(context, model, generic, master, given);
    const effects = await endSeries(context, model, master, stored, given.keepsDates);
    const ended = {
      model,
      id: master.id,
      before: master,
      after: await masterOf(context, model, stored),
      alsoWritten: [],
    };
    return { model, id: stored.id, before: stored, alsoWritten: [ended], effects };
  };

export const eraseEvent = (plain: Writes['erase'], content: ContentWrites): Writes['erase'] => {
  const erase = forgetSender(detachChildren(plain));
  return async (context, model, stored: Locked<EventRow>) => {
    if (isMaster(stored)) return eraseSeries(context, model, { content }, erase, stored);
    if (!isOccurrence(stored)) return erase(context, model, stored);
    return eraseOccurrence(context, model, erase, await masterOf(context, model, stored), stored);
  };
};
