import { checkDeviations, events, type Pair, wp } from '../../../tests/harness/deviations.js';
import { listDeviations } from './lists.js';

const totals = (total: number, pages: number) => ({ 'x-tec-total': String(total), 'x-tec-totalpages': String(pages) });

interface Window {
  readonly days: readonly string[];
  readonly total: number;
  readonly pages?: number;
  readonly from: string;
  readonly to?: string;
}

/** A first page of events that begin on these days, two per page. */
const list = (site: string, { days, total, pages = Math.ceil(total / 2), from, to = '2028-11-16' }: Window) => ({
  events: days.map((day) => ({ id: Number(day.slice(8)), start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` })),
  rest_url: `https://${site}.example${events}/?page=1&per_page=2&start_date=${from} 00:00:00&end_date=${to} 23:59:59&status=publish`,
  total,
  total_pages: pages,
});

const yesterday = { days: ['2026-11-15', '2026-11-16'], total: 5, from: '2026-11-15' };
const today = { days: ['2026-11-16', '2026-11-17'], total: 4, from: '2026-11-16' };

/** Both sides without dates. */
const windows = (old: Window, now: Window, path = events): Pair => ({
  path,
  old: list('old', old),
  new: list('new', now),
  headers: { old: totals(old.total, Math.ceil(old.total / 2)), new: totals(now.total, Math.ceil(now.total / 2)) },
});

interface Filtered {
  readonly ids: readonly number[];
  /** IDs of those with a password. */
  readonly locked?: readonly number[];
  readonly total?: number;
  readonly pages?: number;
}

/** A list with a filter, on one page by default. */
const filtered = (old: Filtered, now: Filtered, path = `${events}?venue=4`): Pair => {
  const body = ({ ids, locked = [], total = ids.length, pages = Math.min(1, ids.length) }: Filtered) => ({
    events: ids.map((id) => ({ id, all_day: locked.includes(id) ? null : false })),
    total,
    total_pages: pages,
  });
  const [before, after] = [body(old), body(now)];
  return {
    path,
    old: before,
    new: after,
    headers: { old: totals(before.total, before.total_pages), new: totals(after.total, after.total_pages) },
  };
};

const post = (id: number, day: string, more = {}) => ({
  id,
  date_gmt: `2026-${day}T10:00:00`,
  status: 'publish',
  type: 'tribe_events',
  ...more,
});
const wpTotals = (total: number) => ({ 'x-wp-total': String(total), 'x-wp-totalpages': String(Math.ceil(total / 2)) });
const posts = (
  old: readonly object[],
  now: readonly object[],
  counts = [2, 4],
  path = `${wp}/tribe_events?per_page=2`,
) => ({
  path,
  old,
  new: now,
  headers: { old: wpTotals(counts[0] ?? 0), new: wpTotals(counts[1] ?? 0) },
});

const link = (query: string, site = 'new') => `https://${site}.example${events}/${query}`;
const links = (asked: string, old: string, now: string): Pair => ({
  path: `${events}${asked}`,
  old: { next_rest_url: link(old, 'old') },
  new: { next_rest_url: link(now) },
});

checkDeviations(listDeviations, {
  'totals-in-headers': {
    known: [
      { old: {}, new: {}, headers: { old: { 'x-tec-total': '5' }, new: { 'x-tec-total': '5', 'x-wp-total': '5' } } },
    ],
    faults: [
      { old: {}, new: {}, headers: { old: { 'x-tec-total': '5' }, new: { 'x-tec-total': '5', 'x-wp-total': '6' } } },
      { old: {}, new: {}, headers: { old: { 'x-tec-total': '5', 'x-wp-total': '5' }, new: { 'x-tec-total': '5' } } },
    ],
  },
  'links-between-pages': {
    known: [
      links('?tags=4', '?per_page=10&page=2', '?per_page=10&tags=4&page=2'),
      links('?featured=true', '?featured=1&page=2', '?featured=true&page=2'),
      links('?per_page=5', '?page=2', '?per_page=5&page=2'),
      links('?include=8', '?start_date=2026-11-15+00%3A59%3A00&include=8&page=2', '?include=8&page=2'),
    ],
    faults: [
      links('?tags=4', '?page=2', '?tags=5&page=2'),
      links('?page=2&tags=4', '?page=3', '?page=2&tags=4'),
      links('?page=2', '', '?page=2'),
      links('?tags=4', '?per_page=10&page=2', '?tags=4&page=2'),
      links('', '?page=2', '?tags=4&page=2'),
      links('?featured=true', '?featured=1&page=2', '?featured=false&page=2'),
      links('', '?start_date=2026-11-15+00%3A00%3A00&page=2', '?start_date=2026-11-16%2000%3A00%3A00&page=2'),
      links(
        '?start_date=2026-11-15',
        '?start_date=2026-11-15+00%3A00%3A00&page=2',
        '?start_date=2026-11-16%2000%3A00%3A00&page=2',
      ),
      { ...links('?tags=4', '?page=2', ''), new: { next_rest_url: `https://new.example${wp}/tags?page=2&tags=4` } },
    ],
  },
  'default-window': {
    known: [
      windows(yesterday, today),
      windows({ ...yesterday, total: 2 }, { ...today, days: ['2026-11-16'], total: 1 }),
      // Only the last day of the window is later.
      windows(
        { ...yesterday, days: ['2026-11-16'], total: 1 },
        { ...today, days: ['2026-11-16', '2028-11-17'], total: 2, to: '2028-11-17' },
      ),
    ],
    faults: [
      // An event of today is missing.
      windows({ ...yesterday, total: 2 }, { ...today, days: [], total: 0 }),
      windows({ ...yesterday, total: 5 }, { ...today, total: 3 }),
      windows(yesterday, { ...today, pages: 3 }),
      windows(yesterday, { ...today, from: '2026-11-17' }),
      windows(yesterday, { ...today, from: '2026-11-15' }),
      windows({ ...yesterday, days: ['2026-11-15', '2026-11-15'] }, { ...today, days: [], total: 0 }),
      windows(yesterday, { ...today, days: ['2026-11-16'] }),
      windows(yesterday, today, `${events}?start_date=2026-11-15`),
      windows(yesterday, today, `${events}?page=2`),
      // An event that the old side does not have.
      windows({ ...yesterday, total: 2 }, { ...today, days: ['2026-11-16', '2026-11-18'], total: 2 }),
    ],
  },
  'protected-in-filters': {
    known: [filtered({ ids: [1, 2], locked: [2] }, { ids: [1] }), filtered({ ids: [2], locked: [2] }, { ids: [] })],
    faults: [
      filtered({ ids: [1, 2] }, { ids: [1] }),
      filtered({ ids: [1, 2], locked: [2] }, { ids: [2] }),
      filtered({ ids: [1, 2], locked: [2] }, { ids: [] }),
      filtered({ ids: [1, 2], locked: [2] }, { ids: [1], total: 2 }),
      filtered({ ids: [1, 2], locked: [2] }, { ids: [1], total: 0 }),
      filtered({ ids: [1, 2], locked: [2] }, { ids: [1], pages: 2 }),
      filtered({ ids: [1, 2], locked: [2], total: 4, pages: 2 }, { ids: [1], total: 3 }),
      filtered({ ids: [1, 2], locked: [2] }, { ids: [1] }, `${events}?start_date=2026-11-15`),
    ],
  },
  'wordpress-events': {
    known: [
      posts([post(1, '01-05'), post(2, '03-01')], [post(3, '05-02'), post(2, '03-01')]),
      posts([post(1, '01-05'), post(2, '03-01')], [post(2, '03-01'), post(1, '01-05')]),
      posts([post(1, '01-05')], [post(2, '03-01'), post(1, '01-05')], [1, 2]),
    ],
    faults: [
      // Not the newest first.
      posts([post(1, '01-05'), post(2, '03-01')], [post(2, '03-01'), post(3, '05-02')]),
      posts([post(1, '01-05'), post(2, '03-01')], [post(3, '05-02', { status: 'draft' }), post(2, '03-01')]),
      // The whole list is on this page.
      posts([post(1, '01-05'), post(2, '03-01')], [post(3, '05-02'), post(2, '03-01')], [2, 2]),
      posts([post(1, '01-05'), post(2, '03-01')], [post(2, '03-01')], [2, 4]),
      posts([post(1, '01-05'), post(2, '03-01')], [], [2, 0]),
      posts([post(1, '01-05')], [post(2, '03-01')], [1, 4], `${wp}/tribe_events?include=1`),
      posts([post(1, '01-05')], [post(2, '03-01')], [1, 4], `${wp}/tribe_venue?per_page=1`),
    ],
  },
});
