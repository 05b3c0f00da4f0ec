// The image of a record: a reference to a media record, and a copy of its metadata. Files never change, so the copy stays
// valid until the media record is removed, which clears it.
import { may } from '../../core/actor.js';
import { derived, sparseIdColumn, sparseJsonColumn } from '../../core/column.js';
import { is } from '../../core/condition.js';
import type { Context, PrepareContext } from '../../core/context.js';
import type { LinkTarget } from '../../core/kinds/linked.js';
import type { PictureReference } from '../../core/kinds/picture.js';
import type { SettleInput } from '../../core/model.js';
import type { Picture } from '../../core/picture.js';
import { Invalid, unknownRecord } from '../../core/problem.js';
import type { Row } from '../../core/store.js';
import { type MediaRow, mediaTable } from '../media/columns.js';
import { type PreparedFile, prepareImageUrl } from '../media/prepare.js';

export const imageColumns = { image: derived(sparseJsonColumn<Picture>()), image_id: sparseIdColumn };
export interface ImageRow {
  readonly image: Picture | undefined;
  readonly image_id: number;
}

/** The row of the media record, or an empty string for no image. */
export type ImageGiven = { readonly image?: MediaRow | '' };
export const imageReference = { image: 'media' };

export const noImage: ImageRow = { image: undefined, image_id: 0 };

export const copyOf = ({
  id,
  hash,
  extension,
  width,
  height,
  filesize,
  sizes,
}: Picture & Pick<Row, 'id'>): ImageRow => ({
  image: { hash, extension, width, height, filesize, sizes },
  image_id: id,
});

/** A URL of this site refers to a stored image; any other URL is fetched, which needs the right to upload. */
export async function prepareImage(
  given: PictureReference,
  context: PrepareContext,
): Promise<PictureReference | PreparedFile> {
  if (given === '' || 'id' in given) return given;
  if (!may(context.call.actor, 'publish'))
    throw new Invalid('You do not have permission to upload images. Use the ID of an existing image.');
  return prepareImageUrl(given.address, context);
}

export async function storedImage(given: PictureReference | PreparedFile, context: Context): Promise<unknown> {
  if (given === '' || 'address' in given) return given;
  if (!('id' in given)) return { draft: { file: given } } satisfies LinkTarget;
  const row = await context.store.read({ table: mediaTable, where: is('id', given.id) });
  if (!row) throw unknownRecord('image');
  return row.id;
}

export function settleImage({ given, stored }: SettleInput<Row, ImageGiven>): Partial<ImageRow> {
  if (given.image === undefined) return stored ? {} : noImage;
  return given.image === '' ? noImage : copyOf(given.image);
}
