// The public pages for search engines, in sections: pages of events, of dates of series, of series, and of other records.
// A page is left out if it is not public, asks for a password, is hidden from lists, or is `noindex`.
import { all, type Condition, everything, is, not, oneOf, since, until } from '../../core/condition.js';
import { shapeOf } from '../../core/facade.js';
import { inLanguage } from '../../core/language.js';
import type { Shape } from '../../core/shape.js';
import type { Row } from '../../core/store.js';
import { plusYears } from '../../core/time/clock.js';
import { allDatesUrl } from '../../facades/events/series-data.js';
import { isSeries } from '../../facades/events/series-dates.js';
import { planList } from '../../operations/list.js';
import { publicUrl } from './links.js';
import type { PageRequest } from './page-request.js';
import { urlOf } from './queries.js';

export interface SitemapPage {
  /** Absolute URLs by language; a site in one language has one, under an empty code. */
  readonly urls: ReadonlyMap<string, string>;
  /** Instant of the last change, in UTC. */
  readonly modified?: string;
}

interface Section {
  readonly shape: Shape;
  readonly where: Condition;
}

/** The protocol allows 50,000; smaller parts are made and sent faster. */
const maxUrlsPerPart = 5_000;
/** Rows in memory at a time: a row has the whole description. */
const rowsPerQuery = 200;

const languagesOf = ({ call }: PageRequest): readonly string[] =>
  call.site.languages.length > 1 ? call.site.languages : [''];

export const pagesPerPart = (request: PageRequest): number => Math.floor(maxUrlsPerPart / languagesOf(request).length);

/** Views that exist without any record. */
export const viewPages = (request: PageRequest): readonly SitemapPage[] =>
  ['/', '/calendar/places'].map((path) => ({ urls: urlsIn(request, () => path) }));

/** The URL of a page in each language, as its canonical link has it. */
function urlsIn(request: PageRequest, pathIn: (language: string | undefined) => string): ReadonlyMap<string, string> {
  return new Map(
    languagesOf(request).map((code) => {
      const language = code || request.call.site.languages[0];
      return [code, publicUrl(request, pathIn(language), [], language)];
    }),
  );
}

/** Sections of records by name. */
export function sectionsOf(request: PageRequest): Readonly<Record<string, Section>> {
  const { call, context, events } = request;
  const { policy } = events.model;
  const isOpen = all(policy.visible(call.actor, false), policy.unprotected ?? everything);
  const isListed = all(isOpen, is('listing', 0));
  // An endless series has thousands of dates; those of a year ahead are worth finding.
  const isSoon = all(since('start_date', call.now), until('start_date', plusYears(call.now, 1)));
  const listed = (name: string): Section => {
    const shape = shapeOf(call.facade, name);
    return { shape, where: planList(shape, { found: {}, text: {}, page: 1, perPage: 1 }, call, context).where };
  };
  return {
    events: { shape: events, where: all(isListed, is('series', 0)) },
    dates: { shape: events, where: all(isListed, not(is('series', 0)), isSoon) },
    ...(call.site.recurrence && {
      series: { shape: events, where: all(isOpen, is('listing', 2), is('hide_from_listings', false)) },
    }),
    venues: listed('venue'),
    organizers: listed('organizer'),
    categories: listed('category'),
    tags: listed('tag'),
  };
}

/** Number of parts of a section. */
export async function countParts(request: PageRequest, { shape, where }: Section): Promise<number> {
  const total = await request.context.store.count({ table: shape.model, where });
  return Math.ceil(total / pagesPerPart(request));
}

const orderOf = ({ model }: Shape) => [
  ...('start_date' in model.columns ? [{ column: 'start_date' }] : []),
  { column: 'id' },
];

/** The pages of one part, counted from 1. The ids come from an index; rows are then read in batches. */
export async function pagesOf(request: PageRequest, { shape, where }: Section, part: number) {
  const { store } = request.context;
  const table = shape.model;
  const limit = pagesPerPart(request);
  const ids = await store.ids({ table, where, order: orderOf(shape), limit, offset: (part - 1) * limit });
  const pages: SitemapPage[] = [];
  for (let at = 0; at < ids.length; at += rowsPerQuery) {
    const batch = ids.slice(at, at + rowsPerQuery);
    const plan = { table, where: all(oneOf('id', batch), where), order: orderOf(shape), limit: batch.length };
    for (const row of await store.list(plan)) pages.push(pageOf(request, shape, row));
  }
  return pages;
}

const pageOf = (request: PageRequest, shape: Shape, row: Row): SitemapPage => ({
  urls: urlsIn(request, (language) => pageUrl(request, shape, row, language).slice(request.call.site.baseUrl.length)),
  modified: String(row.modified_utc),
});

function pageUrl(request: PageRequest, shape: Shape, row: Row, language: string | undefined): string {
  const { site } = request.call;
  if (shape === request.events && isSeries(row)) return allDatesUrl(inLanguage(row, language, site.languages), site);
  return urlOf(request, shape, row, language);
}
