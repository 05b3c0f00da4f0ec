// Bounds the work of cleaning HTML before it begins: it takes time by the number of tags.
import { Invalid, invalidParam } from '../problem.js';

/** Tags, closing ones included, in all texts of one record. */
export const maxTags = 20_000;

export const tooManyTags = new Invalid(`Contains more than ${maxTags} HTML tags. Use fewer.`);

/** The tags in a text, or in all texts of a value. */
export function tagsIn(value: unknown): number {
  if (typeof value === 'string') return value.match(/<[a-z/!?]/gi)?.length ?? 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + tagsIn(item), 0);
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? tagsIn(Object.values(value)) : 0;
}

/** Names the field with the most. */
export function refuseTooManyTags(input: Readonly<Record<string, unknown>>): void {
  const counts = Object.entries(input).map(([name, value]) => [name, tagsIn(value)] as const);
  if (counts.reduce((sum, [, tags]) => sum + tags, 0) <= maxTags) return;
  const [[name] = ['']] = counts.toSorted(([, one], [, other]) => other - one);
  throw invalidParam(name, tooManyTags.message);
}
