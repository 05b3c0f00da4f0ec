// Decodes every uploaded image and encodes it again, so that only its pixels are stored: no appended script, no GPS
// metadata, no second file inside.
import { fileTypeFromBuffer } from 'file-type';
import type { Sharp } from 'sharp';
import { messageOf } from '../core/error.js';
import {
  fileName,
  type MadePicture,
  maxShrunkBytes,
  type PictureExtension,
  type PictureShape,
  type PictureSize,
  shapeSize,
} from '../core/picture.js';
import { Invalid } from '../core/problem.js';
import sharp from './sharp.js';
import { type Variant, variantsOf } from './sizes.js';

const maxPixels = 50_000_000;
const maxSide = 16_000;
/** Beyond these limits only the first frame of an animation is kept. */
const maxAnimatedPixels = 20_000_000;
const maxFrames = 300;
/** For all files of an image together; shorter than the usual timeout of a reverse proxy. */
const timeoutMs = 25_000;

/** Accepted formats by the MIME type of the first bytes, each with the name that its decoder must report. */
const kinds: ReadonlyMap<string, { readonly extension: PictureExtension; readonly format: string }> = new Map([
  ['image/jpeg', { extension: 'jpg', format: 'jpeg' }],
  ['image/png', { extension: 'png', format: 'png' }],
  ['image/apng', { extension: 'png', format: 'png' }],
  ['image/webp', { extension: 'webp', format: 'webp' }],
  ['image/gif', { extension: 'gif', format: 'gif' }],
  ['image/avif', { extension: 'avif', format: 'heif' }],
]);

const encoders: Readonly<Record<PictureExtension, (image: Sharp) => Sharp>> = {
  jpg: (image) => image.jpeg({ quality: 85 }),
  png: (image) => image.png({ compressionLevel: 8 }),
  webp: (image) => image.webp({ quality: 85 }),
  gif: (image) => image.gif(),
  avif: (image) => image.avif({ quality: 60, effort: 1 }),
};

/** Encodes all variants of an image; throws `Invalid` for anything but an image of an accepted format. */
export async function makePicture(bytes: Buffer, hash: string): Promise<MadePicture> {
  const { extension, frames } = await inspect(bytes);
  const encode = encoders[extension];
  const deadline = Date.now() + timeoutMs;
  const decode = (animated: boolean) => {
    const image = sharp(bytes, { animated, limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' });
    // The orientation is stored in the metadata, which is dropped, so it is applied to the pixels.
    const seconds = Math.max(1, Math.ceil((deadline - Date.now()) / 1_000));
    return (animated ? image : image.autoOrient()).timeout({ seconds });
  };
  const { data, info } = await encoded(encode(decode(frames > 1)));
  const full = { width: info.width, height: info.pageHeight ?? info.height };
  const files = new Map([[fileName({ hash, extension }), data]]);
  const sizes: Record<string, PictureSize> = {};
  for (const variant of variantsOf(full)) {
    const { width, height, name } = variant;
    const made = await encoded(encode(resized(decode(false), variant)));
    sizes[name] = { width, height, filesize: made.data.length };
    files.set(fileName({ hash, extension }, variant), made.data);
  }
  return { hash, extension, ...full, filesize: data.length, sizes, files };
}

/** Side in pixels and quality, until the file is small enough: even noise is after the last step. */
const shrinkSteps = [
  [1_600, 82],
  [1_280, 65],
  [960, 55],
  [640, 45],
  [320, 40],
] as const;

/** The first frame in few bytes, as WebP; throws `Invalid` for anything but an image of an accepted format. */
export async function shrinkPicture(bytes: Buffer): Promise<Buffer> {
  await inspect(bytes);
  const deadline = Date.now() + timeoutMs;
  let shrunk = bytes;
  for (const [side, quality] of shrinkSteps) {
    const seconds = Math.max(1, Math.ceil((deadline - Date.now()) / 1_000));
    const image = sharp(shrunk, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' });
    const inside = image.autoOrient().resize(side, side, { fit: 'inside', withoutEnlargement: true });
    shrunk = (await encoded(inside.timeout({ seconds }).webp({ quality }))).data;
    if (shrunk.length <= maxShrunkBytes) break;
  }
  return shrunk;
}

/** The part of a stored image that has this shape, around what attracts the eye, as JPEG. */
export async function cutPicture(bytes: Buffer, shape: PictureShape): Promise<Buffer> {
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' });
  const { width, height } = shapeSize(await image.metadata(), shape);
  return image
    .resize(width, height, { fit: 'cover', position: 'attention' })
    .flatten({ background: 'white' })
    .jpeg({ quality: 82 })
    .timeout({ seconds: Math.ceil(timeoutMs / 1_000) })
    .toBuffer();
}

const resized = (image: Sharp, { width, height, crop }: Variant): Sharp =>
  image.resize(width, height, { fit: crop ? 'cover' : 'fill' });

async function inspect(bytes: Buffer): Promise<{ extension: PictureExtension; frames: number }> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const kind = kinds.get(found?.mime ?? '');
  if (!kind) throw new Invalid('Must be a JPEG, PNG, WebP, GIF or AVIF image.');
  const {
    width,
    height,
    pages = 1,
    format,
  } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(unreadable);
  if (format !== kind.format) throw new Invalid('Must be a JPEG, PNG, WebP, GIF or AVIF image.');
  if (width * height > maxPixels) throw new Invalid('Image too large. The limit is 50 million pixels.');
  if (Math.max(width, height) > maxSide)
    throw new Invalid(`Image too large. Each side must be ${maxSide} pixels or fewer.`);
  const isAnimatable = kind.extension === 'gif' || kind.extension === 'webp';
  const fitsLimits = pages <= maxFrames && width * height * pages <= maxAnimatedPixels;
  return { extension: kind.extension, frames: isAnimatable && fitsLimits ? pages : 1 };
}

const encoded = (image: Sharp) => image.toBuffer({ resolveWithObject: true }).catch(unreadable);

function unreadable(error: unknown): never {
  const timedOut = /timeout/i.test(messageOf(error));
  throw new Invalid(
    timedOut
      ? 'The image took too long to process. Upload a smaller one.'
      : 'The image file is damaged. Upload another one.',
  );
}
