// JSON Feed 1.1. Times and places are in the extension `_almanac`.
import type { CalendarEntry, EntryImage } from '../core/calendar-entry.js';
import type { FeedFormat, FeedHead } from '../core/format.js';
import { labelledTitle, topicsOf, whenAndWhere } from './entry.js';
import { openList, separated } from './json-text.js';
import { localTime, utcTime } from './times.js';
import { uriOf } from './uri.js';

const head = ({ title, description, self, page, next, language, siteName, logo, icon }: FeedHead): object => ({
  version: 'https://jsonfeed.org/version/1.1',
  title,
  home_page_url: uriOf(page),
  feed_url: uriOf(self),
  ...(description !== '' && { description }),
  ...(logo !== undefined && { icon: uriOf(logo) }),
  ...(icon !== undefined && { favicon: uriOf(icon) }),
  ...(siteName !== '' && { authors: [{ name: siteName }] }),
  ...(language !== undefined && { language }),
  ...(next !== undefined && { next_url: uriOf(next) }),
});

const attachment = ({ url, mediaType, bytes }: EntryImage): object => ({
  url: uriOf(url),
  mime_type: mediaType,
  size_in_bytes: bytes,
});

function extension({ start, end, utcStart, utcEnd, ...entry }: CalendarEntry): object {
  const { place, timezone } = entry;
  return {
    start: localTime(start),
    end: localTime(end),
    utc_start: utcTime(utcStart),
    utc_end: utcTime(utcEnd),
    timezone,
    all_day: entry.allDay,
    status: entry.status,
    ...(entry.statusNote !== '' && { status_note: entry.statusNote }),
    ...(entry.onlineUrl !== '' && { online_url: uriOf(entry.onlineUrl) }),
    ...(entry.cost !== '' && { cost: entry.cost }),
    ...(place && {
      venue: {
        name: place.name,
        address: place.address,
        ...(place.latitude !== undefined &&
          place.longitude !== undefined && { latitude: place.latitude, longitude: place.longitude }),
        ...(place.url !== '' && { url: uriOf(place.url) }),
      },
    }),
  };
}

function item(entry: CalendarEntry): object {
  const { image, contacts } = entry;
  const tags = topicsOf(entry);
  const authors = contacts.filter(({ name }) => name !== '');
  return {
    id: entry.uid,
    url: uriOf(entry.url),
    ...(entry.website !== '' && { external_url: uriOf(entry.website) }),
    title: labelledTitle(entry),
    // Every item needs one of the two, which may be empty.
    ...(entry.html === '' ? { content_text: entry.text } : { content_html: entry.html }),
    summary: [whenAndWhere(entry), entry.summary].filter(Boolean).join('\n'),
    ...(image && { image: uriOf(image.url) }),
    date_published: utcTime(entry.published),
    date_modified: utcTime(entry.modified),
    ...(authors.length > 0 && {
      authors: authors.map(({ name, url }) => ({ name, ...(url !== '' && { url: uriOf(url) }) })),
    }),
    ...(tags.length > 0 && { tags }),
    ...(entry.language !== undefined && { language: entry.language }),
    ...(image && { attachments: [attachment(image)] }),
    _almanac: extension(entry),
  };
}

export const jsonfeed: FeedFormat<'entries'> = {
  name: 'jsonfeed',
  mediaType: 'application/feed+json',
  contentType: 'application/feed+json; charset=utf-8',
  items: 'entries',
  open: (feed) => ({ start: () => openList(head(feed), 'items'), item: separated(item), end: () => '\n]}\n' }),
};
