// Removes files that no record uses, under the lock of the image: no transaction can create a record of it meanwhile.
import { is } from '../../core/condition.js';
import { pictureLock } from '../../core/locks.js';
import type { Pictures } from '../../core/picture.js';
import type { Reader, Transacting } from '../../core/store.js';
import { mediaTable } from './columns.js';

export async function removeUnusedFiles(
  store: Transacting,
  pictures: Pick<Pictures, 'existing' | 'remove'>,
  hash: string,
  names: readonly string[],
): Promise<void> {
  const used = (reader: Reader) => reader.read({ table: mediaTable, where: is('hash', hash) });
  if (await used(store)) return;
  // Asked before the transaction: while a bucket does not respond, other writes must not wait for it.
  const existing = await pictures.existing(names);
  if (existing.length === 0) return;
  await store.transact(async (writer) => {
    await writer.lock(pictureLock(hash));
    if (!(await used(writer))) await pictures.remove(existing);
  });
}
