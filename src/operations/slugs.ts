// Unique slugs: the requested one, or the first free one with a number.
import { all, hasSlug, is, not } from '../core/condition.js';
import { slugLock } from '../core/locks.js';
import type { Model, Settled } from '../core/model.js';
import { invalidParam } from '../core/problem.js';
import type { Row, Writer } from '../core/store.js';
import { withSuffix } from '../core/text/slug.js';

type IsTaken = (slug: string) => boolean | Promise<boolean>;

/** For an existing record. */
export async function freeSlug(
  store: Writer,
  model: Model,
  settled: Settled,
  stored: Row,
  /** Slugs that the record has in other languages. */
  otherSlugs: readonly string[] = [],
): Promise<{ readonly slug?: string }> {
  await lockStems(store, model, settled.slugs ?? []);
  return chooseSlug(settled, async (slug) => {
    const where = all(hasSlug([slug]), not(is('id', stored.id)));
    if (otherSlugs.includes(slug) || (await store.count({ table: model, where })) > 0) return true;
    const derived = await model.findByDerivedSlug?.(store, slug);
    return derived !== undefined && derived !== stored.id;
  });
}

/** For new records, in order; one query checks the requested slugs of all of them. Derived slugs may be reused only by the
 * record that has them. */
export async function freeSlugs(
  store: Writer,
  model: Model,
  settled: readonly Settled[],
  reusesDerived = false,
): Promise<readonly { readonly slug?: string }[]> {
  const requested = new Set(settled.flatMap(({ slugs = [] }) => slugs.filter((slug) => slug !== '')));
  if (requested.size === 0) return settled.map(({ slugs = [] }) => (slugs.length ? { slug: '' } : {}));
  const [, existing] = await Promise.all([lockStems(store, model, [...requested]), store.taken(model, [...requested])]);
  const taken = new Set(existing);
  const isDerived = async (slug: string) =>
    !reusesDerived && (await model.findByDerivedSlug?.(store, slug)) !== undefined;
  const isTaken: IsTaken = async (slug) =>
    taken.has(slug) ||
    (!requested.has(slug) && (await store.taken(model, [slug])).has(slug)) ||
    (await isDerived(slug));
  const found: { readonly slug?: string }[] = [];
  for (const one of settled) {
    const choice = await chooseSlug(one, isTaken);
    if (choice.slug) taken.add(choice.slug);
    found.push(choice);
  }
  return found;
}

/** Slugs that differ only in their number compete, so the lock is on the slug without it. */
async function lockStems(store: Writer, model: Model, slugs: readonly string[]): Promise<void> {
  const stems = new Set(slugs.map((slug) => slug.replace(/-\d+$/, '')));
  await Promise.all([...stems].sort().map((stem) => store.lock(slugLock(model, stem))));
}

async function chooseSlug({ slugs = [], exactSlug }: Settled, taken: IsTaken): Promise<{ readonly slug?: string }> {
  const [first] = slugs;
  if (first === undefined) return {};
  for (const slug of slugs) if (slug === '' || !(await taken(slug))) return { slug };
  if (exactSlug) throw invalidParam('slug', 'This slug is already in use.');
  return { slug: withSuffix(first, await firstFree((n) => taken(withSuffix(first, n)))) };
}

/** Numbers are assigned consecutively, so an exponential and binary search finds the first free one in few queries. */
async function firstFree(taken: (n: number) => boolean | Promise<boolean>): Promise<number> {
  let [low, high] = [1, 2];
  while (await taken(high)) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await taken(middle)) low = middle;
    else high = middle;
  }
  return high;
}
