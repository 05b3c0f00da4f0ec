// The menu that adds one event to a calendar: a file, or the form of an online calendar filled in.

import { plainText } from '../../core/text/html.js';
import { isoInstant } from '../../core/time/clock.js';
import { basicFormat } from '../../core/time/ical-value.js';
import { type Html, html } from '../html.js';
import { plusDays } from './days.js';
import { feedUrl } from './feeds.js';
import type { Pair } from './filters.js';
import { withQuery } from './links.js';
import type { PageRequest } from './page-request.js';
import type { EventBody } from './records.js';
import { serviceLink } from './subscribe.js';
import { isNamedZone } from './zones.js';

/** The event as the forms of online calendars take it. */
export interface CalendarForm
  extends Pick<
    EventBody,
    'title' | 'all_day' | 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date' | 'timezone'
  > {
  readonly details: string;
  readonly location: string;
}

/** Characters of an encoded text in a URL: services reject URLs of more than some thousand. */
const maxEncoded = 1_500;

function cut(text: string): string {
  let length = 0;
  let end = 0;
  for (const character of text) {
    length += encodeURIComponent(character).length;
    if (length > maxEncoded) return `${text.slice(0, end)}…`;
    end += character.length;
  }
  return text;
}

/** Both services take the day after the last one as the end of an all-day event. */
const daysOf = ({ start_date, end_date }: CalendarForm): readonly [string, string] => [
  start_date.slice(0, 10),
  plusDays(end_date.slice(0, 10), 1),
];

const filled = (pairs: readonly Pair[]): readonly Pair[] => pairs.filter(([, value]) => value !== '');

/** Instants in UTC are right for every zone; `ctz` is the zone that the entry shows. */
export function googleUrl(form: CalendarForm): string {
  const dates = form.all_day
    ? daysOf(form).map(basicFormat)
    : [form.utc_start_date, form.utc_end_date].map((utc) => `${basicFormat(utc)}Z`);
  return withQuery(
    'https://calendar.google.com/calendar/render',
    filled([
      ['action', 'TEMPLATE'],
      ['text', cut(form.title)],
      ['dates', dates.join('/')],
      ['ctz', !form.all_day && isNamedZone(form.timezone) ? form.timezone : ''],
      ['details', cut(form.details)],
      ['location', cut(form.location)],
    ]),
  );
}

export function outlookUrl(host: string, form: CalendarForm): string {
  const [start, end] = form.all_day ? daysOf(form) : [form.utc_start_date, form.utc_end_date].map(isoInstant);
  return withQuery(
    `https://${host}/calendar/0/action/compose`,
    filled([
      ['rru', 'addevent'],
      ['subject', cut(form.title)],
      ['startdt', start ?? ''],
      ['enddt', end ?? ''],
      ['allday', form.all_day ? 'true' : ''],
      ['body', cut(form.details)],
      ['location', cut(form.location)],
    ]),
  );
}

/**
 * The file, which calendar apps open, and a menu of online calendars. `isProtected`: the links have only what lists show of the event, because they go to other services and the file is
 * public. Cancelled events have none.
 */
export function addMenu(request: PageRequest, event: EventBody, location: string, isProtected: boolean): Html | false {
  if (event.event_status === 'cancelled') return false;
  const { texts } = request;
  const text = plainText(event.excerpt) || plainText(event.description);
  const form: CalendarForm = {
    ...event,
    // The URL comes first, so that a long text does not cut it off.
    details: isProtected || text === '' ? event.url : `${event.url}\n\n${text}`,
    location: isProtected ? '' : location,
  };
  // The file of the event itself needs the password; the list has the event without what that hides.
  const source = isProtected ? { route: 'events', input: { include: event.id } } : { route: `events/${event.id}` };
  const file = feedUrl(request, source, 'ics', { download: 1 });
  return html`<a class="button" href="${file}" rel="nofollow">${texts.addToCalendar}</a>
<details class="panel menu"><summary>${texts.onlineCalendars}</summary>
<div class="panel-body menu-body"><ul>
${serviceLink(googleUrl(form), texts.googleCalendar)}
${serviceLink(outlookUrl('outlook.live.com', form), texts.outlook)}
${serviceLink(outlookUrl('outlook.office.com', form), texts.microsoft365)}
</ul></div></details>`;
}
