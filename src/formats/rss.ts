// RSS 2.0, with the whole text (`content:encoded`), the link to the feed itself and the module for events.
import type { CalendarEntry } from '../core/calendar-entry.js';
import type { FeedFormat, FeedHead } from '../core/format.js';
import { iso } from '../core/time/zone.js';
import { labelledTitle, locationOf, topicsOf, whenAndWhere } from './entry.js';
import { mailTime } from './times.js';
import { uriOf } from './uri.js';
import { element, emptyElement, escapeXml, eventNamespace, xmlDeclaration } from './xml.js';

const minutesToLive = '60';

const namespaces = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  `xmlns:ev="${eventNamespace}"`,
].join(' ');

function channel(head: FeedHead): string {
  const { title, description, self, page, next, language, version, modified, logo, hidesGenerator } = head;
  const atomLink = (rel: string, href: string): string =>
    emptyElement('atom:link', { rel, href: uriOf(href), type: 'application/rss+xml' });
  return [
    `${xmlDeclaration}<rss version="2.0" ${namespaces}>\n<channel>\n`,
    // RSS requires these three, so that an empty one is replaced.
    element('title', title) || element('title', page),
    element('link', uriOf(page)),
    element('description', description) || element('description', title) || element('description', page),
    element('language', language ?? ''),
    element('lastBuildDate', modified === undefined ? '' : mailTime(modified)),
    hidesGenerator ? '' : element('generator', `Almanac ${version}`),
    element('ttl', minutesToLive),
    // Title and link repeat those of the channel, as the specification asks.
    logo === undefined
      ? ''
      : `<image>\n${element('url', uriOf(logo))}${element('title', title) || element('title', page)}${element('link', uriOf(page))}</image>\n`,
    atomLink('self', self),
    next === undefined ? '' : atomLink('next', next),
  ].join('');
}

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function item(entry: CalendarEntry): string {
  const { image } = entry;
  return [
    '<item>\n',
    element('title', labelledTitle(entry)) || element('title', entry.url),
    element('link', uriOf(entry.url)),
    element('guid', entry.uid, { isPermaLink: 'false' }),
    element('pubDate', mailTime(entry.published)),
    // RSS readers show it as HTML.
    element('description', escapeMarkup([whenAndWhere(entry), entry.summary || entry.text].filter(Boolean).join('\n'))),
    element('content:encoded', `<p><strong>${escapeXml(whenAndWhere(entry))}</strong></p>\n${entry.html}`),
    ...topicsOf(entry).map((topic) => element('category', topic)),
    image
      ? emptyElement('enclosure', { url: uriOf(image.url), length: String(image.bytes), type: image.mediaType })
      : '',
    element('ev:startdate', iso(entry.utcStart, entry.timezone)),
    element('ev:enddate', iso(entry.utcEnd, entry.timezone)),
    element('ev:location', locationOf(entry)),
    '</item>\n',
  ].join('');
}

export const rss: FeedFormat<'entries'> = {
  name: 'rss',
  mediaType: 'application/rss+xml',
  contentType: 'application/rss+xml; charset=utf-8',
  items: 'entries',
  open: (head) => ({ start: () => channel(head), item, end: () => '</channel>\n</rss>\n' }),
};
