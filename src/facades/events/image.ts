// The image of a record: its field and its body.
import { optional } from '../../core/field.js';
import { picture } from '../../core/kinds/picture.js';
import { fileName, type Picture, type PictureSize, picturePath, pictureTypes, shapePaths } from '../../core/picture.js';
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

export const imageField = (nullDefault: { documentedDefault?: null } = {}) =>
  optional(picture, 'ID or URL of the image. An empty string removes it.', {
    ...nullDefault,
    prepare: prepareImage,
    lookUp: storedImage,
    pickFrom: 'media',
    toInput: (row) => row.image_id || '',
    sample: { ...samplePicture, id: 46 },
  });

export const fileUrl = (name: string, { site }: Pick<View, 'site'>): string => `${site.baseUrl}${picturePath}${name}`;

/** The whole image, and its parts in the shapes that search engines ask for. */
export const imageUrls = (image: Picture, view: Pick<View, 'site'>): readonly string[] => [
  fileUrl(fileName(image), view),
  ...shapePaths(image).map((path) => view.site.baseUrl + path),
];

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
  description: 'A size of an image.',
  required: ['width', 'height', 'mime-type', 'filesize', 'url'],
  properties: { width: integer, height: integer, 'mime-type': text, filesize: integer, url: address },
};

export const sizesSchema: Schema = {
  type: 'object',
  description: 'Sizes by name, such as `thumbnail`. Absent if the image is smaller than all of them.',
  additionalProperties: reference('ImageSize'),
};

export const imageSchema: Schema = {
  type: 'object',
  description: 'An image of the media library.',
  required: ['url', 'id', 'extension', 'width', 'height', 'filesize'],
  properties: {
    url: { ...address, description: 'URL of the full-size image.' },
    id: integer,
    extension: text,
    width: integer,
    height: integer,
    filesize: { ...integer, description: 'Size in bytes.' },
    sizes: sizesSchema,
  },
};
