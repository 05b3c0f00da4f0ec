// Real image files of the old site.
import sharp from 'sharp';
import type { OldFile, OldMedia, OldPost } from './records.js';

const draw = (at: number, width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: { r: (at * 37) % 256, g: (at * 91) % 256, b: (at * 13) % 256 } },
  });

const drawings = new Map<string, Promise<Buffer>>();

/** Every site has the same pictures, which are encoded once. */
function bytesOf(at: number, type: 'jpg' | 'png', width: number, height: number): Promise<Buffer> {
  const key = `${at} ${type} ${width} ${height}`;
  const drawn = draw(at, width, height);
  const bytes = drawings.get(key) ?? (type === 'jpg' ? drawn.jpeg() : drawn.png()).toBuffer();
  drawings.set(key, bytes);
  return bytes;
}

async function fileOf(at: number, name: string, type: 'jpg' | 'png', width: number, height: number): Promise<OldFile> {
  const bytes = await bytesOf(at, type, width, height);
  return { path: `2026/0${1 + (at % 9)}/${name}.${type}`, width, height, bytes };
}

/** The second one has the bytes of the first. PNG files are too small for further sizes. */
export async function drawMedia(count: number, postFor: (title: string) => OldPost): Promise<OldMedia[]> {
  const media: OldMedia[] = [];
  for (let at = 0; at < count; at++) {
    const type = at % 3 === 2 ? 'png' : 'jpg';
    const seed = at === 1 ? 0 : at;
    const name = `picture-${at}`;
    const size = type === 'png' ? 64 : 400;
    const sizes =
      type === 'png'
        ? {}
        : {
            medium: await fileOf(seed, `${name}-300x225`, type, 300, 225),
            thumbnail: await fileOf(seed, `${name}-150x150`, type, 150, 150),
          };
    media.push({
      ...postFor(at === 3 ? 'Stalls &amp; Bunting' : `Picture ${at}`),
      description: at % 4 === 0 ? `<p>Photo ${at}</p>` : '',
      type: type === 'jpg' ? 'image/jpeg' : 'image/png',
      alt: at % 2 === 0 ? `A colour, number ${at}` : '',
      file: await fileOf(seed, name, type, size, (size * 3) / 4),
      sizes,
    });
  }
  return media;
}
