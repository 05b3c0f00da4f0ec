// Takes away files that no record speaks of. Whoever makes or removes a record of the same picture waits meanwhile.
import { is } from '../../core/condition.js';
import { pictureLock } from '../../core/locks.js';
import type { Pictures } from '../../core/picture.js';
import type { Reader, Table, Transacting, Writer } from '../../core/store.js';

/** Two requests at once must not both find that a picture is new, or unused. */
export const claimPicture = (writer: Writer, hash: string): Promise<void> => writer.claim(pictureLock(hash));

export async function discardUnused(
  store: Transacting,
  table: Table,
  pictures: Pick<Pictures, 'remove'>,
  hash: string,
  names: readonly string[],
): Promise<void> {
  const used = (reader: Reader) => reader.read({ table, where: is('hash', hash) });
  if (await used(store)) return;
  await store.transact(async (writer) => {
    await claimPicture(writer, hash);
    if (!(await used(writer))) await pictures.remove(names);
  });
}
