// The port to the storage of image files. core/picture.ts defines their names; a stored file never changes.
import type { Readable } from 'node:stream';

export interface StoredFile {
  readonly name: string;
  /** Unix time. */
  readonly modifiedMs: number;
}

export interface Content {
  /** Bytes; undefined if unknown. */
  readonly length: number | undefined;
  readonly stream: Readable;
}

export interface MediaStore {
  /** Durable once it resolves; concurrent readers never see a partial file. */
  put(name: string, bytes: Buffer, type: string): Promise<void>;
  has(name: string): Promise<boolean>;
  get(name: string): Promise<Content | undefined>;
  /** Ignores a missing file. */
  remove(name: string): Promise<void>;
  /** All files, including partial ones that a crash left behind. */
  list(): AsyncIterable<StoredFile>;
  /** Rejects while the disk is full. */
  ready(): Promise<void>;
}
