// The image of a record: the field that names it, and its body.
import { optional } from '../../core/field.js';
import { picture } from '../../core/kinds/picture.js';
import { fileName, type Picture, type PictureSize, picturePath, pictureTypes } from '../../core/picture.js';
import { reference, type Schema } from '../../core/schema.js';
import type { View } from '../../core/shape.js';
import { type ImageRow, prepareImage, storedImage } from '../../models/families/image.js';
import { address, integer, text } from './outputs.js';

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

export const imageField = (unset: { documentedDefault?: null } = {}) =>
  optional(picture, 'Id or address of the image; empty text for none', {
    ...unset,
    prepare: prepareImage,
    lookUp: storedImage,
    pickFrom: 'media',
    toInput: (row) => row.image_id || '',
    sample: { ...samplePicture, id: 46 },
  });

export const fileUrl = (name: string, { site }: Pick<View, 'site'>): string => `${site.baseUrl}${picturePath}${name}`;

export const imageBody = ({ image, image_id }: ImageRow, view: Pick<View, 'site'>) =>
  image && pictureBody(image, image_id, view);

export function pictureBody(image: Picture, id: number, view: Pick<View, 'site'>) {
  const sizes = Object.entries(image.sizes).map(([name, size]) => [name, sizeBody(image, size, view)]);
  return {
    url: fileUrl(fileName(image), view),
    id,
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
