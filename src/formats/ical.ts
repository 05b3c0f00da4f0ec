// iCalendar (RFC 5545 and RFC 7986). Line breaks, folding and escaping are in ical/line.ts.
import type { FeedFormat, FeedHead } from '../core/format.js';
import { yearOf } from '../core/time/clock.js';
import { line, textLine } from './ical/line.js';
import { formOf, type TimeForm, zoneComponent } from './ical/time.js';
import { vevents } from './ical/vevent.js';
import { basic } from './times.js';
import { uriOf } from './uri.js';

/** How often programs should read the feed. */
const refresh = 'PT1H';

/** Without the UID of RFC 7986: programs that split a calendar into events take it for that of every event. */
function calendar(head: FeedHead): string {
  const { title, description, self, page, zone, version, modified, logo, color } = head;
  return [
    line('BEGIN:VCALENDAR'),
    line('VERSION:2.0'),
    textLine('PRODID', `-//Almanac//${version}//EN`),
    line('CALSCALE:GREGORIAN'),
    line('METHOD:PUBLISH'),
    // Most programs read the X- properties only.
    textLine('NAME', title),
    textLine('X-WR-CALNAME', title),
    textLine('DESCRIPTION', description),
    textLine('X-WR-CALDESC', description),
    textLine('X-WR-TIMEZONE', zone),
    // COLOR of RFC 7986 takes names only.
    color === undefined ? '' : line(`X-APPLE-CALENDAR-COLOR:${color}`),
    logo === undefined ? '' : line(`IMAGE;VALUE=URI;DISPLAY=BADGE:${uriOf(logo)}`),
    line(`URL:${uriOf(page)}`),
    line(`SOURCE;VALUE=URI:${uriOf(self)}`),
    line(`REFRESH-INTERVAL;VALUE=DURATION:${refresh}`),
    line(`X-PUBLISHED-TTL:${refresh}`),
    modified === undefined ? '' : line(`LAST-MODIFIED:${basic(modified)}Z`),
  ].join('');
}

export const ical: FeedFormat<'entries'> = {
  name: 'ics',
  mediaType: 'text/calendar',
  contentType: 'text/calendar; charset=utf-8',
  items: 'entries',
  isUnpaged: true,
  open: (head) => {
    const year = yearOf(head.now);
    const written = new Set<string>();
    const zone = (form: TimeForm): string => {
      if (form.tzid === undefined || written.has(form.tzid)) return '';
      written.add(form.tzid);
      return zoneComponent(form, year);
    };
    return {
      start: () => calendar(head),
      // A time zone is written before the first event that uses it, because later events are not known yet.
      item: (entry) => {
        const form = formOf(entry);
        let zones = zone(form);
        for (const date of entry.recurrence?.changed ?? []) zones += zone(formOf(date));
        return zones + vevents(entry, form, head.html);
      },
      end: () => line('END:VCALENDAR'),
    };
  },
};
