// Addresses: paths that records had on another site, so that links to it still lead to them.
import { integerColumn, textColumn } from './column.js';
import { all, is, oneOf } from './condition.js';
import { plainTable, type Writer } from './store.js';

export const addresses = plainTable('addresses', {
  /** As `addressKey` returns it; unique. */
  path: textColumn,
  /** Name of the model. */
  resource: textColumn,
  record_id: integerColumn,
});

/** Bytes; indexes of PostgreSQL limit their entries. */
const maxKeyBytes = 2_000;

/** How paths are compared: decoded, without repeated and final slashes; upper case counts in names of uploaded files only.
 * Undefined for the home page and for paths that are too long. */
export function addressKey(path: string): string | undefined {
  const parts = path.split('/').filter(Boolean).map(decoded);
  const key = `/${parts.join('/')}`.normalize('NFC');
  if (parts.length === 0 || key.includes('\0') || Buffer.byteLength(key) > maxKeyBytes) return undefined;
  return uploadsPattern.test(key) ? key : key.toLowerCase();
}

const uploadsPattern = /\/wp-content\/uploads\//;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** An address of another record is taken over: the newest record with a path has it. */
export async function saveAddresses(
  store: Writer,
  resource: string,
  id: number,
  paths: readonly string[],
): Promise<void> {
  const keys = [...new Set(paths.map(addressKey))].filter((key) => key !== undefined);
  if (keys.length === 0) return;
  const where = oneOf('path', keys);
  const known = await store.list({ table: addresses, where, order: [{ column: 'id' }], limit: keys.length });
  for (const row of known) {
    if (row.resource !== resource || row.record_id !== id)
      await store.update(addresses, row.id, { resource, record_id: id });
  }
  const news = keys.filter((key) => !known.some(({ path }) => path === key));
  for (const path of news) await store.insert(addresses, { path, resource, record_id: id });
}

/** For records that are erased. */
export async function removeAddresses(store: Writer, resource: string, ids: readonly number[]): Promise<void> {
  await store.remove(addresses, all(is('resource', resource), oneOf('record_id', ids)));
}
