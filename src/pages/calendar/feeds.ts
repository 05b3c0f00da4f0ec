// The events of a page as feeds of the native API: their URLs, and the links to them in the head of the page.
import type { Given } from '../../core/field.js';
import { languageName } from '../../facades/language.js';
import { type Html, html } from '../html.js';
import type { Pair } from './filters.js';
import { withQuery } from './links.js';
import type { PageRequest } from './page-request.js';

/** Events of the API: a list with its filters, or a single one. */
export interface PageFeed {
  /** Below the root of the API, without a suffix: `events`, `venues/7/events`. */
  readonly route: string;
  /** Parameters of the list. */
  readonly input?: Given;
  /** A single event has no news to follow, only its iCalendar file. */
  readonly isSingle?: true;
}

type Suffix = 'ics' | 'rss' | 'jsonfeed';

const formats: readonly (readonly [Suffix, string, string])[] = [
  ['ics', 'text/calendar', 'iCalendar'],
  ['rss', 'application/rss+xml', 'RSS'],
  ['jsonfeed', 'application/feed+json', 'JSON Feed'],
];

/** Lists are comma-separated. */
const pairOf = ([name, value]: readonly [string, unknown]): Pair => [
  name,
  Array.isArray(value) ? value.join(',') : String(value),
];

/** Absolute: calendar apps have no page that it could be relative to. Texts are in the language of the page. */
export function feedUrl({ pageSite, call }: PageRequest, feed: PageFeed, suffix: Suffix, more: Given = {}): string {
  const { site, native } = pageSite;
  const isDefault = call.language === undefined || call.language === site.languages[0];
  const input = { ...feed.input, ...more, ...(!isDefault && { [languageName]: call.language }) };
  return withQuery(`${site.baseUrl}${native.prefix}/${feed.route}.${suffix}`, Object.entries(input).map(pairOf));
}

/** `name` is the name of the calendar for people. */
export const feedLinks = (request: PageRequest, feed: PageFeed, name: string): readonly Html[] =>
  formats
    .filter(([suffix]) => !feed.isSingle || suffix === 'ics')
    .map(
      ([suffix, type, label]) =>
        html`<link rel="alternate" type="${type}" title="${name} (${label})" href="${feedUrl(request, feed, suffix)}">\n`,
    );
