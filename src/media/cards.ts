// Implements the port of cards: draws one at a time, outside the event loop, and caches the last ones.
import { LRUCache } from 'lru-cache';
import type { Card, DrawCard } from '../core/card.js';
import { openSemaphore } from '../core/semaphore.js';

/** About 150 pictures. */
const cacheBytes = 4 * 1_048_576;
const maxQueued = 16;

export function openCards(
  // Loaded on first use, as the encoder of uploads is.
  draw: DrawCard = async (card) => (await import('./draw-card.js')).drawCard(card),
): DrawCard {
  const slot = openSemaphore(1, maxQueued);
  const drawn = new LRUCache<string, Buffer>({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length });
  /** Requests for the same card at one moment share its drawing. */
  const pending = new Map<string, Promise<Buffer>>();

  async function drawNew(key: string, card: Card): Promise<Buffer> {
    try {
      const bytes = await slot(() => draw(card));
      drawn.set(key, bytes);
      return bytes;
    } finally {
      pending.delete(key);
    }
  }

  return (card) => {
    const key = JSON.stringify(card);
    const found = drawn.get(key);
    if (found) return Promise.resolve(found);
    const drawing = pending.get(key) ?? drawNew(key, card);
    pending.set(key, drawing);
    return drawing;
  };
}
