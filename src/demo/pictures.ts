// The pictures of the demo calendar: files beside this program, sent into the library as an upload would be.
import { readFile } from 'node:fs/promises';
import { type Parsed, parse, prepare } from '../contract/parse.js';
import { Upload } from '../core/picture.js';
import type { Desk, PreparingDesk, Transacting } from '../core/store.js';
import { preparing } from '../operations/preparing.js';

/** What someone who cannot see them is told. */
const pictures = {
  lanterns: 'Paper lanterns glow above dark water.',
  record: 'A record beside the bars of a melody.',
  curtain: 'A red curtain opens on an empty stage.',
  table: 'Plates on a checked tablecloth, from above.',
  hills: 'Hills one behind the other under a low sun.',
  books: 'A shelf of books in many colours.',
  beam: 'The beam of a projector crosses a dark room.',
  bunting: 'Bunting over the stalls of a market.',
} as const;

export type PictureName = keyof typeof pictures;

/** Every picture by its name, ready to become a record. */
export type ReadyPictures = ReadonlyMap<PictureName, Parsed>;

async function readyPictures(desk: PreparingDesk): Promise<ReadyPictures> {
  const { fields } = desk.registry.named('media');
  const ready = new Map<PictureName, Parsed>();
  for (const [name, alt] of Object.entries(pictures) as [PictureName, string][]) {
    const bytes = await readFile(new URL(`./pictures/${name}.webp`, import.meta.url));
    const input = { file: new Upload(bytes, `${name}.webp`), alt_text: alt };
    ready.set(name, await prepare(fields, parse(fields, input, desk.call, true), desk));
  }
  return ready;
}

/** Runs the work with pictures that are ready, and puts away those that it did not use. */
export const withPictures = <T>(
  store: Transacting,
  desk: Desk,
  work: (pictures: ReadyPictures) => Promise<T>,
): Promise<T> => preparing(store, desk, 60_000, async (ready) => work(await readyPictures(ready)));
