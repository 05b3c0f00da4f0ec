// Images: metadata, file names, and the port to encoding and storage.

/** An uploaded file. */
export class Upload {
  readonly name: string;

  constructor(
    readonly bytes: Buffer,
    name: string,
  ) {
    // Without folders, control characters and lone surrogates.
    const last = name.split(/[\\/]/).at(-1) ?? '';
    this.name = last.slice(0, 200).replace(/[\p{Cc}\p{Cs}]/gu, '');
  }
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly filesize: number;
}

/** Metadata of a stored image. `hash` is the digest of the uploaded bytes and the base of the file names. */
export interface Picture extends PictureSize {
  readonly hash: string;
  readonly extension: PictureExtension;
  /** Smaller variants by name; empty if the image is too small for any. */
  readonly sizes: Readonly<Record<string, PictureSize>>;
}

/** With encoded files by name. */
export interface MadePicture extends Picture {
  readonly files: ReadonlyMap<string, Buffer>;
}

/** MIME types of the supported formats, by file extension. */
export const pictureTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
} as const;
export type PictureExtension = keyof typeof pictureTypes;
export const pictureExtensions: readonly PictureExtension[] = ['jpg', 'png', 'webp', 'gif', 'avif'];

/** Path of the files below the site's base URL. */
export const picturePath = '/media/';

/** Even if a browser rendered an image as a page, it could not run anything. */
export const pictureHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

type Named = Pick<Picture, 'hash' | 'extension'>;

export const fileName = ({ hash, extension }: Named, size?: Pick<PictureSize, 'width' | 'height'>): string =>
  `${hash}${size ? `-${size.width}x${size.height}` : ''}.${extension}`;

/** Distinct names: two variants of the same size share a file. */
export const fileNames = (picture: Omit<Picture, keyof PictureSize>): readonly string[] => [
  ...new Set([fileName(picture), ...Object.values(picture.sizes).map((size) => fileName(picture, size))]),
];

/** Shapes that search engines ask for, by the name that is part of the path: width divided by height. */
export const pictureShapes = { '16x9': 16 / 9, '4x3': 4 / 3, '1x1': 1 } as const;
export type PictureShape = keyof typeof pictureShapes;

/** Pixels; search engines ignore smaller images. */
const minShapePixels = 50_000;
const maxShapeWidth = 1_200;

/** The largest part of an image that has this shape. */
export function shapeSize({ width, height }: Pick<PictureSize, 'width' | 'height'>, shape: PictureShape) {
  const ratio = pictureShapes[shape];
  const cut = Math.min(width, Math.round(height * ratio), maxShapeWidth);
  return { width: cut, height: Math.round(cut / ratio) };
}

/** Paths of the parts of an image that have other shapes than the image itself. */
export function shapePaths(picture: Named & Pick<PictureSize, 'width' | 'height'>): readonly string[] {
  const isOther = (shape: PictureShape) => {
    const { width, height } = shapeSize(picture, shape);
    const isSame = Math.abs(picture.width / picture.height / pictureShapes[shape] - 1) < 0.02;
    return !isSame && width * height >= minShapePixels;
  };
  const shapes = Object.keys(pictureShapes) as readonly PictureShape[];
  return shapes.filter(isOther).map((shape) => `${picturePath}${shape}/${fileName(picture)}`);
}

const pattern = /^([0-9a-f]{40})(?:-\d{1,5}x\d{1,5})?\.(\w+)$/;

/** Undefined unless it is a valid name of an image file. */
export function partsOf(name: string): Named | undefined {
  const [, hash, ending] = pattern.exec(name) ?? [];
  const extension = pictureExtensions.find((one) => one === ending);
  return hash && extension ? { hash, extension } : undefined;
}

/** Of `Pictures.shrink`. */
export const maxShrunkBytes = 393_216;

export interface Pictures {
  /** Of a dry run. */
  readonly storesNothing?: true;
  readonly hashOf: (bytes: Buffer) => string;
  /** Encodes all variants; throws `Invalid` if it is not a supported image. Stores nothing. */
  readonly make: (upload: Upload) => Promise<MadePicture>;
  /** One small WebP file of it, for an image that may never be used; throws `Invalid` if it is not a supported image. */
  readonly shrink: (upload: Upload) => Promise<Buffer>;
  /** Fetches an external image; throws `Invalid` if that fails. */
  readonly fetch: (url: string, signal: AbortSignal) => Promise<Upload>;
  /** Stores the files that do not exist yet, durably. */
  readonly save: (files: ReadonlyMap<string, Buffer>) => Promise<void>;
  readonly remove: (names: readonly string[]) => Promise<void>;
  /** Those of the files that exist. */
  readonly existing: (names: readonly string[]) => Promise<readonly string[]>;
  /** Rejects while the disk is full. */
  readonly ready: () => Promise<void>;
}

/** Of a dry run, which encodes images as usual, but stores and removes no file. */
export const noFileChanges = {
  storesNothing: true,
  save: async () => undefined,
  remove: async () => undefined,
} as const satisfies Partial<Pictures>;
