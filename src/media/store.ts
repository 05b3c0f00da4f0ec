// The port to where files of pictures are kept. Names are those of core/picture.ts; a kept file never changes.
import type { Readable } from 'node:stream';

export interface StoredFile {
  readonly name: string;
  /** When it was written, in milliseconds since 1970. */
  readonly modifiedMs: number;
}

export interface Content {
  /** Undefined where it is not known beforehand. */
  readonly length: number | undefined;
  readonly stream: Readable;
}

export interface MediaStore {
  /** Durable once it resolves, and whole for whoever reads meanwhile. */
  put(name: string, bytes: Buffer, type: string): Promise<void>;
  has(name: string): Promise<boolean>;
  get(name: string): Promise<Content | undefined>;
  /** A file that is not there is no error. */
  remove(name: string): Promise<void>;
  /** Every file, those too that no picture has: what a crash left half written. */
  list(): AsyncIterable<StoredFile>;
  /** Rejects while files cannot be kept for want of space. */
  ready(): Promise<void>;
}
