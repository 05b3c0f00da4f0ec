// Removes files that no record uses.
import { is } from '../../core/condition.js';
import type { Pictures } from '../../core/picture.js';
import type { Reader, Transacting } from '../../core/store.js';
import { mediaTable } from './columns.js';
import { leaseForRemoval } from './file-leases.js';

export async function removeUnusedFiles(
  store: Transacting,
  pictures: Pick<Pictures, 'existing' | 'remove'>,
  hash: string,
  names: readonly string[],
): Promise<void> {
  const isUsed = async (reader: Reader) =>
    (await reader.read({ table: mediaTable, where: is('hash', hash) })) !== undefined;
  if (await isUsed(store)) return;
  const existing = await pictures.existing(names);
  if (existing.length === 0) return;
  const release = await leaseForRemoval(store, hash, isUsed);
  if (!release) return;
  try {
    await pictures.remove(existing);
  } finally {
    await release();
  }
}
