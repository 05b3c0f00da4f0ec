// Events with a password: the old side finds them by values that it does not show. Lists of one page tell how many are left out.
import type { Difference } from '../difference.js';
import { object, type Pair } from './deviation.js';

const filters = ['categories', 'tags', 'venue', 'organizer', 'search', 'featured'];

/** Flags of a protected event are null. */
const isProtected = (event: unknown): boolean => object(event).all_day === null;

export function isProtectedLeftOut({ kind, pattern, old, new: now }: Difference, { path, ...pair }: Pair): boolean {
  const asked = new URLSearchParams(path.split('?')[1]);
  const [before, after] = [object(pair.old.body), object(pair.new.body)];
  if (!filters.some((name) => asked.has(name)) || before.total_pages !== 1 || !Array.isArray(before.events))
    return false;
  const count = before.events.filter(isProtected).length;
  if (count === 0 || Number(before.total) - Number(after.total) !== count) return false;
  if (pattern === '/events/*') return kind === 'missing' && isProtected(old);
  const isPages = /pages$/.test(pattern);
  return Number(now) === (isPages ? 0 : Number(after.total)) && (!isPages || after.total === 0);
}
