// Pictures: what is known of a stored one, the names of its files, and the port to those who make and keep them.

/** A file as it was sent. */
export class Upload {
  readonly name: string;

  constructor(
    readonly bytes: Buffer,
    name: string,
  ) {
    // Without folders, and without what no engine can keep.
    const last = name.split(/[\\/]/).at(-1) ?? '';
    this.name = last.slice(0, 200).replace(/[\p{Cc}\p{Cs}]/gu, '');
  }
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly filesize: number;
}

/** What is known of a picture whose files are kept under names made from `hash`, the digest of what was sent. */
export interface Picture extends PictureSize {
  readonly hash: string;
  readonly extension: PictureExtension;
  /** Smaller variants by name; empty when the picture is too small to have any. */
  readonly sizes: Readonly<Record<string, PictureSize>>;
}

/** A picture with its files, by name. */
export interface MadePicture extends Picture {
  readonly files: ReadonlyMap<string, Buffer>;
}

/** The kinds of pictures that are kept, by the ending of their files. */
export const pictureTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
} as const;
export type PictureExtension = keyof typeof pictureTypes;
export const pictureExtensions: readonly PictureExtension[] = ['jpg', 'png', 'webp', 'gif', 'avif'];

/** Where the files are served, below the site's address. */
export const picturePath = '/media/';

type Named = Pick<Picture, 'hash' | 'extension'>;

export const fileName = ({ hash, extension }: Named, size?: Pick<PictureSize, 'width' | 'height'>): string =>
  `${hash}${size ? `-${size.width}x${size.height}` : ''}.${extension}`;

/** Two variants may be one and the same file. */
export const fileNames = (picture: Omit<Picture, keyof PictureSize>): readonly string[] => [
  ...new Set([fileName(picture), ...Object.values(picture.sizes).map((size) => fileName(picture, size))]),
];

const pattern = /^([0-9a-f]{40})(?:-\d{1,5}x\d{1,5})?\.(\w+)$/;

/** The parts of a name that one of our files can have; of any other, undefined. */
export function partsOf(name: string): Named | undefined {
  const [, hash, ending] = pattern.exec(name) ?? [];
  const extension = pictureExtensions.find((one) => one === ending);
  return hash && extension ? { hash, extension } : undefined;
}

export interface Pictures {
  readonly hashOf: (bytes: Buffer) => string;
  /** Makes the files of a picture; throws `Invalid` for what is none. Nothing is kept yet. */
  readonly make: (upload: Upload) => Promise<MadePicture>;
  /** Gets what a foreign address leads to; throws `Invalid` when there is nothing to be had. */
  readonly fetch: (address: string, signal: AbortSignal) => Promise<Upload>;
  /** Keeps those files that are not there yet, durably. */
  readonly save: (files: ReadonlyMap<string, Buffer>) => Promise<void>;
  readonly remove: (names: readonly string[]) => Promise<void>;
  /** Rejects while files cannot be kept for want of space. */
  readonly ready: () => Promise<void>;
}
