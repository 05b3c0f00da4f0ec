// Pictures that are made on request: one at a time, outside the event loop, and the last ones are cached.
import { LRUCache } from 'lru-cache';
import { openSemaphore } from '../core/semaphore.js';

const maxQueued = 16;

/** Rejected with 503 while too many others wait. */
export function openDrawn<Subject>(
  cacheBytes: number,
  draw: (subject: Subject) => Promise<Buffer>,
): (subject: Subject) => Promise<Buffer> {
  const slot = openSemaphore(1, maxQueued);
  const drawn = new LRUCache<string, Buffer>({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length });
  /** Requests for the same picture at one moment share its drawing. */
  const pending = new Map<string, Promise<Buffer>>();

  async function drawNew(key: string, subject: Subject): Promise<Buffer> {
    try {
      const bytes = await slot(() => draw(subject));
      drawn.set(key, bytes);
      return bytes;
    } finally {
      pending.delete(key);
    }
  }

  return (subject) => {
    const key = JSON.stringify(subject);
    const found = drawn.get(key);
    if (found) return Promise.resolve(found);
    const drawing = pending.get(key) ?? drawNew(key, subject);
    pending.set(key, drawing);
    return drawing;
  };
}
