// Images as input: an uploaded file, or a reference to a stored image or a URL.
import type { Kind } from '../kind.js';
import { Upload } from '../picture.js';
import { Invalid } from '../problem.js';
import { isWebUrl } from '../text/web-url.js';
import { readInteger } from './number.js';
import { readText } from './text.js';

export type PictureReference = '' | { readonly id: number } | { readonly address: string };

/** The ID of a stored image, a URL to fetch one from, or an empty string for none. */
export const picture: Kind<PictureReference> = {
  declared: { type: 'string' },
  schema: { anyOf: [{ type: 'string' }, { type: 'integer', minimum: 1 }] },
  read: (input) => {
    if (input === '') return '';
    const id = readInteger(input);
    if (id !== undefined && id > 0) return { id };
    return { address: readAddress(input, 'Must be the ID or URL of an image.') };
  },
  input: { widget: 'image' },
};

export type PictureFile = Upload | { readonly address: string };

const dataAddress = /^data:[\w.+/-]{0,100};base64,([A-Za-z0-9+/]*={0,2})$/;

/** An uploaded file; as a string, a base64 `data:` URL or a URL to fetch it from. */
export const pictureFile: Kind<PictureFile> = {
  declared: { type: 'string' },
  schema: { type: 'string', description: 'Image file. In JSON a base64 `data:` URL or the URL of an image.' },
  read: (input) => {
    if (input instanceof Upload) return input;
    const encoded = typeof input === 'string' ? dataAddress.exec(input)?.[1] : undefined;
    if (encoded !== undefined) return new Upload(Buffer.from(encoded, 'base64'), '');
    return { address: readAddress(input, 'Must be an image file or the URL of one.') };
  },
  input: { widget: 'file' },
};

function readAddress(input: unknown, message: string): string {
  const address = typeof input === 'string' ? readText(input, 4_000).trim() : '';
  if (!isWebUrl(address) || !/^https?:/i.test(address)) throw new Invalid(message);
  return address;
}
