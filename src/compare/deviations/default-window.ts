// A list of events without dates: it begins today in the time zone of the site, while the old side begins up to one day
// earlier. Pages after the first one are links with dates, which are equal on both sides.
import { DAY, plusSeconds } from '../../core/time/clock.js';
import type { Difference } from '../difference.js';
import { isText, object, type Pair } from './deviation.js';
import { isFullerLink } from './page-links.js';

const bound = /^\d{4}-\d\d-\d\d (00:00:00|23:59:59)$/;

/** Bounds of the default window that are at most one day apart. */
const isWindowBound = (old: string, now: string | null): boolean =>
  now !== null && bound.test(old) && bound.test(now) && (now === old || now === plusSeconds(old, DAY));

interface List {
  readonly events: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
  readonly pages: number;
  readonly perPage: number;
  readonly from: string;
  readonly to: string;
}

function listIn(body: unknown): List | undefined {
  const { events, rest_url: url, total, total_pages: pages } = object(body);
  if (!Array.isArray(events) || !isText(url)) return undefined;
  const query = new URLSearchParams(url.split('?')[1]);
  const [from, to] = [query.get('start_date') ?? '', query.get('end_date') ?? ''];
  return {
    events: events.map(object),
    total: Number(total),
    pages: Number(pages),
    perPage: Number(query.get('per_page')),
    from,
    to,
  };
}

const dates = ['start_date', 'end_date', 'include', 'starts_before', 'starts_after', 'ends_before', 'ends_after'];

export function isDefaultWindow(difference: Difference, pair: Pair): boolean {
  const asked = new URLSearchParams(pair.path.split('?')[1]);
  if (dates.some((name) => asked.has(name)) || (asked.get('page') ?? '1') !== '1') return false;
  const [before, after] = [listIn(pair.old.body), listIn(pair.new.body)];
  if (!before || !after || before.from === after.from) return false;
  if (!isWindowBound(before.from, after.from) || !isWindowBound(before.to, after.to)) return false;
  if (!hasRightTotals(before, after)) return false;
  switch (difference.kind) {
    case 'missing':
      return difference.pattern === '/next_rest_url'
        ? after.pages < 2
        : isTooEarly(object(difference.old), before, after);
    case 'extra':
      return difference.pattern === '/events/*' && isFurther(object(difference.new), before, after);
    case 'header':
      return difference.new === String(/pages$/.test(difference.pattern) ? after.pages : after.total);
    case 'value':
      return !/rest_url$/.test(difference.pattern) || isFullerLink(difference, pair, isWindowBound);
    default:
      return false;
  }
}

const isTooEarly = ({ start_date: start }: Readonly<Record<string, unknown>>, before: List, after: List): boolean =>
  isText(start) && start >= before.from && start < after.from;

/** An event of a later page of the old side, or of the last day of the new window. */
function isFurther(event: Readonly<Record<string, unknown>>, before: List, after: List): boolean {
  const last = before.events.at(-1);
  const isLater = String(event.start_date) >= String(last?.start_date);
  return isLater && (before.total > before.events.length || String(event.end_date) > before.to) && after.total > 0;
}

/** Fewer by the events that begin too early, all of which are on this page unless they fill it. */
function hasRightTotals(before: List, after: List): boolean {
  const early = before.events.filter((event) => isTooEarly(event, before, after)).length;
  const atEnd = after.events.filter((event) => String(event.end_date) > before.to).length;
  const fewer = before.total - after.total;
  const isPageOfEarly = early === before.events.length && before.pages > 1;
  const isRight = isPageOfEarly ? fewer >= early && after.total > 0 : fewer === early - atEnd;
  const { events, perPage, pages, total } = after;
  return isRight && pages === Math.ceil(total / perPage) && events.length === Math.min(perPage, total);
}
