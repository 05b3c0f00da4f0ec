// The mapping from source and external ID to a record, many to one. A record has the external ID of its origin itself; other
// sources that know it have a row in `imported` only.

import { all, is, oneOf } from '../core/condition.js';
import { groupBy } from '../core/group-by.js';
import type { Reader, Row, Table, Writer } from '../core/store.js';
import { type ImportedRow, imported } from './tables.js';

export interface Mapped {
  /** Undefined if it was erased. */
  readonly row: Row | undefined;
  readonly state: ImportedRow | undefined;
  /** The record comes from this source, which may change it. */
  readonly isOrigin: boolean;
}

/** By external ID. */
export async function mappedRecords(
  store: Reader,
  table: Table,
  source: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Mapped>> {
  const wanted = all(is('source', source), oneOf('external_id', ids));
  const [order, limit] = [[], ids.length];
  const own = await store.list({ table, where: wanted, order, limit });
  const where = all(is('resource', table.name), wanted);
  const states = await store.list({ table: imported, where, order, limit });
  const origins = new Map<string, Row>(own.map((row) => [String(row.external_id), row]));
  const others = states.filter(({ external_id }) => !origins.has(external_id)).map(({ record_id }) => record_id);
  const rows = others.length ? await store.list({ table, where: oneOf('id', others), order, limit }) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map([
    ...states.map(
      (state) => [state.external_id, { row: byId.get(state.record_id), state, isOrigin: false }] as [string, Mapped],
    ),
    ...own.map((row): [string, Mapped] => {
      const state = states.find(({ external_id }) => external_id === row.external_id);
      return [String(row.external_id), { row, state, isOrigin: true }];
    }),
  ]);
}

export interface Target {
  readonly id: number;
  /** Nothing can be linked to it. */
  readonly isTrashed: boolean;
}

/** The records that external IDs refer to. One in the trash is forgotten unless it comes from this source. */
export async function mappedTargets(
  store: Reader,
  table: Table,
  source: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Target>> {
  const mapped = ids.length ? await mappedRecords(store, table, source, ids) : new Map<string, Mapped>();
  return new Map(
    [...mapped].flatMap(([id, { row, isOrigin }]) => {
      const isTrashed = row?.status === 'trash';
      return row && (isOrigin || !isTrashed) ? [[id, { id: row.id, isTrashed }] as [string, Target]] : [];
    }),
  );
}

type State = Pick<ImportedRow, 'record_id' | 'source' | 'external_id'>;

/** Records that were written together with their external IDs, by an import that knows nothing else of them. */
export async function mapRecords(store: Writer, { name: resource }: Table, states: readonly State[]): Promise<void> {
  for (const [source, some] of groupBy(states, (state) => state.source)) {
    const ids = some.map(({ external_id }) => external_id);
    await store.remove(imported, all(is('resource', resource), is('source', source), oneOf('external_id', ids)));
    await store.append(
      imported,
      some.map((state) => ({ resource, ...state, hash: '', version: '', missed: 0, removed: undefined })),
    );
  }
}
