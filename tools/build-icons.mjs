// Renders web/icons/favicon.svg as the bitmap icons that browsers and home screens ask for, into dist/web/icons/.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** Returns the names of the files, below the target. */
export async function buildIcons(root, target) {
  const source = join(root, 'web/icons/favicon.svg');
  mkdirSync(join(target, 'icons'), { recursive: true });
  copyFileSync(source, join(target, 'icons/favicon.svg'));
  const files = {
    'favicon.ico': ico(await Promise.all([16, 32, 48].map(async (size) => [size, await png(source, size)]))),
    // Home screens show transparent pixels as black.
    'apple-touch-icon.png': await png(source, 180, '#ffffff'),
    'icon-192.png': await png(source, 192),
    'icon-512.png': await png(source, 512),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(target, 'icons', name), bytes);
  return ['favicon.svg', ...Object.keys(files)].map((name) => `icons/${name}`);
}

function png(source, size, background) {
  // The drawing is 32 units wide; the density renders it at the final size instead of scaling a small bitmap.
  const image = sharp(source, { density: (72 * size) / 32 }).resize(size, size);
  return (background ? image.flatten({ background }) : image).png({ compressionLevel: 9 }).toBuffer();
}

/** An ICO file: a directory of 16 bytes per image, then the images as PNG. */
function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [at, [size, bytes]] of images.entries()) {
    const entry = 6 + 16 * at;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(bytes.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += bytes.length;
  }
  return Buffer.concat([head, ...images.map(([, bytes]) => bytes)]);
}
