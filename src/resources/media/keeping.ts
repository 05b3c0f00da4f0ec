// Records of pictures and their files come and go together: never a record without its files.
import { is } from '../../core/condition.js';
import { fileNames, type Picture } from '../../core/picture.js';
import { invalidParam } from '../../core/problem.js';
import type { Operations, Resource } from '../../core/resource.js';
import { claimRecord, type Row, type WritingDesk } from '../../core/store.js';
import { walk } from '../../core/walk.js';
import { noImage } from '../families/image.js';
import { claimPicture, discardUnused } from './discard.js';
import type { Ready } from './ready.js';

/** The same file is the same picture: it is answered as it is stored, whatever was given beside it. */
export const knownPicture: Resource['known'] = async (desk, given) => {
  const file = given.file as Ready;
  // Whoever removes it at the same moment waits until it has been answered.
  if ('id' in file) await claimRecord(desk.store, desk.registry.named('media'), file.id);
  else await claimPicture(desk.store, file.hash);
  const where = 'id' in file ? is('id', file.id) : is('hash', file.hash);
  return (await desk.store.read({ table: desk.registry.named('media'), where }))?.id;
};

/** The files may have been taken away since they were made ready, with another record of the same picture. */
export const keepFiles =
  (generic: Operations['create']): Operations['create'] =>
  async (desk, resource, given) => {
    const known = await knownPicture(desk, given);
    if (known !== undefined) return known;
    const file = given.file as Ready;
    if ('id' in file) throw invalidParam('file', 'This image was removed just now: send it again.');
    const { files, ...picture } = await file.make();
    await desk.pictures.keep(files);
    return generic(desk, resource, { ...given, file: { ...picture, name: file.name, origin: file.origin } });
  };

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
