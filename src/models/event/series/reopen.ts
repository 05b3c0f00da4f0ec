// Ends a series in a way that can be taken back: its later dates wait in the trash and keep their ids and changes.
import { all, is, not, oneOf } from '../../../core/condition.js';
import type { WriteContext } from '../../../core/context.js';
import type { Locked } from '../../../core/locked.js';
import type { Model, Written } from '../../../core/model.js';
import { recordRevisions } from '../../../core/revision.js';
import type { Status } from '../../../core/status.js';
import type { EventRow } from '../columns.js';
import { countedSequence } from '../sequence.js';
import type { SeriesRule } from '../series-rule.js';
import { numberDays } from './days.js';
import { touchMaster, updateSlim } from './occurrence.js';
import { datesAt, dayOf, hasOverrides, type OccurrenceRow, occurrencesOf, ruleOfMaster } from './rows.js';
import { splitRule } from './split.js';

/** A series before its end was moved. JSON. */
export interface EndedSeries {
  readonly recurrence: SeriesRule;
  readonly horizon: string;
  /** The rule that it was given: another one means that someone changed it since. */
  readonly endedRule: string;
  /** Of dates with a status of their own, by id. */
  readonly statuses: Readonly<Record<string, Status>>;
}

/** What `reopenSeries` needs if the series ends before this date. */
export async function seriesBeforeEnd(
  context: WriteContext,
  master: EventRow,
  { original_start }: EventRow,
): Promise<EndedSeries> {
  const recurrence = ruleOfMaster(master);
  const own = (await occurrencesOf(context, master.id, hasOverrides)).filter((row) => row.own.includes('status'));
  return {
    recurrence,
    horizon: master.horizon,
    endedRule: splitRule(recurrence, original_start).before.rule,
    statuses: Object.fromEntries(own.map(({ id, status }) => [id, status])),
  };
}

/** Takes back the end of a series. Dates that were erased from the trash since stay exceptions of the rule. */
export async function reopenSeries(
  context: WriteContext,
  model: Model,
  master: Locked<EventRow>,
  { recurrence, horizon, endedRule, statuses }: EndedSeries,
): Promise<void> {
  const current = ruleOfMaster(master);
  if (current.rule !== endedRule) return;
  const except = [...new Set([...recurrence.except, ...current.except])].sort();
  await touchMaster(context, model, master, {
    ...datesAt({ start: recurrence.start }, master),
    recurrence: { ...recurrence, except },
    horizon,
  });
  await restoreDates(context, model, master, statuses);
  const after = await context.store.read({ table: model, where: is('id', master.id) });
  const written: Written = { model, id: master.id, before: master, ...(after && { after }), alsoWritten: [] };
  await recordRevisions(context.store, context.call, [written]);
}

/** Dates without changes are restored together: there may be thousands. */
async function restoreDates(
  context: WriteContext,
  model: Model,
  master: EventRow,
  statuses: EndedSeries['statuses'],
): Promise<void> {
  const { store, call } = context;
  const trashed = await occurrencesOf(context, master.id, is('status', 'trash'));
  const rows = trashed.filter(({ id, own }) => own.includes('status') && statuses[id] !== 'trash');
  const isPlain = ({ id, own }: OccurrenceRow): boolean => own.length === 1 && statuses[id] === undefined;
  const others = Object.keys(statuses).map(Number);
  await store.updateWhere(
    model,
    all(is('series', master.id), is('status', 'trash'), is('own', ['status']), not(oneOf('id', others))),
    { status: master.status, own: [], modified_utc: call.now },
  );
  for (const row of rows.filter((one) => !isPlain(one))) {
    const former = statuses[row.id];
    const own = former === undefined ? row.own.filter((name) => name !== 'status') : row.own;
    const values = { status: former ?? master.status, own };
    await updateSlim(context, model, row, { ...values, ...countedSequence(row, values) });
  }
  await numberDays(context, model, master.id, new Set(rows.map((row) => dayOf(row.start_date))));
}
