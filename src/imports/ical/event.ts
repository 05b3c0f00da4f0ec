// A VEVENT as the fields of an event.
import type { Given } from '../../core/field.js';
import { tagsIn } from '../../core/text/tag-count.js';
import { stripTags } from '../../core/text/tags.js';
import { isWebUrl } from '../../core/text/web-url.js';
import type { Incoming } from '../incoming.js';
import { oneLine, organizersOf, venueOf } from './linked.js';
import { type Properties, unescaped } from './properties.js';
import type { EventTimes } from './times.js';
import type { Warn } from './warnings.js';

export interface IcalOptions {
  /** Time zone of the site, for times without one. */
  readonly zone: string;
  /** In UTC. */
  readonly now: string;
  /** How far lists of dates reach from now. */
  readonly months: number;
  readonly geolocation: boolean;
  /** Host in the UIDs of this site: its own events are recognized by their IDs. */
  readonly uidHost?: string;
  /** Status of new events. Private ones are `private`. */
  readonly status?: string;
  /** Rules with several dates a day, such as FREQ=MINUTELY, are left out: only files that a person imports may have them. */
  readonly onceADay?: boolean;
  /** Names or IDs of categories that every event gets. */
  readonly categories?: readonly (string | number)[];
  /** Names of categories by the names in the calendar; an empty one leaves the category out. */
  readonly categoryNames?: Readonly<Record<string, string>>;
  /** ID of the venue of events without a location. */
  readonly venue?: number;
}

/** About the calendar that an event is in. */
export interface CalendarHead {
  /** Written by Almanac, which uses some properties in ways that others do not. */
  readonly isOwn: boolean;
  /** METHOD:CANCEL cancels every event. */
  readonly isCancelled: boolean;
  /** X-WR-TIMEZONE. */
  readonly zone?: string | undefined;
}

export interface MappedEvent {
  readonly fields: Given;
  readonly status: string | undefined;
  readonly venue: Incoming | undefined;
  readonly organizers: readonly Incoming[];
}

const maxTitle = 1_000;
const maxDescription = 150_000;
/** Tags, closing ones included: descriptions are sanitized on the event loop. */
const maxDescriptionTags = 2_000;
const maxCategories = 50;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Characters that no column stores. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** What is between the tags of `body`; everything without them. A regular expression takes quadratic time for some texts. */
function htmlBody(html: string): string {
  const from = html.search(/<body/i);
  const opened = from < 0 ? -1 : html.indexOf('>', from);
  if (opened < 0) return html;
  const rest = html.slice(opened + 1);
  const to = rest.search(/<\/body>/i);
  return to < 0 ? rest : rest.slice(0, to);
}

function descriptionOf(properties: Properties, line: number, warn: Warn): string {
  const html = properties.all('X-ALT-DESC').find(({ params }) => params.fmttype?.toLowerCase() === 'text/html');
  const text = html ? unescaped(htmlBody(html.values.join(','))) : escapeHtml(properties.text('DESCRIPTION'));
  if (text.length > maxDescription)
    warn('text too long', line, `The description was cut at ${maxDescription} characters.`);
  const cut = text.slice(0, maxDescription);
  const isMarkup = tagsIn(cut) > maxDescriptionTags;
  if (isMarkup)
    warn(
      'too many tags',
      line,
      `The description has more than ${maxDescriptionTags} HTML tags. Only its text was kept.`,
    );
  return storable(isMarkup ? stripTags(cut) : cut).trim();
}

function titleOf(properties: Properties, line: number, warn: Warn): string {
  const title = oneLine(properties.text('SUMMARY'));
  if (title === '' || title === '0') {
    warn('title missing', line, 'The event has no SUMMARY and was named “Untitled”.');
    return 'Untitled';
  }
  if (title.length > maxTitle) warn('text too long', line, `The title was cut at ${maxTitle} characters.`);
  return title.slice(0, maxTitle);
}

function categoriesOf(properties: Properties, { categories = [], categoryNames = {} }: IcalOptions) {
  const names = properties
    .all('CATEGORIES')
    .flatMap(({ values }) => values.map(oneLine))
    .map((name) => (Object.hasOwn(categoryNames, name) ? (categoryNames[name] ?? '') : name))
    .filter((name) => name !== '' && name !== '0' && name.length <= 200);
  return [...new Set([...categories, ...names])].slice(0, maxCategories);
}

function urlOf(properties: Properties, names: readonly string[], line: number, warn: Warn): string {
  for (const name of names) {
    const text = properties.text(name);
    if (text !== '' && isWebUrl(text) && /^https?:/i.test(text)) return text;
    if (text !== '' && name !== 'LOCATION') warn('URL not valid', line, `${name} ${text.slice(0, 120)} was left out.`);
  }
  return '';
}

/** Other programs write TENTATIVE for plans, Almanac for postponed events. */
function statusOf(properties: Properties, { isOwn, isCancelled }: CalendarHead, line: number, warn: Warn): string {
  const status = properties.text('STATUS').toUpperCase();
  if (status === 'CANCELLED' || status === 'CANCELED' || isCancelled) return 'cancelled';
  if (status !== 'TENTATIVE') return 'scheduled';
  if (isOwn) return 'postponed';
  warn('tentative event', line, 'STATUS:TENTATIVE was read as scheduled.');
  return 'scheduled';
}

const attendanceOf = (onlineUrl: string, hasPlace: boolean): string =>
  onlineUrl === '' ? 'in_person' : hasPlace ? 'mixed' : 'online';

export function mapEvent(
  properties: Properties,
  times: EventTimes,
  head: CalendarHead,
  options: IcalOptions,
  line: number,
  warn: Warn,
): MappedEvent {
  const venue = venueOf(properties, options.geolocation);
  const onlineUrl = urlOf(properties, ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'LOCATION'], line, warn);
  const isPrivate = /^(?:PRIVATE|CONFIDENTIAL)$/i.test(properties.text('CLASS'));
  return {
    fields: {
      title: titleOf(properties, line, warn),
      description: descriptionOf(properties, line, warn),
      start_date: times.start,
      end_date: times.end,
      timezone: times.zone,
      all_day: times.allDay,
      website: urlOf(properties, ['URL'], line, warn),
      event_status: statusOf(properties, head, line, warn),
      event_status_note: head.isOwn ? oneLine(properties.text('COMMENT')).slice(0, 1_000) : '',
      online_url: onlineUrl,
      attendance: attendanceOf(onlineUrl, venue !== undefined),
      categories: categoriesOf(properties, options),
      ...(!venue && options.venue !== undefined && { venue: [options.venue] }),
    },
    status: isPrivate ? 'private' : options.status,
    venue,
    organizers: organizersOf(properties),
  };
}
