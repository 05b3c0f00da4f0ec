// The picture of a record: the field that names it, the copy that the record keeps of what is known of it, and its body.
// Files never change, so a copy stays true until the stored picture is removed, which clears it.
import { may } from '../../core/actor.js';
import { type Column, integerColumn } from '../../core/column.js';
import { is } from '../../core/condition.js';
import { optional } from '../../core/field.js';
import type { Found } from '../../core/kinds/linked.js';
import { type PictureReference, picture } from '../../core/kinds/picture.js';
import { fileName, type Picture, type PictureSize, picturePath, pictureTypes } from '../../core/picture.js';
import { Invalid } from '../../core/problem.js';
import type { Question, View } from '../../core/resource.js';
import { reference, type Schema } from '../../core/schema.js';
import type { Desk, PreparingDesk, Row } from '../../core/store.js';
import { type ReadyFile, readyAddress } from '../media/ready.js';
import { address, integer, text } from './present.js';

const copyColumn: Column<Picture | undefined> = {
  type: 'text',
  encode: (copy) => (copy ? JSON.stringify(copy) : ''),
  decode: (cell) => (cell ? (JSON.parse(String(cell)) as Picture) : undefined),
};

export const imageColumns = { image: copyColumn, image_id: integerColumn };
export interface ImageRow {
  readonly image: Picture | undefined;
  readonly image_id: number;
}

export const noImage: ImageRow = { image: undefined, image_id: 0 };

export const copyOf = (row: Row): ImageRow => {
  const { hash, extension, width, height, filesize, sizes } = row as Row & Picture;
  return { image: { hash, extension, width, height, filesize, sizes }, image_id: row.id };
};

/** An address of our own leads to the stored picture; any other is fetched, which takes the right to upload. */
async function prepareImage(given: PictureReference, desk: PreparingDesk): Promise<PictureReference | ReadyFile> {
  if (given === '' || 'id' in given) return given;
  if (!may(desk.call.actor, 'publish')) throw new Invalid('Only those who may upload images name them by an address.');
  return readyAddress(given.address, desk);
}

async function storedImage(given: PictureReference | ReadyFile, desk: Desk): Promise<unknown> {
  if (given === '' || 'address' in given) return given;
  if (!('id' in given)) return { draft: { file: given } } satisfies Found;
  const row = await desk.store.read({ table: desk.registry.named('media'), where: is('id', given.id) });
  if (!row) throw new Invalid('There is no such image.');
  return row.id;
}

export const samplePicture: Picture = {
  hash: '2c26b46b68ffc68ff99b453c1d30413413422d70',
  extension: 'jpg',
  width: 1200,
  height: 800,
  filesize: 182_044,
  sizes: {
    thumbnail: { width: 150, height: 150, filesize: 6_210 },
    medium: { width: 300, height: 200, filesize: 14_822 },
  },
};

export const imageField = (advertised: { advertised?: null } = {}) =>
  optional(picture, 'Id or address of the image; empty text for none', {
    ...advertised,
    prepare: prepareImage,
    lookUp: storedImage,
    refers: 'media',
    form: (row) => (row as Row & ImageRow).image_id || '',
    sample: { ...samplePicture, id: 46 },
  });

/** What was given is by now the row of a stored picture, or empty text. */
export function settleImage({ given, stored }: Question): Partial<ImageRow> {
  if (given.image === undefined) return stored ? {} : noImage;
  return given.image === '' ? noImage : copyOf(given.image as Row);
}

export const fileUrl = (name: string, { site }: Pick<View, 'site'>): string => `${site.baseUrl}${picturePath}${name}`;

export function imageBody({ image, image_id }: ImageRow, view: Pick<View, 'site'>) {
  if (!image) return undefined;
  const sizes = Object.entries(image.sizes).map(([name, size]) => [name, sizeBody(image, size, view)]);
  return {
    url: fileUrl(fileName(image), view),
    id: image_id,
    extension: image.extension,
    width: image.width,
    height: image.height,
    filesize: image.filesize,
    ...(sizes.length && { sizes: Object.fromEntries(sizes) }),
  };
}

const sizeBody = (image: Picture, size: PictureSize, view: Pick<View, 'site'>) => ({
  width: size.width,
  height: size.height,
  'mime-type': pictureTypes[image.extension],
  filesize: size.filesize,
  url: fileUrl(fileName(image, size), view),
});

export const imageSizeSchema: Schema = {
  type: 'object',
  description: 'One variant of an image',
  required: ['width', 'height', 'mime-type', 'filesize', 'url'],
  properties: { width: integer, height: integer, 'mime-type': text, filesize: integer, url: address },
};

export const sizesSchema: Schema = {
  type: 'object',
  description: 'Variants by name, such as thumbnail; absent when the image is too small to have any',
  additionalProperties: reference('ImageSize'),
};

export const imageSchema: Schema = {
  type: 'object',
  description: 'A stored image',
  required: ['url', 'id', 'extension', 'width', 'height', 'filesize'],
  properties: {
    url: { ...address, description: 'The image in its full size' },
    id: integer,
    extension: text,
    width: integer,
    height: integer,
    filesize: { ...integer, description: 'In bytes' },
    sizes: sizesSchema,
  },
};
