// Reads of every GET route, pages and feeds too: paths with all values that the calendar has, hidden records included, with an
// odd part of the path, the query or the headers, in a format that the path does not name.
import type { Random } from '../../bench/calendar/random.js';
import { feedTypes } from '../../src/core/format.js';
import { isApi, readsOf } from '../../tests/harness/leaks/routes.js';
import { type MakeCase, statusFaults } from './case.js';
import type { Hidden } from './hidden.js';
import type { Got, Sent } from './http.js';
import type { Site } from './site.js';
import { asText, encoded, oddHeader, oddValue } from './values.js';

const everything = { isReader: false, allFormats: true, allPages: true };

/** Of lists, feeds, pages, embedded pages, old addresses and oEmbed. */
const queryNames = [
  ...[
    'page',
    'per_page',
    'offset',
    'search',
    'order',
    'orderby',
    'include',
    'exclude',
    'status',
    'context',
    'include[]',
  ],
  ...['start_date', 'end_date', 'starts_before', 'ends_after', 'date', 'strict_dates', 'occurrences', 'series', 'html'],
  ...[
    'venue',
    'organizer',
    'categories',
    'tags',
    'categories[]',
    'city',
    'near',
    'geoloc_lat',
    'geoloc_lng',
    'featured',
  ],
  ...[
    'lang',
    'i18n_language',
    'theme',
    'view',
    'color',
    'p',
    'post_type',
    'tribe_events',
    'ical',
    'outlook-ical',
    'feed',
  ],
  ...[
    'tribe-bar-date',
    'event_ids',
    'eventDisplay',
    'preview',
    'token',
    'key',
    'url',
    'maxwidth',
    'maxheight',
    'format',
  ],
  ...[
    '_fields',
    '_envelope',
    '_embed',
    '_pretty',
    '_jsonp',
    'limit',
    'since',
    'source',
    'external_id',
    'password',
    'zone',
  ],
];

const usualValues = [
  ...[
    '1',
    '2',
    '100',
    'true',
    'any',
    'desc',
    'title',
    'xml',
    'json',
    'de',
    'dark',
    'music',
    '2027-07-01',
    'edit',
    'rss2',
  ],
  ...['publish,draft,private', 'trash', 'month', 'today', '47.1,8.5', 'id,title', 'Europe/Berlin', 'rule', 'zqm'],
];

const accepts = [
  ...Object.values(feedTypes),
  ...[
    'text/html',
    'application/json',
    '*/*',
    'text/calendar;q=0',
    'text/*;q=0.5, application/atom+xml',
    'image/webp',
    'a/b/c',
  ],
];

/** Also what a URL cannot have. */
const pathParts = [
  '',
  '.',
  '..',
  '%00',
  '%',
  '%ff',
  '%2f%2e%2e',
  '%E0%A4%A',
  '~',
  'a'.repeat(2_000),
  '*',
  ':id',
  ';x=1',
];

export function readCases({ calendar }: Hidden, site: Site): MakeCase {
  const reads = site.routes.map((route) => ({ route, urls: readsOf(route, calendar, everything) }));

  return (random, caller) => {
    const { route, urls } = random.pick(reads);
    const where = random.pick(['nowhere', 'query', 'query', 'query', 'path', 'header', 'accept', 'method'] as const);
    const url = changedUrl(random.pick(urls), where, random);
    const isNegotiated = where === 'accept' || random.happens(0.2);
    const [oddName, odd] = oddHeader(random);
    // A hidden record may not be changed.
    const hasHeader = where === 'header' && oddName !== 'x-http-method-override';
    const other = random.pick(isApi(route) ? ['HEAD', 'OPTIONS'] : ['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE']);
    const sent: Sent = {
      method: where === 'method' ? other : 'GET',
      url: url.slice(0, 15_000),
      headers: {
        ...(isApi(route) && random.happens(0.8) ? site.signed(caller) : site.session(caller)),
        ...(!isApi(route) && random.happens(0.8) && { accept: 'text/html' }),
        ...(isNegotiated && { accept: random.pick(accepts) }),
        ...(hasHeader && { [oddName]: odd }),
      },
    };
    return {
      name: `${sent.method} ${route}`,
      sent,
      faultsOf: (got) =>
        isUnknownFormat(route, got) ? [] : [...statusFaults(got), ...(sent.method === 'GET' ? contentFaults(got) : [])],
    };
  };
}

/** oEmbed prescribes 501 for a format that is not supported. */
const isUnknownFormat = (route: string, { status }: Got): boolean => route === '/oembed' && status === 501;

function changedUrl(url: string, where: string, random: Random): string {
  if (where === 'query') {
    const count = random.integer(1, 3);
    const pairs = Array.from({ length: count }, () => {
      const value = random.happens(0.5) ? random.pick(usualValues) : asText(oddValue(random));
      const name = random.happens(0.95) ? random.pick(queryNames) : asText(oddValue(random));
      return `${encoded(name)}=${encoded(value)}`;
    });
    return `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`;
  }
  if (where !== 'path') return url;
  const [path = '', query] = url.split('?', 2);
  const parts = path.split('/');
  const at = random.integer(1, Math.max(1, parts.length - 1));
  parts[at] = random.happens(0.5) ? random.pick(pathParts) : encoded(asText(oddValue(random)));
  return `/${parts.slice(1).join('/')}${query === undefined ? '' : `?${query}`}`;
}

/** XML cannot have these, not even escaped. */
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

function contentFaults({ status, type, text }: Got): readonly string[] {
  if (text === '' || status === 206) return [];
  if (/ndjson/.test(type)) return text.trimEnd().split('\n').every(isJson) ? [] : ['a line that is not JSON'];
  if (/json/.test(type)) return isJson(text) ? errorFaults(status, JSON.parse(text)) : ['a body that is not JSON'];
  if (/xml/.test(type) && notInXml.test(text)) return ['a character that XML cannot have'];
  if (/text\/calendar/.test(type) && !/^BEGIN:VCALENDAR\r\n.*\r\nEND:VCALENDAR\r\n$/s.test(text))
    return ['a calendar without its begin or end'];
  return [];
}

const errorFaults = (status: number, body: unknown): readonly string[] => {
  if (status < 400) return [];
  const { code, message, error } = Object(body) as Record<string, unknown>;
  const isError = (typeof code === 'string' && typeof message === 'string') || error !== undefined;
  return isError ? [] : ['an error without code and message'];
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
