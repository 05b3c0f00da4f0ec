// Records of pictures and their files come and go together: never a record without its files.
import { is } from '../../core/condition.js';
import { fileNames, type Picture } from '../../core/picture.js';
import { invalidParam } from '../../core/problem.js';
import type { Operations, Resource } from '../../core/resource.js';
import { claimRecord, type Row, type WritingDesk } from '../../core/store.js';
import { walk } from '../../core/walk.js';
import { copyOf, noImage } from '../families/image.js';
import { claimPicture, discardUnused } from './discard.js';
import type { Ready, ReadyFile } from './ready.js';

/** The oldest record with the same file, for a reference that brings no texts of its own. */
export const knownPicture: Resource['known'] = async (desk, given) => (await sameFile(desk, given.file as Ready))?.id;

/** Holds the lock on the file, so that a concurrent removal cannot take it away before this transaction ends. */
async function sameFile({ store, registry }: WritingDesk, file: Ready): Promise<StoredPicture | undefined> {
  const table = registry.named('media');
  if ('id' in file) await claimRecord(store, table, file.id);
  const named = 'id' in file ? await store.read({ table, where: is('id', file.id) }) : undefined;
  const hash = 'id' in file ? named?.hash : file.hash;
  if (hash === undefined) return undefined;
  await claimPicture(store, String(hash));
  if (named) return named as StoredPicture;
  const [oldest] = await store.list({ table, where: is('hash', hash), order: [{ column: 'id' }], limit: 1 });
  return oldest as StoredPicture | undefined;
}

/** A new record shares the stored files of one that has the same picture. Otherwise the files are stored, again if
 * another record took them along since they were made ready. */
export const keepFiles =
  (generic: Operations['create']): Operations['create'] =>
  async (desk, resource, given) => {
    const file = given.file as Ready;
    const twin = await sameFile(desk, file);
    if ('id' in file && !twin) throw invalidParam('file', 'This image was removed just now: send it again.');
    const { name, origin } = ('id' in file ? twin : file) as Sourced;
    const picture = twin ? copyOf(twin).image : await storeFiles(desk, file as ReadyFile);
    return generic(desk, resource, { ...given, file: { ...picture, name, origin } });
  };

type Sourced = Pick<ReadyFile, 'name' | 'origin'>;
type StoredPicture = Row & Picture & Sourced;

async function storeFiles({ pictures }: WritingDesk, { make }: ReadyFile): Promise<Picture> {
  const { files, ...picture } = await make();
  await pictures.keep(files);
  return picture;
}

export const removeFiles =
  (generic: Operations['remove']): Operations['remove'] =>
  async (desk, resource, stored, given) => {
    const picture = stored as Row & Picture;
    await claimPicture(desk.store, picture.hash);
    await clearCopies(desk, stored.id);
    await generic(desk, resource, stored, given);
    desk.store.afterwards((store) => discardUnused(store, resource, desk.pictures, picture.hash, fileNames(picture)));
  };

/** Takes a picture off every record that has it. */
async function clearCopies({ store, registry, call }: WritingDesk, id: number): Promise<void> {
  for (const table of registry.resources.filter(({ columns }) => 'image_id' in columns)) {
    await walk(store, table, is('image_id', id), async (row) => {
      await store.update(table, row.id, { ...noImage, modified_utc: call.now });
      // Counted up in place, since the record may be under change at this moment.
      await store.add(table, [row.id], 'version', 1);
    });
  }
}
