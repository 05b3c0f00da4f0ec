// Follows a site until its owner switches over: sweep after sweep of everything it lists, in one import. A record that two
// sweeps in a row did not list is asked for by itself, and moved to the trash if the site no longer shows it.
import { setTimeout as sleep } from 'node:timers/promises';
import { all, is } from '../../core/condition.js';
import type { Context, RequestContext } from '../../core/context.js';
import { eachRow } from '../../core/each-row.js';
import { shapeOf } from '../../core/facade.js';
import type { Given } from '../../core/field.js';
import type { Model } from '../../core/model.js';
import type { Reader, Row, Store } from '../../core/store.js';
import { readLocked } from '../../operations/lock.js';
import { find } from '../../operations/read.js';
import { writesOf } from '../../operations/write.js';
import { outcomes } from '../incoming.js';
import { isMirror, newestImport } from '../mirrored.js';
import { emptyReport, noCounts, type Report } from '../report.js';
import { viaImport } from '../run.js';
import { type ImportRow, imported, imports } from '../tables.js';
import { wasChangedSince, writtenAgain } from '../written.js';
import type { TecOptions } from './options.js';
import { type OldSite, shownOptions, type TakeoverRequest, takeOver } from './takeover.js';

export interface MirroredSite extends OldSite {
  /** False if the site says that it does not show the record to the public or to the user. */
  readonly shows: (externalId: string) => Promise<boolean>;
}

export interface MirrorRequest extends Omit<TakeoverRequest, 'isDryRun' | 'resume' | 'options'> {
  readonly now: () => string;
}

/** Sweeps in a row without a record, before it is asked for. */
const maxMissed = 2;

/** One sweep. The import is mirrored afterwards, and also if it fails. */
export async function sweep(
  context: RequestContext,
  store: Store,
  site: MirroredSite,
  request: MirrorRequest,
): Promise<ImportRow> {
  const { now, tec } = request;
  const started = now();
  const totals = await reopen(store, site.source, request);
  const options = { ...shownOptions(tec), mirror: true };
  const isFirst = Object.keys(totals).length === 0;
  let importId = 0;
  const removed: Record<string, number> = {};
  let isJudged = false;
  const row = await takeOver(context, store, site, {
    ...request,
    resume: true,
    options,
    isFirst,
    onBegin: ({ id }) => {
      importId = id;
    },
    // Once for each sweep: its first lists show all records, unless the site has no list of all events.
    onListed: async (seen) => {
      if (isJudged) return;
      isJudged = true;
      await removeMissing(context, store, site, { id: importId, seen, removed }, tec);
    },
  });
  if (request.signal?.aborted) return row;
  const values = {
    state: 'mirrored' as const,
    options: { ...row.options, swept_utc: started },
    report: summed(totals, row.report, removed),
  };
  await store.transact((writer) => writer.update(imports, row.id, values));
  return { ...row, ...values };
}

/** Sweeps until stopped. A failure is reported, and the next sweep tries again. */
export async function mirror(
  context: RequestContext,
  store: Store,
  site: MirroredSite,
  request: MirrorRequest & {
    readonly everyMs: number;
    readonly onSweep: (result: ImportRow | Error) => void;
  },
): Promise<ImportRow> {
  const { signal, everyMs, onSweep } = request;
  let last: ImportRow | undefined;
  for (;;) {
    const result = await sweep(context, store, site, request).catch((error: unknown) => {
      // The first sweep shows whether the site can be read at all.
      if (!last || !(error instanceof Error)) throw error;
      return error;
    });
    if (!(result instanceof Error)) last = result;
    if (!signal?.aborted) onSweep(result);
    await sleep(everyMs, undefined, { ...(signal && { signal }) }).catch(() => undefined);
    if (!last) continue;
    const isEnded = !(await isStillMirrored(store, last));
    if (signal?.aborted || isEnded) return last;
  }
}

const isStillMirrored = async (store: Store, { source, id }: ImportRow): Promise<boolean> => {
  const newest = await newestImport(store, source);
  return newest !== undefined && newest.id === id && isMirror(newest);
};

type Totals = Report['counts'];

/** Makes the import of the last sweep the one that goes on. Returns what the sweeps before it have changed. */
function reopen(store: Store, source: string, { tec }: MirrorRequest): Promise<Totals> {
  return store.transact(async (writer) => {
    const newest = await newestImport(writer, source);
    if (!newest || newest.state === 'undone') return {};
    const isInterrupted = newest.state === 'running' || newest.state === 'failed';
    if (!isInterrupted && !isMirror(newest)) return {};
    const totals = isInterrupted ? totalsIn(newest.options) : newest.report.counts;
    await writer.update(imports, newest.id, {
      options: { ...newest.options, ...shownOptions(tec), mirror: true, totals },
      ...(!isInterrupted && { state: 'running' as const, position: {}, report: emptyReport }),
    });
    return totals;
  });
}

const totalsIn = ({ totals }: Given): Totals => (totals ?? {}) as Totals;

/** What all sweeps changed; what the last one found unchanged, and its warnings. */
function summed(before: Totals, { counts, warnings }: Report, removed: Readonly<Record<string, number>>): Report {
  const names = new Set([...Object.keys(before), ...Object.keys(counts), ...Object.keys(removed)]);
  const sums = [...names].map((name) => {
    const [old, added] = [before[name] ?? noCounts, counts[name] ?? noCounts];
    const sum = (outcome: (typeof outcomes)[number]) =>
      (outcome === 'same' ? 0 : old[outcome]) + added[outcome] + (outcome === 'updated' ? (removed[name] ?? 0) : 0);
    return [name, Object.fromEntries(outcomes.map((outcome) => [outcome, sum(outcome)]))];
  });
  return { counts: Object.fromEntries(sums), warnings };
}

const sweptModels = ['event', 'venue', 'organizer', 'category', 'tag'] as const;

interface Listed {
  readonly id: number;
  readonly seen: ReadonlySet<string>;
  /** Numbers of removed records by model, to which those of this call are added. */
  readonly removed: Record<string, number>;
}

async function removeMissing(
  context: RequestContext,
  store: Store,
  site: MirroredSite,
  { id, seen, removed }: Listed,
  { only, since, limit }: TecOptions,
): Promise<void> {
  const actor = { ...context.call.actor, via: viaImport(id) };
  const removing = { ...context, call: { ...context.call, actor } };
  for (const name of sweptModels) {
    const isPartly = name === 'event' && (since !== undefined || limit !== undefined);
    if (isPartly || (only && !only.includes(name))) continue;
    const model = context.registry.named(name);
    const missing: Row[] = [];
    await eachRow(store, model, is('source', site.source), async (row) => {
      if (!seen.has(String(row.external_id)) && row.status !== 'trash') missing.push(row);
    });
    for (const row of missing) {
      if (!(await isMissedOften(store, model, row)) || (await site.shows(String(row.external_id)))) continue;
      await removeRecord(removing, store, model, row);
      removed[name] = (removed[name] ?? 0) + 1;
    }
  }
}

const stateOf = (reader: Reader, { name }: Model, { id, source }: Row) =>
  reader.read({ table: imported, where: all(is('resource', name), is('record_id', id), is('source', source)) });

const isMissedOften = (store: Store, model: Model, row: Row): Promise<boolean> =>
  store.transact(async (writer) => {
    const state = await stateOf(writer, model, row);
    if (!state) return false;
    const missed = state.missed + 1;
    await writer.update(imported, state.id, { missed });
    return missed >= maxMissed;
  });

/** To the trash; terms have none. Its new slug is no change by a person: the record comes back if the site shows it again. */
const removeRecord = (context: Context, store: Store, model: Model, row: Row): Promise<void> =>
  store.transact(async (writer) => {
    const { id } = row;
    const writing = { ...context, store: writer };
    const shape = shapeOf(context.call.facade, model.name);
    // With its links: the counts of its terms change.
    const stored = await readLocked(writer, model, id, () => find(writing, shape, { id }, 'remove'));
    if (stored.status === 'trash') return;
    await writesOf(model).remove(writing, model, stored, {});
    const [state, removed] = [
      await stateOf(writer, model, row),
      await writer.read({ table: model, where: is('id', id) }),
    ];
    const isIntact = state && removed && !wasChangedSince(shape, state.version, stored);
    if (isIntact) await writer.update(imported, state.id, { version: writtenAgain(shape, state.version, removed) });
  });

/** Ends a mirror: its records can be edited here from now on. */
export const endMirror = (store: Store, source: string, now: string): Promise<ImportRow | undefined> =>
  store.transact(async (writer) => {
    const newest = await newestImport(writer, source);
    if (!newest || !isMirror(newest)) return undefined;
    const values = {
      state: 'finished' as const,
      options: { ...newest.options, mirror: false },
      changed_utc: now,
      finished_utc: now,
    };
    await writer.update(imports, newest.id, values);
    return { ...newest, ...values };
  });
