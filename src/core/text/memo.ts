// Remembers what became of texts that come again and again, such as the descriptions of venues in a list of events.
import { LRUCache } from 'lru-cache';

/** Characters of the texts and of their results together: two thousand ordinary descriptions, or twenty of the longest. */
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
