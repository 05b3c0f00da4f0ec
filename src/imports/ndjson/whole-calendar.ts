// Writes the records of a complete export, batch by batch.
import type { WriteContext } from '../../core/context.js';
import { codeOf } from '../../core/error.js';
import type { Given } from '../../core/field.js';
import type { Model } from '../../core/model.js';
import { reindexOnLanguageChange } from '../../operations/languages.js';
import { moveUidHost } from '../../operations/uid-host.js';
import type { Applied } from '../incoming.js';
import { addToReport, emptyReport, type Report } from '../report.js';
import { newImport, viaImport } from '../run.js';
import { checkRun, endRun, failureText, holding, newLease, stoppedText, takeRun } from '../running.js';
import { type ImportRow, imports } from '../tables.js';
import { ImportFault, RecordFault, stopped } from './fault.js';
import type { RecordLine } from './lines.js';
import { parseRecord, type RestoredRecord } from './parse-record.js';
import { type FileFacts, grouped } from './read.js';
import type { Assumed } from './references.js';
import type { BatchResult, ImportHost, Mode, NdjsonRequest } from './request.js';
import { failed, restoreRecords } from './restore.js';

interface Run {
  readonly host: ImportHost;
  readonly request: NdjsonRequest;
  /** Absent in a dry run. */
  readonly row: ImportRow | undefined;
  /** A dry run stores nothing: records of earlier batches that later ones may refer to. */
  readonly assumed: Assumed | undefined;
}

export async function importWholeCalendar(
  host: ImportHost,
  request: NdjsonRequest,
  facts: FileFacts,
  begun: ImportRow | undefined,
  lines: (after: number) => AsyncIterable<RecordLine>,
  onBatch: (result: BatchResult) => void,
  onBegin: () => void = () => undefined,
): Promise<Report> {
  const row = request.isDryRun ? undefined : await beginOrContinue(host, request, facts, begun);
  onBegin();
  const run: Run = { host, request, row, assumed: row ? undefined : new Map() };
  const after = lineOf(row?.position);
  if (!row) return writeBatches(run, lines(after), emptyReport, onBatch);
  return holding(host.store, row, async () => {
    let report: Report = { ...row.report };
    try {
      const note = (result: BatchResult & { readonly report: Report }) => {
        report = result.report;
        onBatch(result);
      };
      report = await writeBatches(run, lines(after), report, note);
      await finish(host, row);
      return report;
    } catch (error) {
      const values = request.signal?.aborted
        ? { report: { ...report, error: stoppedText } }
        : ({ state: 'failed', report: { ...report, error: failureText(error) } } as const);
      await endRun(host.store, row, values).catch(() => undefined);
      throw error;
    }
  });
}

async function writeBatches(
  run: Run,
  lines: AsyncIterable<RecordLine>,
  before: Report,
  onBatch: (result: BatchResult & { readonly report: Report }) => void,
): Promise<Report> {
  const { request } = run;
  let report = before;
  let failures = 0;
  for await (const batch of grouped(lines, request.batch)) {
    request.signal?.throwIfAborted();
    const result = await writeBatch(run, batch, report);
    report = result.report;
    onBatch(result);
    failures += result.applied.filter(({ outcome }) => outcome === 'failed').length;
    if (request.stopOnError > 0 && failures >= request.stopOnError) throw stopped(result.line, failures);
  }
  return report;
}

const lineOf = (position: Given = {}): number => Number(position.line ?? 0);

async function beginOrContinue(
  host: ImportHost,
  { name, mode, force }: NdjsonRequest,
  facts: FileFacts,
  begun: ImportRow | undefined,
): Promise<ImportRow> {
  const context = await host.currentContext();
  return host.store.transact(async (writer) => {
    if (begun) return takeRun(writer, begun.id, 'running');
    if (facts.uidHost !== undefined && !force) await moveUidHost(writer, facts.uidHost);
    const request = { kind: 'ndjson', name, source: '', options: { format: facts.format, mode } } as const;
    const { id: _, ...values } = { ...newImport(context, request, context.call.now), lease: newLease() };
    return { ...values, id: await writer.insert(imports, values) };
  });
}

async function writeBatch(
  { host: { store, currentContext }, request: { mode }, row, assumed }: Run,
  batch: readonly RecordLine[],
  before: Report,
): Promise<BatchResult & { readonly report: Report }> {
  const { call, ...context } = await currentContext();
  const actor = { ...call.actor, via: viaImport(row?.id ?? 0) };
  const line = batch.at(-1)?.line ?? 0;
  const transaction = row ? store.transact : store.preview;
  return transaction(async (writer) => {
    const writing: WriteContext = { ...context, call: { ...call, actor }, store: writer };
    const applied = await applyLines(writing, batch, mode, assumed);
    const report = addToReport(before, applied, []);
    if (row) await savePosition(writing, row, line, report);
    return { line, applied, report };
  }).catch((error: unknown) => refuseConstraint(error, batch));
}

async function savePosition(
  { store, call }: WriteContext,
  row: ImportRow,
  line: number,
  report: Report,
): Promise<void> {
  await checkRun(store, row);
  await store.update(imports, row.id, { position: { line }, report, changed_utc: call.now });
}

/** Two records have a value that must be unique, which the checks of single columns do not find. */
function refuseConstraint(error: unknown, batch: readonly RecordLine[]): never {
  if (!/^(SQLITE_CONSTRAINT|23505)/.test(codeOf(error))) throw error;
  const [first, last] = [batch[0]?.line ?? 0, batch.at(-1)?.line ?? 0];
  throw new ImportFault(first, `From here to line ${last}, two records have a value that must be unique.`);
}

async function applyLines(
  context: WriteContext,
  batch: readonly RecordLine[],
  mode: Mode,
  assumed: Assumed | undefined,
): Promise<readonly Applied[]> {
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

async function finish({ store, currentContext }: ImportHost, row: ImportRow): Promise<void> {
  const { call, registry } = await currentContext();
  await reindexOnLanguageChange(store, registry, call.site.languages);
  await endRun(store, row, { state: 'finished', changed_utc: call.now, finished_utc: call.now });
}
