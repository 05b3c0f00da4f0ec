// The images of the demo calendar: shipped files that are added to the media library like an upload. All variants are
// shipped encoded (tools/demo-pictures.ts), because encoding them took most of the first start.

import { readFile } from 'node:fs/promises';
import type { PrepareContext } from '../core/context.js';
import { shapeOf } from '../core/facade.js';
import { fileName, type MadePicture, type Picture, type PictureSize, type Pictures, Upload } from '../core/picture.js';
import { demoPictures } from '../core/shipped.js';
import { type Parsed, parse, prepare } from '../facades/parse.js';

/** Alternative texts by name. */
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

/** Prepared input of the image records, by name. */
export type ReadyPictures = ReadonlyMap<string, Parsed>;

/** An entry of sizes.json. */
export type DemoPicture = Omit<Picture, 'hash' | 'extension'>;

/** Name of the shipped file of an image or of one of its variants. */
export const demoFile = (name: string, size?: Pick<PictureSize, 'width' | 'height'>): string =>
  `${name}${size ? `-${size.width}x${size.height}` : ''}.webp`;

const shipped = (file: string): Promise<Buffer> => readFile(new URL(file, demoPictures));

/** Replaces the encoder: returns the shipped files under the names that the media library expects. */
const shippedFiles =
  (name: string, sizes: Readonly<Record<string, DemoPicture>>, { hashOf }: Pictures): Pictures['make'] =>
  async ({ bytes }): Promise<MadePicture> => {
    const sized = sizes[name];
    if (!sized) throw new TypeError(`${name} is not in sizes.json: run tools/demo-pictures.ts`);
    const picture = { ...sized, hash: hashOf(bytes), extension: 'webp' as const };
    const files = new Map([[fileName(picture), bytes]]);
    for (const size of Object.values(picture.sizes))
      files.set(fileName(picture, size), await shipped(demoFile(name, size)));
    return { ...picture, files };
  };

export async function readyPictures(context: PrepareContext): Promise<ReadyPictures> {
  const { fields } = shapeOf(context.call.facade, 'media');
  const sizes: Readonly<Record<string, DemoPicture>> = JSON.parse(String(await shipped('sizes.json')));
  const ready = new Map<string, Parsed>();
  for (const [name, alt] of Object.entries(pictures)) {
    const file = demoFile(name);
    const input = { file: new Upload(await shipped(file), file), alt_text: alt };
    const withShipped = {
      ...context,
      pictures: { ...context.pictures, make: shippedFiles(name, sizes, context.pictures) },
    };
    ready.set(name, await prepare(fields, parse(fields, input, context.call, true), withShipped));
  }
  return ready;
}
