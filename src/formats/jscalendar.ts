// JSCalendar (RFC 8984): a group of events.
import type { FeedFormat, FeedHead } from '../core/format.js';
import { eventObject } from './jscalendar/event.js';
import { openList, separated } from './json-text.js';
import { utcTime } from './times.js';
import { uriOf } from './uri.js';
import { uuidOf } from './uuid.js';

const group = ({ title, description, self, page, language, version, modified, now, color }: FeedHead): object => ({
  '@type': 'Group',
  uid: uuidOf(self),
  ...(color !== undefined && { color }),
  prodId: `-//Almanac//${version}//EN`,
  updated: utcTime(modified ?? now),
  title,
  ...(description !== '' && { description }),
  ...(language !== undefined && { locale: language }),
  links: { page: { '@type': 'Link', href: uriOf(page), rel: 'alternate', contentType: 'text/html' } },
  source: uriOf(self),
});

export const jscalendar: FeedFormat<'entries'> = {
  name: 'jscalendar',
  mediaType: 'application/jscalendar+json',
  contentType: 'application/jscalendar+json; type=group; charset=utf-8',
  items: 'entries',
  isUnpaged: true,
  open: (head) => ({
    start: () => openList(group(head), 'entries'),
    item: separated(eventObject),
    end: () => '\n]}\n',
  }),
};
