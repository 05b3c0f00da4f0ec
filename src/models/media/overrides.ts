// Keeps media records and their files consistent: there is never a record without its files.
import { is } from '../../core/condition.js';
import type { WriteContext } from '../../core/context.js';
import { eachRow } from '../../core/each-row.js';
import type { Locked } from '../../core/locked.js';
import { pictureLock, recordLock } from '../../core/locks.js';
import type { Writes } from '../../core/model.js';
import { fileNames } from '../../core/picture.js';
import { invalidParam } from '../../core/problem.js';
import { copyOf, noImage } from '../families/image.js';
import { clearSiteImages } from '../settings/columns.js';
import { type MediaRow, mediaTable } from './columns.js';
import type { PreparedImage } from './prepare.js';
import { removeUnusedFiles } from './remove-unused-files.js';

type Given = { readonly file: PreparedImage };

/** The oldest record with the same file, for a reference without texts of its own. */
export const findPicture = async (context: WriteContext, { file }: Given): Promise<number | undefined> =>
  (await sameFile(context, file))?.id;

/** Locks the file, so that a concurrent removal cannot delete it before this transaction ends. */
async function sameFile({ store }: WriteContext, file: PreparedImage): Promise<MediaRow | undefined> {
  if ('id' in file) {
    await store.lock(recordLock(mediaTable, file.id));
    const named = await store.read({ table: mediaTable, where: is('id', file.id) });
    if (named) await store.lock(pictureLock(named.hash));
    return named;
  }
  await store.lock(pictureLock(file.hash));
  const where = is('hash', file.hash);
  const [oldest] = await store.list({ table: mediaTable, where, order: [{ column: 'id' }], limit: 1 });
  return oldest;
}

/** A new record shares the files of an existing one with the same image, or has those that its preparation stored. */
export const createWithFiles =
  (generic: Writes['create']): Writes['create'] =>
  async (context, model, given: Given) => {
    const { file } = given;
    return generic(context, model, { ...given, file: storedFile(file, await sameFile(context, file)) });
  };

function storedFile(file: PreparedImage, existing: MediaRow | undefined) {
  const named = 'id' in file ? existing : file;
  const picture = existing ? copyOf(existing).image : 'picture' in file ? file.picture : undefined;
  if (!named || !picture) throw invalidParam('file', 'The image has just been deleted. Upload it again.');
  return { ...picture, name: named.name, origin: named.origin };
}

export const removeWithFiles =
  (generic: Writes['remove']): Writes['remove'] =>
  async (context, model, stored: Locked<MediaRow>, given) => {
    await context.store.lock(pictureLock(stored.hash));
    await clearCopies(context, stored.id);
    const written = await generic(context, model, stored, given);
    context.afterCommit(context.store, ({ store, pictures }) =>
      removeUnusedFiles(store, pictures, stored.hash, fileNames(stored)),
    );
    return written;
  };

/** Removes an image from every record that uses it. */
async function clearCopies(context: WriteContext, id: number): Promise<void> {
  const { store, registry, call } = context;
  await clearSiteImages(context, id);
  for (const table of registry.models.filter(({ columns }) => 'image_id' in columns)) {
    await eachRow(store, table, is('image_id', id), async (row) => {
      await store.update(table, row.id, { ...noImage, modified_utc: call.now });
      // Incremented in the database, because a concurrent transaction may change the record.
      await store.add(table, [row.id], 'version', 1);
    });
  }
}
