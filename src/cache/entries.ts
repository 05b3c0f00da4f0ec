// Cached entries by key, bounded by bytes, in two LRUs: those that nobody asked for again leave first.
import { LRUCache } from 'lru-cache';

/** Share of the bytes for entries that were asked for again; the rest is left to new ones. */
const maxAgainShare = 0.8;

interface Sized<Entry> {
  readonly entry: Entry;
  readonly bytes: number;
}

export interface Entries<Entry> {
  readonly has: (key: string) => boolean;
  readonly get: (key: string) => Entry | undefined;
  /** An entry that others are made from counts as asked for again. False if it is too large, or its size is not a number. */
  readonly set: (key: string, entry: Entry, bytes: number, isPart: boolean) => boolean;
  readonly delete: (key: string) => void;
}

export function openEntries<Entry>(maxBytes: number): Entries<Entry> {
  const open = (maxSize: number) =>
    new LRUCache<string, Sized<Entry>>({ maxSize, sizeCalculation: ({ bytes }) => bytes });
  const maxAgainBytes = Math.floor(maxBytes * maxAgainShare);
  const [once, again] = [open(maxBytes), open(maxAgainBytes)];

  function keepAgain(key: string, sized: Sized<Entry>): void {
    once.delete(key);
    again.set(key, sized);
  }

  function makeRoom(): void {
    while (once.size > 0 && once.calculatedSize + again.calculatedSize > maxBytes) once.pop();
  }

  return {
    has: (key) => once.has(key) || again.has(key),
    get: (key) => {
      const first = once.peek(key);
      if (first) keepAgain(key, first);
      return (first ?? again.get(key))?.entry;
    },
    set: (key, entry, bytes, isPart) => {
      const isTaken = bytes <= maxAgainBytes;
      if (!isTaken) {
        once.delete(key);
        again.delete(key);
      } else if (isPart || again.has(key)) keepAgain(key, { entry, bytes });
      else once.set(key, { entry, bytes });
      makeRoom();
      return isTaken && (once.has(key) || again.has(key));
    },
    delete: (key) => {
      once.delete(key);
      again.delete(key);
    },
  };
}
