// A slug that no other record of the resource has: the wished one, or the first with a free number.
import { all, called, is, not } from '../core/condition.js';
import { invalidParam } from '../core/problem.js';
import type { Resource, Settled } from '../core/resource.js';
import type { Row, Writer } from '../core/store.js';
import { withSuffix } from '../core/text/slug.js';

export async function freeSlug(
  store: Writer,
  resource: Resource,
  { slugs = [], slugOrNone }: Settled,
  stored: Row | undefined,
  /** Slugs that the record has in other languages. */
  beside: readonly string[] = [],
): Promise<{ readonly slug?: string }> {
  const [first] = slugs;
  if (first === undefined) return {};
  // Slugs that differ in their number only may become one another.
  const stems = new Set(slugs.map((slug) => slug.replace(/-\d+$/, '')));
  for (const stem of [...stems].sort()) await store.claim(`slug ${resource.table} ${stem}`);
  const taken = async (slug: string) => {
    const other = stored ? all(called([slug]), not(is('id', stored.id))) : called([slug]);
    return beside.includes(slug) || (await store.count({ table: resource, where: other })) > 0;
  };
  for (const slug of slugs) if (slug === '' || !(await taken(slug))) return { slug };
  if (slugOrNone) throw invalidParam('slug', 'Another record has this slug.');
  return { slug: withSuffix(first, await firstFree((n) => taken(withSuffix(first, n)))) };
}

/** Numbers are given out in a row, so doubling and halving finds the first free one in few steps. */
async function firstFree(taken: (n: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [1, 2];
  while (await taken(high)) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await taken(middle)) low = middle;
    else high = middle;
  }
  return high;
}
