// Addresses: paths that records had on another site, so that links to it still lead to them.

import { integerColumn, textColumn } from './column.js';
import { all, is, oneOf } from './condition.js';
import { slices } from './slices.js';
import { plainTable, type Writer } from './store.js';
import { decodePart } from './text/decode-part.js';

export const oldUrls = plainTable('addresses', {
  /** As `addressKey` returns it; unique. */
  path: textColumn,
  /** Name of the model. */
  resource: textColumn,
  record_id: integerColumn,
});

/** Rows per statement. */
const batchSize = 500;
/** Bytes; indexes of PostgreSQL limit their entries. */
const maxKeyBytes = 2_000;

/** How paths are compared: decodePart, without repeated and final slashes; upper case counts in names of uploaded files only.
 * Undefined for the home page and for paths that are too long. */
export function oldUrlKey(path: string): string | undefined {
  const parts = path.split('/').filter(Boolean).map(decodePart);
  const key = `/${parts.join('/')}`.normalize('NFC');
  if (parts.length === 0 || key.includes('\0') || Buffer.byteLength(key) > maxKeyBytes) return undefined;
  return uploadsPattern.test(key) ? key : key.toLowerCase();
}

const uploadsPattern = /\/wp-content\/uploads\//;

/** A record and the paths that it had elsewhere. */
export interface Moved {
  readonly resource: string;
  readonly id: number;
  readonly paths: readonly string[];
}

/** An address of another record is taken over: the newest record with a path has it. */
export async function saveOldUrls(store: Writer, records: readonly Moved[]): Promise<void> {
  const wanted = new Map<string, Moved>();
  for (const record of records) {
    for (const key of record.paths.map(oldUrlKey)) if (key !== undefined) wanted.set(key, record);
  }
  const keys = [...wanted.keys()];
  for (const some of slices(keys, batchSize)) {
    const where = oneOf('path', some);
    for (const row of await store.list({ table: oldUrls, where, order: [], limit: batchSize })) {
      const { resource, id } = wanted.get(row.path) ?? { resource: row.resource, id: row.record_id };
      wanted.delete(row.path);
      if (row.resource !== resource || row.record_id !== id)
        await store.update(oldUrls, row.id, { resource, record_id: id });
    }
  }
  const ids = await store.takeIds(oldUrls, wanted.size);
  const rows = [...wanted].map(([path, { resource, id }], at) => ({ id: ids[at] ?? 0, path, resource, record_id: id }));
  for (const batch of slices(rows, batchSize)) await store.insertAll(oldUrls, batch);
}

/** For records that are erased. */
export async function removeOldUrls(store: Writer, resource: string, ids: readonly number[]): Promise<void> {
  await store.remove(oldUrls, all(is('resource', resource), oneOf('record_id', ids)));
}
