// Imports a file of lines: one transaction per batch of records, with the position after it, so that an interrupted import
// goes on where it stopped.
import { all, everything, is, oneOf } from '../../core/condition.js';
import type { Given } from '../../core/field.js';
import type { Model, Registry } from '../../core/model.js';
import type { Reader } from '../../core/store.js';
import { refuseSource } from '../../operations/source-owner.js';
import type { IncomingPage } from '../incoming.js';
import type { Report } from '../report.js';
import { runImport } from '../run.js';
import { ImportRunning, isRunning } from '../running.js';
import { type ImportRow, imports } from '../tables.js';
import { NotEmpty, NothingToResume, stopped } from './fault.js';
import { checkFile, type FileFacts, grouped, modelsByName, type OpenFile, recordLines } from './read.js';
import { incomingOf } from './records.js';
import type { BatchResult, ImportHost, NdjsonRequest } from './request.js';
import { importWholeCalendar } from './whole-calendar.js';

export interface NdjsonImport {
  readonly facts: FileFacts;
  /** Writes all batches. `onBegin`: no other run of this import can begin from now on. */
  readonly run: (onBatch: (result: BatchResult) => void, onBegin?: () => void) => Promise<Report>;
}

/** Checks the whole file. Nothing is written before `run` is called. */
export async function openImport(host: ImportHost, request: NdjsonRequest, open: OpenFile): Promise<NdjsonImport> {
  const { registry, call } = await host.currentContext();
  const models = modelsByName(call.facade.shapes, registry);
  const begun = request.resume ? await interrupted(host.store, request.name) : undefined;
  if (!begun && request.resume === true) throw new NothingToResume();
  // Also checked when it begins, but the body may be long.
  if (begun && isRunning(begun)) throw new ImportRunning();
  const facts = await checkFile(open, models, registry);
  if (begun && formatOf(begun) !== facts.format) throw new NothingToResume();
  const lines = (after: number) => recordLines(open, models, facts, after);
  if (facts.format === 'complete') {
    if (!begun && !request.force) await refuseUsed(host.store, registry);
    return { facts, run: (...on) => importWholeCalendar(host, request, facts, begun, lines, ...on) };
  }
  if (begun && begun.source !== facts.source) throw new NothingToResume();
  const context = await host.currentContext();
  await host.store.transact((store) => refuseSource({ ...context, store }, facts.source));
  return { facts, run: (...on) => importRecords(host, request, facts.source, lines, ...on) };
}

const formatOf = ({ options }: ImportRow): FileFacts['format'] =>
  options.format === 'complete' ? 'complete' : 'records';

async function interrupted(store: Reader, name: string): Promise<ImportRow | undefined> {
  const where = all(
    is('kind', 'ndjson'),
    is('name', name),
    is('dry_run', false),
    oneOf('state', ['running', 'failed']),
  );
  const order = [{ column: 'id', descending: true }];
  const [row] = await store.list({ table: imports, where, order, limit: 1 });
  return row;
}

/** Users and settings exist in every calendar. */
async function refuseUsed(store: Reader, { models }: Registry): Promise<void> {
  const isUsual = ({ name }: Model) => name === 'user' || name === 'settings';
  for (const table of models.filter((model) => !isUsual(model))) {
    const [id] = await store.ids({ table, where: everything, order: [], limit: 1 });
    if (id !== undefined) throw new NotEmpty();
  }
}

type Lines = (after: number) => ReturnType<typeof recordLines>;

async function importRecords(
  { store, currentContext }: ImportHost,
  { name, mode, batch, stopOnError, isDryRun, resume, signal }: NdjsonRequest,
  source: string,
  lines: Lines,
  onBatch: (result: BatchResult) => void,
  onBegin: () => void = () => undefined,
): Promise<Report> {
  const context = await currentContext();
  const { facade } = context.call;
  let line = 0;
  let failures = 0;
  async function* pages({ line: after = 0 }: Given): AsyncGenerator<IncomingPage> {
    for await (const group of grouped(lines(Number(after)), batch)) {
      signal?.throwIfAborted();
      line = group.at(-1)?.line ?? 0;
      yield {
        records: group.map((one) => incomingOf(one, facade, mode)),
        warnings: [],
        position: { line },
      };
    }
  }
  const { report } = await runImport(
    context,
    store,
    {
      kind: 'ndjson',
      name,
      source,
      options: { format: 'records', mode },
      overwrite: true,
      isDryRun,
      ...(signal && { signal }),
      resume: resume !== false,
      onBegin,
      onApplied: (applied) => {
        onBatch({ line, applied });
        failures += applied.filter(({ outcome }) => outcome === 'failed').length;
        if (stopOnError > 0 && failures >= stopOnError) throw stopped(line, failures);
      },
    },
    pages,
  );
  signal?.throwIfAborted();
  return report;
}
