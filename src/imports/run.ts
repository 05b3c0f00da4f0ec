// Runs an import page by page. The records of a page, the position after it and the report are saved in one transaction, so
// that an interrupted import goes on without losing or repeating anything.
import { type Actor, operator } from '../core/actor.js';
import type { Call } from '../core/call.js';
import { all, is, oneOf } from '../core/condition.js';
import type { Context, RequestContext, WriteContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import { importLock } from '../core/locks.js';
import type { Store, Writer } from '../core/store.js';
import { withPreparation } from '../operations/prepare.js';
import { applyRecords, isFault, RejectedRecord, warningOf } from './apply.js';
import type { ApplyOptions } from './apply-options.js';
import type { Applied, Incoming, IncomingPage, ReadSource } from './incoming.js';
import { firstOnes, type Made, madeBeside, noting } from './made.js';
import { prepareRecords } from './prepare.js';
import { addToReport, emptyReport } from './report.js';
import { checkRun, endRun, failureText, holding, newLease, stoppedText, takeRun } from './running.js';
import { type ImportKind, type ImportRow, imports } from './tables.js';

export interface ImportRequest extends Pick<ApplyOptions, 'restore'> {
  readonly kind: ImportKind;
  /** Name of the file, or URL. */
  readonly name: string;
  readonly source: string;
  /** For people and for a resumed run; no secrets. */
  readonly options: Given;
  readonly overwrite?: boolean;
  /** Writes nothing and stores no import. */
  readonly isDryRun?: boolean;
  /** Goes on with an interrupted import of the same kind, name and source. For sources that have not changed since, or
   * that find their own way. */
  readonly resume?: boolean;
  /** Runs in the transaction that stores a new import. */
  readonly onCreate?: (writer: Writer, row: ImportRow) => Promise<void>;
  /** The stored import, before its first page. */
  readonly onBegin?: (row: ImportRow) => void;
  readonly onProgress?: (progress: NonNullable<IncomingPage['progress']>) => void;
  /** Stops between pages. The import stays interrupted, and can go on later. */
  readonly signal?: AbortSignal;
  /** The results of each page, before they are summed up in the report. */
  readonly onApplied?: (applied: readonly Applied[]) => void;
  /** Runs in the transaction of each page, after its records were written. */
  readonly afterPage?: (context: WriteContext, applied: readonly Applied[]) => Promise<void>;
  /** For the slow work of one page, such as fetching images. Images that take longer are left out. */
  readonly prepareTimeoutMs?: number;
  /** The time of each step; that of the context by default. */
  readonly now?: () => string;
}

const defaultPrepareTimeoutMs = 120_000;
/** Faults while writing a page, after which its records are written one by one, each in its own transaction. */
const maxRetries = 5;

export const viaImport = (id: number): string => `import ${id}`;

const actorOf = (actor: Actor, id: number): Actor => ({ ...actor, via: viaImport(id) });

export async function runImport(
  context: RequestContext,
  store: Store,
  request: ImportRequest,
  read: ReadSource,
): Promise<ImportRow> {
  const now = request.now ?? (() => context.call.now);
  const row = request.isDryRun ? newImport(context, request, now()) : await begin(context, store, request, now());
  request.onBegin?.(row);
  const work = () => runPages(context, store, request, read, row, now);
  return request.isDryRun ? work() : holding(store, row, work);
}

async function runPages(
  context: RequestContext,
  store: Store,
  request: ImportRequest,
  read: ReadSource,
  begun: ImportRow,
  now: () => string,
): Promise<ImportRow> {
  let row = begun;
  const end = async (values: Parameters<typeof endRun>[2]): Promise<ImportRow> =>
    request.isDryRun ? { ...row, ...values } : endRun(store, row, values);
  const assumed = new Set<string>();
  const reported = new Map<string, Incoming>();
  const madeNames = new Set<string>();
  const inRun = { ...context, call: callIn(context, request, row) };
  try {
    for await (const page of read(row.position)) {
      if (page.progress) request.onProgress?.(page.progress);
      const from = row;
      row = await withPreparation(
        store,
        inRun,
        request.prepareTimeoutMs ?? defaultPrepareTimeoutMs,
        async (preparing) => {
          const { ready, warnings } = await prepareRecords(preparing, page.records, request.source);
          // Images that were not fetched for this reason are not left out: the page is read again.
          if (request.signal?.aborted) return from;
          const options: ApplyOptions = {
            source: request.source,
            adopts: request.kind !== 'subscription',
            overwrite: request.overwrite ?? false,
            ready,
            warnings,
            reported,
            ...(request.restore && { restore: request.restore }),
            ...(request.isDryRun && { assumed }),
          };
          const finish: Finish<ImportRow> = async (writing, applied, made) => {
            await request.afterPage?.(writing, applied);
            const counted = (page.assumed ?? []).map(asCreated);
            const beside = madeBeside(context.registry, made, applied);
            const firsts = request.isDryRun ? firstOnes(beside, madeNames) : beside;
            const report = addToReport(from.report, [...applied, ...counted], page.warnings, firsts);
            const values = { position: page.position, report, changed_utc: now() };
            if (!request.isDryRun) {
              await checkRun(writing.store, from);
              await writing.store.update(imports, from.id, values);
            }
            return { ...from, ...values };
          };
          return applyPage(
            { ...inRun, call: { ...inRun.call, now: now() } },
            store,
            request,
            page.records,
            options,
            finish,
          );
        },
        request.signal,
      );
      if (request.isDryRun) for (const { externalId } of page.records) assumed.add(externalId);
      if (request.signal?.aborted) return await end({ report: { ...row.report, error: stoppedText } });
    }
    return await end({ state: 'finished', changed_utc: now(), finished_utc: now() });
  } catch (error) {
    const isStopped = request.signal?.aborted === true;
    const report = { ...row.report, error: isStopped ? stoppedText : failureText(error) };
    const ended = isStopped ? {} : ({ state: 'failed', changed_utc: now(), finished_utc: now() } as const);
    await end({ ...ended, report }).catch(() => undefined);
    throw error;
  }
}

const callIn = ({ call }: Context, { source }: ImportRequest, { id }: ImportRow): Call => ({
  ...call,
  actor: actorOf(call.actor, id),
  importSource: source,
});

export const newImport = (
  { call }: Context,
  { kind, name, source, options }: Pick<ImportRequest, 'kind' | 'name' | 'source' | 'options'>,
  now: string,
): ImportRow => ({
  id: 0,
  kind,
  name,
  source,
  state: 'running',
  user_id: call.actor.id,
  user_name: call.actor.name || operator.name,
  options,
  position: {},
  report: emptyReport,
  started_utc: now,
  changed_utc: now,
  finished_utc: '',
  lease: {},
  dry_run: false,
  preview: {},
});

/** A new import, or the interrupted one. */
async function begin(context: Context, store: Store, request: ImportRequest, now: string): Promise<ImportRow> {
  const { kind, name, source, resume = false } = request;
  return store.transact(async (writer) => {
    await writer.lock(importLock(kind, source));
    const unfinished = oneOf('state', ['running', 'failed']);
    const where = all(is('kind', kind), is('name', name), is('source', source), is('dry_run', false), unfinished);
    const [interrupted] = resume
      ? await writer.list({ table: imports, where, order: [{ column: 'id', descending: true }], limit: 1 })
      : [];
    if (interrupted) return takeRun(writer, interrupted.id, 'running');
    const { id: _, ...values } = { ...newImport(context, request, now), lease: newLease() };
    const row = { ...values, id: await writer.insert(imports, values) };
    await request.onCreate?.(writer, row);
    return row;
  });
}

type Finish<Result> = (context: WriteContext, applied: readonly Applied[], made: readonly Made[]) => Promise<Result>;

/** A record that fails while it is written rolls back its transaction: the page is written again without it. */
async function applyPage<Result>(
  context: Context,
  store: Store,
  { isDryRun, onApplied }: ImportRequest,
  records: readonly Incoming[],
  options: ApplyOptions,
  finish: Finish<Result>,
): Promise<Result> {
  const alone: Made[] = [];
  /** A transaction that is rolled back, and may be repeated, has made nothing. */
  const inTransaction = <T>(work: (context: WriteContext, made: readonly Made[]) => Promise<T>): Promise<T> => {
    const write = async (writer: Writer) => {
      const made: Made[] = [];
      return work({ ...context, store: noting(writer, made) }, made);
    };
    return isDryRun ? store.preview(write) : store.transact(write, { isLong: true });
  };
  const done: Applied[] = [];
  const failed = new Map<Incoming, Applied>();
  let each = false;
  for (let left = records; ; left = left.filter((record) => !failed.has(record))) {
    try {
      if (failed.size > maxRetries) {
        for (const record of left) done.push(...(await applyAlone(inTransaction, record, options, alone)));
        left = [];
      }
      const result = await inTransaction(async (writing, made) => {
        const applied = [...done, ...failed.values(), ...(await applyRecords(writing, left, options, each))];
        return { applied, value: await finish(writing, applied, [...alone, ...made]) };
      });
      onApplied?.(result.applied);
      return result.value;
    } catch (error) {
      if (error instanceof RejectedRecord) failed.set(error.incoming, rejected(error));
      else if (isFault(error) && !each) each = true;
      else throw error;
    }
  }
}

const asCreated = (incoming: Incoming): Applied => ({ incoming, outcome: 'created', warnings: [] });

const rejected = ({ incoming, problem }: RejectedRecord): Applied => ({
  incoming,
  outcome: 'failed',
  warnings: [warningOf(incoming, problem)],
});

async function applyAlone(
  inTransaction: <T>(work: (context: WriteContext, made: readonly Made[]) => Promise<T>) => Promise<T>,
  record: Incoming,
  options: ApplyOptions,
  alone: Made[],
): Promise<readonly Applied[]> {
  try {
    const { applied, made } = await inTransaction(async (context, made) => ({
      applied: await applyRecords(context, [record], options, true),
      made,
    }));
    alone.push(...made);
    return applied;
  } catch (error) {
    if (error instanceof RejectedRecord) return [rejected(error)];
    throw error;
  }
}
