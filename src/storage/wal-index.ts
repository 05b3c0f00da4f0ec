// Whether anything was committed to a database in WAL mode, by whichever process, for the price of one short read: the
// header of the WAL index counts transactions (https://sqlite.org/walformat.html, section 2.1).
import { closeSync, openSync, readSync } from 'node:fs';

const at = 8;
const length = 12;

export interface WalIndex {
  /** True also when it cannot be told. */
  readonly hasMoved: () => boolean;
  readonly close: () => void;
}

/** The file is there as long as a connection is open, and is never closed before the engine: that would end its locks. */
export function watchWalIndex(file: string): WalIndex {
  const [last, now] = [Buffer.alloc(length), Buffer.alloc(length)];
  let handle: number | undefined;
  return {
    hasMoved: () => {
      try {
        handle ??= openSync(`${file}-shm`, 'r');
        if (readSync(handle, now, 0, length, at) < length) return true;
      } catch {
        return true;
      }
      if (now.equals(last)) return false;
      now.copy(last);
      return true;
    },
    close: () => {
      if (handle !== undefined) closeSync(handle);
    },
  };
}
