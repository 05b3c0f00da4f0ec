// Memoizes text functions for repeated input, such as the descriptions of venues in a list of events.
import { LRUCache } from 'lru-cache';

/** Input and results together: about 2,000 typical descriptions, or 20 of the longest. */
const maxCharacters = 8_000_000;

export function memoize(work: (text: string) => string): (text: string) => string {
  const results = new LRUCache<string, string>({
    maxSize: maxCharacters,
    sizeCalculation: (result, text) => result.length + text.length + 1,
  });
  return (text) => {
    const cached = results.get(text);
    if (cached !== undefined) return cached;
    const result = work(text);
    results.set(text, result);
    return result;
  };
}
