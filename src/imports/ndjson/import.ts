// Imports a file of lines: one transaction per batch of records, with the position after it, so that an interrupted import
// goes on where it stopped.
import { everything, is } from '../../core/condition.js';
import type { Context, WriteContext } from '../../core/context.js';
import { codeOf } from '../../core/error.js';
import type { Given } from '../../core/field.js';
import { recordLock } from '../../core/locks.js';
import type { Model } from '../../core/model.js';
import type { Reader, Store } from '../../core/store.js';
import { reindexOnLanguageChange } from '../../operations/languages.js';
import { moveUidHost } from '../../operations/uid-host.js';
import type { Applied, Warning } from '../incoming.js';
import { addToReport, emptyReport, type Report } from '../report.js';
import { type ImportRow, imports } from '../tables.js';
import { ImportFault, RecordFault } from './fault.js';
import { parseRecord, type RestoredRecord } from './parse-record.js';
import { checkFile, type FileFacts, modelsByName, type OpenFile, type RecordLine, recordLines } from './read.js';
import type { Assumed } from './references.js';
import { failed, type Mode, restoreRecords } from './restore.js';

export interface NdjsonRequest {
  readonly name: string;
  readonly mode: Mode;
  /** Records per transaction. */
  readonly batch: number;
  /** Stops after so many failed records; 0 never does. */
  readonly stopOnError: number;
  readonly isDryRun: boolean;
  /** Allows a complete export into a calendar that is not empty: records with the same IDs are replaced. */
  readonly force: boolean;
  /** ID of the import that is continued. */
  readonly resume?: number | undefined;
  /** Lines of the file before the first line that is given. */
  readonly offset?: number;
  /** Called before a batch is written, such as to count it in the rate limit. */
  readonly beforeBatch?: (records: number) => Promise<void>;
  readonly signal?: AbortSignal;
}

export interface BatchResult {
  /** Last line of the batch. */
  readonly line: number;
  readonly applied: readonly Applied[];
}

export interface NdjsonImport {
  /** 0 for a dry run. */
  readonly id: number;
  readonly facts: FileFacts;
  /** Writes the batches. */
  readonly batches: AsyncGenerator<BatchResult>;
}

/** The store, and the context of a write with the settings as of now: an import may change them. */
export interface ImportHost {
  readonly store: Store;
  readonly contextOf: (via: string) => Promise<Context>;
}

/** The calendar has records: a complete export would be mixed with them. */
export class NotEmpty extends Error {}
/** There is no such import to continue. */
export class NothingToResume extends Error {}

/** Checks the whole file, then returns the batches, which are written one by one as they are read. */
export async function openImport(host: ImportHost, request: NdjsonRequest, open: OpenFile): Promise<NdjsonImport> {
  const { registry, call } = await host.contextOf('import');
  const models = modelsByName(call.facade.shapes, registry);
  const begun = request.resume === undefined ? undefined : await runningImport(host.store, request.resume);
  const { offset = 0 } = request;
  const part = offset > 0 && begun ? { format: formatOf(begun), skipped: offset } : undefined;
  const facts = await checkFile(open, models, registry, part);
  if (begun && formatOf(begun) !== facts.format) throw new NothingToResume();
  if (facts.format === 'complete' && !begun && !request.force) await refuseUsed(host.store, registry.models);
  const row = begun ?? (request.isDryRun ? undefined : await begin(host, request, facts));
  const after = Math.max(offset, lineOf(row?.position));
  const lines = recordLines(open, models, facts, after, offset);
  return { id: row?.id ?? 0, facts, batches: batchesOf(host, request, facts, row, lines) };
}

const lineOf = (position: Given = {}): number => Number(position.line ?? 0);
const formatOf = ({ options }: ImportRow): FileFacts['format'] =>
  options.format === 'complete' ? 'complete' : 'records';

async function runningImport(store: Reader, id: number): Promise<ImportRow> {
  const row = await store.read({ table: imports, where: is('id', id) });
  if (row?.kind !== 'ndjson' || row.state !== 'running') throw new NothingToResume();
  return row;
}

/** Users and settings exist in every calendar. */
async function refuseUsed(store: Reader, models: readonly Model[]): Promise<void> {
  for (const table of models) {
    if (table.name === 'user' || table.name === 'settings') continue;
    const [id] = await store.ids({ table, where: everything, order: [], limit: 1 });
    if (id !== undefined) throw new NotEmpty();
  }
}

async function begin(host: ImportHost, request: NdjsonRequest, facts: FileFacts): Promise<ImportRow> {
  const { call } = await host.contextOf('import');
  const { format, uidHost } = facts;
  return host.store.transact(async (writer) => {
    if (uidHost !== undefined && !request.force) await moveUidHost(writer, uidHost);
    const values = {
      kind: 'ndjson',
      name: request.name,
      source: '',
      state: 'running',
      user_id: call.actor.id,
      user_name: call.actor.name,
      options: { format, mode: request.mode },
      position: {},
      report: emptyReport,
      started_utc: call.now,
      changed_utc: call.now,
      finished_utc: '',
    } as const;
    return { ...values, id: await writer.insert(imports, values) };
  });
}

interface State {
  failures: number;
  report: Report;
  /** A dry run stores nothing: records of earlier batches that later ones may refer to. */
  readonly assumed: Assumed | undefined;
}

async function* batchesOf(
  host: ImportHost,
  request: NdjsonRequest,
  facts: FileFacts,
  row: ImportRow | undefined,
  lines: AsyncIterable<RecordLine>,
): AsyncGenerator<BatchResult> {
  const assumed: Assumed | undefined = row ? undefined : new Map();
  const state: State = { failures: 0, report: row?.report ?? emptyReport, assumed };
  for await (const batch of grouped(lines, request.batch)) {
    request.signal?.throwIfAborted();
    await request.beforeBatch?.(batch.length);
    const result = await writeBatch(host, request, facts, row, batch, state);
    yield result;
    state.failures += result.applied.filter(({ outcome }) => outcome === 'failed').length;
    if (request.stopOnError > 0 && state.failures >= request.stopOnError)
      throw new ImportFault(result.line, `Stopped after ${state.failures} failed records.`);
  }
  if (row && !request.isDryRun) await finish(host, row.id, facts);
}

async function* grouped(lines: AsyncIterable<RecordLine>, size: number): AsyncGenerator<readonly RecordLine[]> {
  let batch: RecordLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function writeBatch(
  { store, contextOf }: ImportHost,
  { mode, isDryRun }: NdjsonRequest,
  facts: FileFacts,
  row: ImportRow | undefined,
  batch: readonly RecordLine[],
  state: State,
): Promise<BatchResult> {
  const context = await contextOf(`import ${row?.id ?? 0}`);
  const line = batch.at(-1)?.line ?? 0;
  const run = isDryRun || !row ? store.preview : store.transact;
  const { applied, report } = await run(async (writer) => {
    const writing: WriteContext = { ...context, store: writer };
    const applied = await applyLines(writing, facts, batch, mode, state.assumed);
    const report = addToReport(state.report, applied, noWarnings);
    if (row) await savePosition(writing, row.id, line, report);
    return { applied, report };
  }).catch((error: unknown) => refuseConstraint(error, batch));
  state.report = report;
  return { line, applied };
}

const noWarnings: readonly Warning[] = [];

/** Another process may have continued the same import meanwhile: then its position is further. */
async function savePosition({ store, call }: WriteContext, id: number, line: number, report: Report): Promise<void> {
  await store.lock(recordLock(imports, id));
  const row = await store.read({ table: imports, where: is('id', id) });
  if (row?.state !== 'running' || lineOf(row.position) >= line) throw new NothingToResume();
  await store.update(imports, id, { position: { line }, report, changed_utc: call.now });
}

/** Two records of the file have a value that must be unique, in a way that no check has found. */
function refuseConstraint(error: unknown, batch: readonly RecordLine[]): never {
  if (!/^(SQLITE_CONSTRAINT|23505)/.test(codeOf(error))) throw error;
  const [first, last] = [batch[0]?.line ?? 0, batch.at(-1)?.line ?? 0];
  throw new ImportFault(first, `Up to line ${last}, a value that must be unique is there twice.`);
}

async function applyLines(
  context: WriteContext,
  facts: FileFacts,
  batch: readonly RecordLine[],
  mode: Mode,
  assumed: Assumed | undefined,
): Promise<readonly Applied[]> {
  if (facts.format === 'records') throw new TypeError('not yet');
  const applied: Applied[] = [];
  for (const run of runsOf(batch)) {
    const records: RestoredRecord[] = [];
    for (const { line, model, given } of run.lines) {
      try {
        records.push(parseRecord(line, model, given, context.registry, context.call));
      } catch (error) {
        if (!(error instanceof RecordFault)) throw error;
        applied.push(failed(line, model.name, error.message));
      }
    }
    if (records.length > 0) applied.push(...(await restoreRecords(context, run.model, records, mode, assumed)));
  }
  return applied;
}

/** Successive lines of the same model. */
function runsOf(batch: readonly RecordLine[]): readonly { readonly model: Model; readonly lines: RecordLine[] }[] {
  const runs: { readonly model: Model; readonly lines: RecordLine[] }[] = [];
  for (const line of batch) {
    const last = runs.at(-1);
    if (last?.model === line.model) last.lines.push(line);
    else runs.push({ model: line.model, lines: [line] });
  }
  return runs;
}

async function finish({ store, contextOf }: ImportHost, id: number, { format }: FileFacts): Promise<void> {
  const { call, registry } = await contextOf(`import ${id}`);
  if (format === 'complete') await reindexOnLanguageChange(store, registry, call.site.languages);
  await store.transact((writer) =>
    writer.update(imports, id, { state: 'finished', changed_utc: call.now, finished_utc: call.now }),
  );
}
