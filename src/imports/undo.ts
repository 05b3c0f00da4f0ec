// Undoes an import by its revisions, newest first: records that it created go to the trash, those that it updated get their
// state before it. Every step checks that nothing newer happened to the record, so that it can be repeated at any time.
import { all, before, type Condition, everything, is, linked, not, since } from '../core/condition.js';
import type { Context, WriteContext } from '../core/context.js';
import { shapeOf } from '../core/facade.js';
import type { Given } from '../core/field.js';
import type { Locked } from '../core/locked.js';
import type { Model } from '../core/model.js';
import type { Problem } from '../core/problem.js';
import { type RevisionRow, revisions } from '../core/revision.js';
import type { Row, Store, Writer } from '../core/store.js';
import { readLocked } from '../operations/lock.js';
import { find } from '../operations/read.js';
import { restore } from '../operations/restore.js';
import { stateAfter } from '../operations/revisions.js';
import { writesOf } from '../operations/write.js';
import { isFault } from './apply.js';
import type { Warning } from './incoming.js';
import { authorizeChange } from './mirrored.js';
import { addToReport, type Report, type Undone } from './report.js';
import { viaImport } from './run.js';
import { checkRun, endRun, failureText, holding, stoppedText, takeRun } from './running.js';
import { type ImportRow, imported, imports } from './tables.js';

const pageSize = 100;
const order = [{ column: 'id', descending: true }] as const;

type Result = keyof Undone | 'done';
interface Step {
  readonly result: Result;
  readonly warning?: Warning;
}

const viaUndo = (id: number): string => `undo of ${viaImport(id)}`;
const nothingUndone: Undone = { removed: 0, restored: 0, kept: 0 };

/** Goes on with an undo that was interrupted. Throws `ImportRunning` while another process works on the import. */
export async function undoImport(context: Context, store: Store, id: number, signal?: AbortSignal): Promise<ImportRow> {
  const begun = await begin(store, id);
  return holding(store, begun, () => undoPages(context, store, begun, signal));
}

const begin = (store: Store, id: number): Promise<ImportRow> =>
  store.transact(async (writer) => {
    const before = await writer.read({ table: imports, where: is('id', id) });
    const row = await takeRun(writer, id, 'undoing');
    const { error: _, undone = nothingUndone, ...report } = row.report;
    if (before?.state === 'undoing') return { ...row, report: { ...report, undone } };
    // Records that were left as they were are tried again.
    return { ...row, position: {}, report: { ...report, undone: { ...undone, kept: 0 } } };
  });

async function undoPages(
  context: Context,
  store: Store,
  begun: ImportRow,
  signal: AbortSignal | undefined,
): Promise<ImportRow> {
  const { call } = context;
  const inUndo = { ...context, call: { ...call, actor: { ...call.actor, via: viaUndo(begun.id) } } };
  // The time lets the database read the revisions since the import only.
  const via = all(is('via', viaImport(begun.id)), since('at_utc', begun.started_utc));
  let row = begun;
  try {
    for (;;) {
      const upTo = typeof row.position.undo === 'number' ? before('id', row.position.undo) : everything;
      const page = await store.list({ table: revisions, where: all(via, upTo), order, limit: pageSize });
      const last = page.at(-1);
      if (!last) return await endRun(store, row, { state: 'undone', report: row.report });
      if (signal?.aborted) return await endRun(store, row, { report: { ...row.report, error: stoppedText } });
      row = await undoPage(inUndo, store, row, page, { undo: last.id });
    }
  } catch (error) {
    await endRun(store, row, { report: { ...row.report, error: failureText(error) } }).catch(() => undefined);
    throw error;
  }
}

/** In one transaction. If a record cannot be restored, each in its own, and that record stays as it is. */
async function undoPage(
  context: Context,
  store: Store,
  row: ImportRow,
  page: readonly RevisionRow[],
  position: Given,
): Promise<ImportRow> {
  const recordName = ({ resource, record_id }: RevisionRow) => `${resource} ${record_id}`;
  const fresh = [...new Map(page.toReversed().map((one) => [recordName(one), one])).values()].reverse();
  const undo = async (writer: Writer, one: RevisionRow) => undoRecord({ ...context, store: writer }, row, one);
  const save = async (writer: Writer, steps: readonly Step[]): Promise<ImportRow> => {
    await checkRun(writer, row);
    const values = { position, report: withSteps(row.report, steps) };
    await writer.update(imports, row.id, values);
    return { ...row, ...values };
  };
  try {
    return await store.transact(async (writer) => {
      const steps: Step[] = [];
      for (const one of fresh) steps.push(await undo(writer, one));
      return save(writer, steps);
    });
  } catch (error) {
    if (!isFault(error)) throw error;
  }
  const steps: Step[] = [];
  for (const one of fresh) {
    const step = await store
      .transact((writer) => undo(writer, one))
      .catch((error: unknown) => {
        if (!isFault(error)) throw error;
        return kept(one, 'not undone', error.message);
      });
    steps.push(step);
  }
  return store.transact((writer) => save(writer, steps));
}

function withSteps(report: Report, steps: readonly Step[]): Report {
  const warnings = steps.flatMap(({ warning }) => warning ?? []);
  const { removed, restored, kept } = report.undone ?? nothingUndone;
  const count = (wanted: Result) => steps.filter(({ result }) => result === wanted).length;
  const undone = {
    removed: removed + count('removed'),
    restored: restored + count('restored'),
    kept: kept + count('kept'),
  };
  return { ...addToReport(report, [], warnings), undone };
}

const kept = ({ resource, record_id, title }: RevisionRow, kind: string, text: string): Step => ({
  result: 'kept',
  warning: { kind, place: `${resource} ${record_id}`, text: `${title}: ${text}` },
});

async function undoRecord(context: WriteContext, row: ImportRow, revision: RevisionRow): Promise<Step> {
  const { store, call } = context;
  const { resource, record_id: id } = revision;
  const shape = shapeOf(call.facade, resource);
  const { model } = shape;
  const exists = (await store.count({ table: model, where: is('id', id) })) > 0;
  if (!exists) return { result: 'done' };
  const stored = await readLocked(store, model, id, () => find(context, shape, { id }, 'update'));
  const ofRecord = all(is('resource', resource), is('record_id', id));
  const [newest] = await store.list({ table: revisions, where: ofRecord, order, limit: 1 });
  if (newest?.via === viaUndo(row.id)) return { result: 'done' };
  if (newest?.via !== viaImport(row.id)) return kept(revision, 'changed since', 'Changed since the import.');
  const refused = await refusalOf(context, model, stored);
  if (refused?.problem === 'mirrored') return kept(revision, 'mirrored', refused.message);
  if (refused) return kept(revision, 'no permission', 'You may not change it.');
  const [first = revision] = await store.list({
    table: revisions,
    where: all(ofRecord, is('via', viaImport(row.id))),
    order: [{ column: 'id' }],
    limit: 1,
  });
  if (first.action === 'updated') {
    await restore(context, shape, stored, await stateAfter(context, model, stored, { ...first, id: first.id - 1 }));
  } else {
    if (await isInUse(context, model, stored)) return kept(revision, 'in use', 'Other records use it.');
    await removeRecord(context, model, stored);
  }
  // A later import of the same file starts again.
  await store.remove(imported, first.action === 'updated' ? all(ofRecord, is('source', row.source)) : ofRecord);
  return { result: first.action === 'updated' ? 'restored' : 'removed' };
}

const refusalOf = (context: WriteContext, model: Model, stored: Row): Promise<Problem | undefined> =>
  authorizeChange(context, model, stored).then(
    () => undefined,
    (error: unknown) => {
      if (!isFault(error)) throw error;
      return error;
    },
  );

/** Without its external ID, so that a later import creates the record again instead of updating it in the trash. */
async function removeRecord(context: WriteContext, model: Model, stored: Locked): Promise<void> {
  if (stored.status !== 'trash') await writesOf(model).remove(context, model, stored, {});
  if (model.removal === 'trash') await context.store.update(model, stored.id, { source: '', external_id: '' });
}

/** By records outside the trash: linked, referring to it, or below it in a tree. */
async function isInUse({ store, registry }: WriteContext, model: Model, { id }: Row): Promise<boolean> {
  const living = (table: Model): Condition => ('status' in table.columns ? not(is('status', 'trash')) : everything);
  const has = async (table: Model, where: Condition) => (await store.count({ table, where })) > 0;
  for (const { table, target, owner } of registry.links) {
    if (target === model.name && (await has(model, all(is('id', id), linked(table, living(registry.named(owner)))))))
      return true;
  }
  for (const other of registry.models) {
    for (const [field, target] of Object.entries(other.references ?? {})) {
      const column = `${field}_id` in other.columns ? `${field}_id` : field;
      if (target === model.name && (await has(other, all(is(column, id), living(other), not(is('id', id))))))
        return true;
    }
  }
  return 'parent' in model.columns && has(model, all(is('parent', id), living(model)));
}
