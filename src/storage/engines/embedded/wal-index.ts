// Whether anything was committed to a database in WAL mode, by whichever process, for the price of one short read: the
// header of the WAL index counts transactions (https://sqlite.org/walformat.html, section 2.1).
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const at = 8;
const length = 12;

export interface WalIndex {
  /** True also when it cannot be told. */
  readonly hasMoved: () => boolean;
  readonly close: () => void;
}

/** Handles that nobody needs any more. Closing one ends every lock of this process on the file, and the driver may hold on
 * to connections that were closed, so each stays open until its file is gone. */
const left = new Set<number>();

function closeLeft(): void {
  for (const handle of left) {
    if (fstatSync(handle).nlink > 0) continue;
    closeSync(handle);
    left.delete(handle);
  }
}

/** The file is there as long as a connection is open. */
export function watchWalIndex(file: string): WalIndex {
  closeLeft();
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
      if (handle !== undefined) left.add(handle);
      handle = undefined;
      closeLeft();
    },
  };
}
