// `wp/v2/tribe_events`: the old side lists upcoming events, the last start first. The new side lists all events, the newest
// publication first. Whether they have the same records is compared by ID.
import type { Difference } from '../difference.js';
import { object, type Pair } from './deviation.js';

/** With these, both sides list the same events in the same order. */
const chosen = ['include', 'slug', 'search', 'offset', 'order', 'orderby', 'after', 'before'];
const defaultPerPage = 10;

export function isWordPressEventList({ kind, pattern, new: now }: Difference, pair: Pair): boolean {
  const asked = new URLSearchParams(pair.path.split('?')[1]);
  const { body, headers } = pair.new;
  if (!Array.isArray(body) || chosen.some((name) => asked.has(name))) return false;
  const [page, perPage] = [Number(asked.get('page') ?? 1), Number(asked.get('per_page') ?? defaultPerPage)];
  const [total, oldTotal] = [Number(headers['x-wp-total']), Number(pair.old.headers['x-wp-total'])];
  const pages = Math.ceil(total / perPage);
  const isWhole = total >= oldTotal && body.length === Math.min(perPage, total - (page - 1) * perPage);
  if (!isWhole || !body.every(isPublished) || !isNewestFirst(body)) return false;
  // A list that fits on its page shows that an event is not there at all.
  if (kind === 'missing') return total > body.length;
  return kind !== 'header' || now === String(/pages$/.test(pattern) ? pages : total);
}

const isPublished = (item: unknown): boolean =>
  object(item).status === 'publish' && object(item).type === 'tribe_events';

function isNewestFirst(items: readonly unknown[]): boolean {
  const keys = items.map((item) => ({ date: String(object(item).date_gmt), id: Number(object(item).id) }));
  return keys.every(({ date, id }, index) => {
    const next = keys[index + 1];
    return next === undefined || date > next.date || (date === next.date && id > next.id);
  });
}
