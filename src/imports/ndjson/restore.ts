// Writes records of a complete export as they were stored, under their IDs. The rules of a request are not applied again:
// dates, versions and the dates of a series stay as they are.
import { all, everything, oneOf } from '../../core/condition.js';
import type { WriteContext } from '../../core/context.js';
import { isTranslated, otherSlugs } from '../../core/language.js';
import { localizedIndexOf } from '../../core/localized-index.js';
import type { Model, Written } from '../../core/model.js';
import { recordRevisions } from '../../core/revision.js';
import { lockRecord, type Row, type Values } from '../../core/store.js';
import { indexNew, indexRecord } from '../../operations/languages.js';
import { linkNew, writeLinks } from '../../operations/links.js';
import type { Applied, Incoming, Outcome } from '../incoming.js';
import { mapRecords } from '../mapping.js';
import { exportedColumns, hasOwnContent } from './columns.js';
import { lineOf } from './export.js';
import type { RestoredRecord } from './parse-record.js';
import { type Assumed, assume, faultsOf } from './references.js';
import type { Mode } from './request.js';

export const incomingAt = (line: number, resource: string): Incoming => ({
  resource,
  externalId: '',
  fields: {},
  place: `line ${line}`,
});

export const failed = (line: number, resource: string, text: string): Applied => ({
  incoming: incomingAt(line, resource),
  outcome: 'failed',
  warnings: [{ kind: 'invalid', place: `line ${line}`, text }],
});

/** Records of one model, in the order of the file. */
export async function restoreRecords(
  context: WriteContext,
  model: Model,
  records: readonly RestoredRecord[],
  mode: Mode,
  assumed?: Assumed,
): Promise<readonly Applied[]> {
  const stored = await lockedRows(context, model, records);
  const added = records.map(({ row }) => row.id).filter((id) => !stored.has(id));
  // The table of a single record has no sequence.
  if (added.length > 0) await context.store.reserveIds(model, added);
  const faults = await faultsOf(context, model, records, stored, assumed);
  const outcomes = records.map((record): Outcome => {
    if (faults.has(record)) return 'failed';
    const existing = stored.get(record.row.id);
    if (!existing) return 'created';
    if (isSame(context, record, existing)) return 'same';
    return mode === 'create' || isKept(model) ? 'skipped' : 'updated';
  });
  assume(assumed, model, chosenIds(records, faults));
  const chosen = (outcome: Outcome) => records.filter((_, at) => outcomes[at] === outcome);
  const written = [
    ...(await insertRecords(context, model, chosen('created'))),
    ...(await updateRecords(context, model, chosen('updated'), stored)),
  ];
  await recordRevisions(context.store, context.call, written);
  await mapRecords(context.store, model, written.flatMap(identityOf));
  return records.map((record, at) => appliedOf(record, outcomes[at] ?? 'failed', faults.get(record)));
}

const identityOf = ({ id, after: { source, external_id } = { id: 0 } }: Written) =>
  external_id ? [{ record_id: id, source: String(source), external_id: String(external_id) }] : [];

const chosenIds = (
  records: readonly RestoredRecord[],
  faults: ReadonlyMap<RestoredRecord, string>,
): readonly number[] => records.flatMap((record) => (faults.has(record) ? [] : [record.row.id]));

/** Accounts that exist here keep their names, roles and passwords. */
const isKept = ({ name }: Model): boolean => name === 'user';

function appliedOf({ line, model, row }: RestoredRecord, outcome: Outcome, fault: string | undefined): Applied {
  if (fault !== undefined) return failed(line, model.name, fault);
  const text = `${row.id} exists already and was not changed.`;
  return {
    incoming: incomingAt(line, model.name),
    outcome,
    id: row.id,
    warnings: outcome === 'skipped' ? [{ kind: 'exists', place: `line ${line}`, text }] : [],
  };
}

/** Read under their locks: a concurrent change of one of them commits first. */
async function lockedRows(
  context: WriteContext,
  model: Model,
  records: readonly RestoredRecord[],
): Promise<ReadonlyMap<number, Row>> {
  const rows = await storedRows(context, model, records);
  const locks = new Set([...rows.values()].map((row) => model.lockedBy?.(row) ?? row.id));
  // In one order, so that concurrent transactions do not deadlock.
  for (const id of [...locks].sort((one, other) => one - other)) await lockRecord(context.store, model, id);
  return locks.size > 0 ? storedRows(context, model, records) : rows;
}

async function storedRows(
  { store, registry }: WriteContext,
  model: Model,
  records: readonly RestoredRecord[],
): Promise<ReadonlyMap<number, Row>> {
  const { table } = exportedColumns(model, registry);
  const where = all(
    oneOf(
      'id',
      records.map(({ row }) => row.id),
    ),
  );
  const embeds = Object.keys(model.links).map((field) => ({ field, visible: everything }));
  const rows = await store.list({ table, where, order: [{ column: 'id' }], limit: records.length, embeds });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether both would be exported as the same line. */
function isSame({ registry }: WriteContext, { model, row, links, kept }: RestoredRecord, stored: Row): boolean {
  const withLinks: Row = { ...row, ...mapped(links, (ids) => ids.map((id) => ({ id }))) };
  const line = (one: Row) => lineOf(model, registry, one, kept.length === 0);
  return line(withLinks) === line(stored);
}

const mapped = <From, To>(values: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

async function insertRecords(
  context: WriteContext,
  model: Model,
  records: readonly RestoredRecord[],
): Promise<readonly Written[]> {
  if (records.length === 0) return [];
  const { store, registry, call } = context;
  const { counters } = exportedColumns(model, registry);
  const zero = Object.fromEntries(counters.map((name) => [name, 0]));
  const rows = records.map(({ row }): Row => ({ ...row, ...zero }));
  const own = rows.filter((row) => hasOwnContent(model, row));
  const linked = Object.entries(model.links).map(([field, link]) => ({
    link,
    targets: records.map(({ links }) => links[field] ?? []),
  }));
  await Promise.all([
    store.insertAll(model, rows),
    ...linked.map((one) => linkNew(context, rows, one)),
    indexNew(context, model, own),
  ]);
  for (const row of own.filter(isTranslated)) {
    await store.setExtraSlugs(model, row.id, otherSlugs(row));
    await store.indexLocalized(model, row.id, localizedIndexOf(model, row, call.site.languages));
  }
  return own.map((after) => ({ model, id: after.id, after, alsoWritten: [] }));
}

async function updateRecords(
  context: WriteContext,
  model: Model,
  records: readonly RestoredRecord[],
  stored: ReadonlyMap<number, Row>,
): Promise<readonly Written[]> {
  const written: Written[] = [];
  for (const { row, kept, links } of records) {
    const before = stored.get(row.id);
    if (!before) continue;
    const values: Values = Object.fromEntries(
      Object.entries(row).filter(([name]) => name !== 'id' && !kept.includes(name)),
    );
    await context.store.update(model, row.id, values);
    const after: Row = { ...before, ...row };
    const linked = await writeLinks(context, model, after, before, links, neverCreated);
    if (hasOwnContent(model, row)) await indexRecord(context, model, after, before);
    else await context.store.unindex(model, row.id);
    written.push({ model, id: row.id, before, after, ...(linked && { linked }), alsoWritten: [] });
  }
  return written;
}

const neverCreated = async (): Promise<number> => {
  throw new TypeError('links of an export are IDs');
};
