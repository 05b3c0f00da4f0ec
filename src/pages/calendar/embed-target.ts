// The embedded page that shows what another page shows, for oEmbed. Pure.
import type { Given } from '../../core/field.js';
import { decodePart } from '../../core/text/decode-part.js';
import { readDay } from './days.js';
import { type LinkedFilter, type Pair, pairsOf, readFilters } from './filters.js';

export interface EmbedTarget {
  /** Below the site's path. */
  readonly path: string;
  readonly pairs: readonly Pair[];
  /** Pixels at the usual width. */
  readonly height: number;
}

const listHeight = 640;

/** Pages of records, as lists of their events. */
const recordPages: readonly (readonly [RegExp, LinkedFilter])[] = [
  [/^\/venue\/([^/]+)\/?$/, 'venue'],
  [/^\/organizer\/([^/]+)\/?$/, 'organizer'],
  [/^\/tag\/([^/]+)\/?$/, 'tag'],
  [/^\/events\/category\/(?:[^/]+\/)*([^/]+)\/?$/, 'category'],
];

const eventPage = /^\/event\/[^/]+(\/\d{4}-\d\d-\d\d(\/[1-9]\d{0,2})?|\/all)?\/?$/;

function viewOf(path: string, query: Given): Given | undefined {
  if (/^\/(calendar(\/(list|places))?\/?)?$/.test(path)) return { ...query, view: 'list' };
  const [, view, date] = /^\/calendar\/(month|week|day)(?:\/(\d{4}-\d\d(?:-\d\d)?))?\/?$/.exec(path) ?? [];
  if (view !== undefined) {
    const day = date === undefined ? undefined : readDay(date.length === 7 ? `${date}-01` : date);
    if (date !== undefined && day === undefined) return undefined;
    return { ...query, ...(day !== undefined && { date: day }), view: view === 'month' ? 'month' : 'list' };
  }
  for (const [pattern, name] of recordPages) {
    const slug = pattern.exec(path)?.[1];
    if (slug !== undefined) return { ...query, [name]: decodePart(slug), view: 'list' };
  }
  return undefined;
}

/** Undefined for pages that cannot be embedded. `path` is below the site's, with its percent-encoding. */
export function embedTargetOf(path: string, query: Given): EmbedTarget | undefined {
  const language: readonly Pair[] = typeof query.lang === 'string' && query.lang !== '' ? [['lang', query.lang]] : [];
  if (eventPage.test(path)) {
    const height = /\/all\/?$/.test(path) ? listHeight : 260;
    return { path: `/embed${path.replace(/\/$/, '')}`, pairs: language, height };
  }
  const view = viewOf(path, query);
  if (!view) return undefined;
  const pairs: readonly Pair[] = [['view', String(view.view)], ...pairsOf(readFilters(view)), ...language];
  return { path: '/embed', pairs, height: view.view === 'month' ? 720 : listHeight };
}
