// Implements the `Pictures` port: fetching, encoding and storing images, with limits on concurrency.
import { createHash } from 'node:crypto';
import { type Pictures, partsOf, pictureTypes, Upload } from '../core/picture.js';
import { Invalid } from '../core/problem.js';
import { openSemaphore } from '../core/semaphore.js';
import { type Fetch, Unfetchable } from '../net/fetch.js';
import type { MediaStore } from './store.js';

const maxFetchBytes = 10 * 1_048_576;
const fetchTimeoutSeconds = 10;

export function openPictures(files: MediaStore, fetch: Fetch): Pictures {
  const encodeSlots = openSemaphore(2, 8);
  const fetchSlots = openSemaphore(8, 16);
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 40);
  return {
    hashOf,
    // Loaded on first use: most commands and many processes never encode an image.
    make: ({ bytes }) => encodeSlots(async () => (await import('./process.js')).makePicture(bytes, hashOf(bytes))),
    shrink: ({ bytes }) => encodeSlots(async () => (await import('./process.js')).shrinkPicture(bytes)),
    fetch: (source, signal) =>
      fetchSlots(async () => {
        const limits = { maxBytes: maxFetchBytes, seconds: fetchTimeoutSeconds, accept: 'image/*', signal };
        const { bytes, type, url } = await fetch(source, limits).catch(refuse);
        if (!type.startsWith('image/')) throw new Invalid('This URL is not an image.');
        return new Upload(bytes, nameIn(url));
      }),
    save: async (made) => {
      for (const [name, bytes] of made) {
        const extension = partsOf(name)?.extension;
        if (!extension) throw new TypeError(`${name} is no name of a picture`);
        if (!(await files.has(name))) await files.put(name, bytes, pictureTypes[extension]);
      }
    },
    ready: () => files.ready(),
    existing: async (names) => {
      const found: string[] = [];
      for (const name of names) if (await files.has(name)) found.push(name);
      return found;
    },
    remove: async (names) => {
      for (const name of names) await files.remove(name);
    },
  };
}

function refuse(error: unknown): never {
  if (error instanceof Unfetchable) throw new Invalid(error.message);
  throw error;
}

/** The last segment of the path. */
function nameIn(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
