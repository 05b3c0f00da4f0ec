// The schemas of a picture inside a body: the whole picture, and each of its smaller variants.
import { reference, type Schema } from '../../core/schema.js';
import { address, integer, text } from './present.js';

export const imageSizeSchema: Schema = {
  type: 'object',
  description: 'One variant of an image',
  required: ['width', 'height', 'mime-type', 'filesize', 'url'],
  properties: { width: integer, height: integer, 'mime-type': text, filesize: integer, url: address },
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
    sizes: {
      type: 'object',
      description: 'Variants by name, such as thumbnail; absent when the image is too small to have any',
      additionalProperties: reference('ImageSize'),
    },
  },
};
