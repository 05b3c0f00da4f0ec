// Atom (RFC 4287) with pages (RFC 5005). Times and places use the module for events of RSS.
import type { CalendarEntry, EntryContact } from '../core/calendar-entry.js';
import type { FeedFormat, FeedHead } from '../core/format.js';
import { iso } from '../core/time/zone.js';
import { labelledTitle, locationOf, topicsOf, whenAndWhere } from './entry.js';
import { utcTime } from './times.js';
import { uriOf } from './uri.js';
import { uuidOf } from './uuid.js';
import { element, emptyElement, eventNamespace, xmlDeclaration } from './xml.js';

const mediaType = 'application/atom+xml';

const link = (rel: string, href: string, type: string): string =>
  emptyElement('link', { rel, href: uriOf(href), type });

const idOf = (text: string): string => element('id', `urn:uuid:${uuidOf(text)}`);

function start(head: FeedHead): string {
  const language = head.language === undefined ? '' : ` xml:lang="${head.language.replace(/[^\w-]/g, '')}"`;
  return [
    `${xmlDeclaration}<feed xmlns="http://www.w3.org/2005/Atom" xmlns:ev="${eventNamespace}"${language}>\n`,
    idOf(head.self),
    // Required elements, which may be empty.
    element('title', head.title) || '<title/>\n',
    element('subtitle', head.description),
    element('updated', utcTime(head.modified ?? head.now)),
    link('self', head.self, mediaType),
    link('alternate', head.page, 'text/html'),
    head.next === undefined ? '' : link('next', head.next, mediaType),
    `<author>\n${element('name', head.siteName || head.page)}</author>\n`,
    element('icon', uriOf(head.icon ?? '')),
    element('logo', uriOf(head.logo ?? '')),
    head.hidesGenerator ? '' : element('generator', 'Almanac', { version: head.version }),
  ].join('');
}

const contributor = ({ name, email, url }: EntryContact): string =>
  name === ''
    ? ''
    : `<contributor>\n${element('name', name)}${element('uri', uriOf(url))}${element('email', email)}</contributor>\n`;

function item(entry: CalendarEntry): string {
  const { image } = entry;
  return [
    '<entry>\n',
    idOf(entry.uid),
    element('title', labelledTitle(entry)) || '<title/>\n',
    element('updated', utcTime(entry.modified)),
    element('published', utcTime(entry.published)),
    link('alternate', entry.url, 'text/html'),
    image
      ? emptyElement('link', {
          rel: 'enclosure',
          href: uriOf(image.url),
          type: image.mediaType,
          length: String(image.bytes),
        })
      : '',
    element('summary', [whenAndWhere(entry), entry.summary].filter(Boolean).join('\n')),
    element('content', entry.html || entry.text, { type: entry.html === '' ? 'text' : 'html' }),
    ...entry.contacts.map(contributor),
    ...topicsOf(entry).map((term) => emptyElement('category', { term })),
    element('ev:startdate', iso(entry.utcStart, entry.timezone)),
    element('ev:enddate', iso(entry.utcEnd, entry.timezone)),
    element('ev:location', locationOf(entry)),
    '</entry>\n',
  ].join('');
}

export const atom: FeedFormat<'entries'> = {
  name: 'atom',
  mediaType,
  contentType: `${mediaType}; charset=utf-8`,
  items: 'entries',
  open: (head) => ({ start: () => start(head), item, end: () => '</feed>\n' }),
};
