// Prepares an image before the transaction that refers to it: fetches, decodes and stores its files. Files are stored
// before their record; those that get no record are removed again (remove-unused-files.ts).
import { is } from '../../core/condition.js';
import type { PrepareContext } from '../../core/context.js';
import { fileNames, type Picture, partsOf, picturePath, type Upload } from '../../core/picture.js';
import { type MediaRow, mediaTable } from './columns.js';
import { leaseForUse } from './file-leases.js';
import { removeUnusedFiles } from './remove-unused-files.js';

/** An image that can become a record. */
export interface PreparedFile {
  readonly hash: string;
  /** Original file name. */
  readonly name: string;
  /** The URL that it was fetched from; empty for an upload. */
  readonly origin: string;
  /** Its stored files; absent if a record has them. */
  readonly picture?: Picture;
}

export type PreparedImage = { readonly id: number } | PreparedFile;

const recordWith = (context: PrepareContext, column: 'hash' | 'origin', value: string): Promise<MediaRow | undefined> =>
  context.store
    .list({ table: mediaTable, where: is(column, value), order: [{ column: 'id' }], limit: 1 })
    .then(([oldest]) => oldest);

/** The stored image of the URL, or the image fetched from it. */
export async function prepareImageUrl(url: string, context: PrepareContext): Promise<PreparedImage> {
  const own = `${context.call.site.baseUrl}${picturePath}`;
  const parts = url.startsWith(own) ? partsOf(url.slice(own.length)) : undefined;
  const existing = parts ? await recordWith(context, 'hash', parts.hash) : await recordWith(context, 'origin', url);
  if (existing) return { id: existing.id };
  return prepareUpload(await context.pictures.fetch(url, context.signal), context, url);
}

export async function prepareUpload(upload: Upload, context: PrepareContext, origin = ''): Promise<PreparedFile> {
  const { pictures } = context;
  const hash = pictures.hashOf(upload.bytes);
  const file = { hash, name: upload.name, origin };
  if (await recordWith(context, 'hash', hash)) return file;
  if (!pictures.storesNothing) await leaseForUse(context, hash);
  const { files, ...picture } = await pictures.make(upload);
  context.onSettled(() => removeUnusedFiles(context.store, pictures, hash, fileNames(picture)));
  await pictures.save(files);
  return { ...file, picture };
}
