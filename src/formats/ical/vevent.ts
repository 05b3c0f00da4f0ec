// VEVENT components (RFC 5545, with IMAGE and CONFERENCE of RFC 7986).
import type { CalendarEntry, EntryContact, EntryStatus } from '../../core/calendar-entry.js';
import type { Wall } from '../../core/time/clock.js';
import { toInstant } from '../../core/time/zone.js';
import { isTransparent, locationOf, topicsOf } from '../entry.js';
import { basic } from '../times.js';
import { uriOf } from '../uri.js';
import { line, parameter, text, textLine } from './line.js';
import { endValue, formOf, ruleValue, type TimeForm, timeValue } from './time.js';

const statuses: Readonly<Record<EntryStatus, string>> = {
  scheduled: 'CONFIRMED',
  cancelled: 'CANCELLED',
  postponed: 'TENTATIVE',
  rescheduled: 'CONFIRMED',
};

const uriLine = (name: string, uri: string): string => (uri === '' ? '' : line(`${name}:${uriOf(uri)}`));

const mediaType = (type: string): string => (/^[\w.+-]+\/[\w.+-]+$/.test(type) ? `;FMTTYPE=${type}` : '');

/** The first contact is the organizer if it has an email address, which ORGANIZER requires. */
function contactLines(contacts: readonly EntryContact[]): string {
  return contacts
    .map(({ name, email, url }, index) =>
      index === 0 && email !== ''
        ? line(`ORGANIZER${name === '' ? '' : `;CN=${parameter(name)}`}:mailto:${uriOf(email)}`)
        : textLine('CONTACT', [name, email, url].filter((part) => part !== '').join(', ')),
    )
    .join('');
}

const geo = ({ place }: CalendarEntry): string =>
  place?.latitude === undefined || place.longitude === undefined
    ? ''
    : line(`GEO:${place.latitude.toFixed(6)};${place.longitude.toFixed(6)}`);

/** Names on one line. Some programs do not find the end of a name with quotes or backslashes: it has its own line. */
function categoryLines(property: string, names: readonly string[]): string {
  const isPlain = (name: string): boolean => !/["\\]/.test(name);
  const plain = names.filter(isPlain).map(text);
  const others = names.filter((name) => !isPlain(name)).map(text);
  const lines = [plain.filter((name) => name !== '').join(','), ...others].filter((value) => value !== '');
  return lines.map((value) => line(`${property}:${value}`)).join('');
}

function timeLines(entry: CalendarEntry, form: TimeForm): string {
  const [start, end] = [timeValue(form, entry.start, entry.utcStart), endValue(form, entry.end, entry.utcEnd)];
  const startLine = line(`DTSTART${form.parameter}:${start}`);
  // DTEND must be later: an entry without a duration has none.
  return end > start ? startLine + line(`DTEND${form.parameter}:${end}`) : startLine;
}

/** `recurrence` are the lines between the times and the texts. */
function vevent(entry: CalendarEntry, recurrence: string, html: boolean): string {
  const tag = entry.language?.replace(/[^\w-]/g, '') ?? '';
  const language = tag === '' ? '' : `;LANGUAGE=${tag}`;
  const { image } = entry;
  return [
    'BEGIN:VEVENT\r\n',
    line(`UID:${text(entry.uid)}`),
    `DTSTAMP:${basic(entry.modified)}Z\r\nCREATED:${basic(entry.created)}Z\r\nLAST-MODIFIED:${basic(entry.modified)}Z\r\n`,
    `SEQUENCE:${entry.sequence}\r\n`,
    timeLines(entry, formOf(entry)),
    recurrence,
    textLine(`SUMMARY${language}`, entry.title),
    textLine(`DESCRIPTION${language}`, entry.text),
    html ? textLine(`X-ALT-DESC;FMTTYPE=text/html`, entry.html) : '',
    uriLine('URL', entry.url),
    textLine(`LOCATION${language}`, locationOf(entry)),
    geo(entry),
    categoryLines(`CATEGORIES${language}`, topicsOf(entry)),
    image ? uriLine(`IMAGE;VALUE=URI;DISPLAY=BADGE${mediaType(image.mediaType)}`, image.url) : '',
    image ? uriLine(`ATTACH${mediaType(image.mediaType)}`, image.url) : '',
    contactLines(entry.contacts),
    uriLine('CONFERENCE;VALUE=URI', entry.onlineUrl),
    `STATUS:${statuses[entry.status]}\r\n`,
    textLine(`COMMENT${language}`, entry.statusNote),
    `TRANSP:${isTransparent(entry) ? 'TRANSPARENT' : 'OPAQUE'}\r\nCLASS:PUBLIC\r\nEND:VEVENT\r\n`,
  ].join('');
}

/** The series on an extra date that has another length: an RDATE has the length of the series. */
function extraDate({ recurrence: _series, ...entry }: CalendarEntry, start: Wall, end: Wall): CalendarEntry {
  const instant = (wall: Wall): string => toInstant(wall, entry.timezone).instant;
  return { ...entry, start, end, utcStart: instant(start), utcEnd: instant(end), originalStart: start };
}

/** One VEVENT; for a series one with its rule, and one for every date that differs from it. */
export function vevents(entry: CalendarEntry, html: boolean): string {
  const { recurrence } = entry;
  if (!recurrence) return vevent(entry, '', html);
  const form = formOf(entry);
  const timeLine = (name: string, wall: Wall): string => line(`${name}${form.parameter}:${timeValue(form, wall)}`);
  const others = new Set([...recurrence.changed.map(({ originalStart }) => originalStart), ...recurrence.except]);
  const extraDates = recurrence.dates.flatMap(({ start, end }) =>
    end === undefined || others.has(start) ? [] : [extraDate(entry, start, end)],
  );
  const series = [
    recurrence.rule === '' ? '' : line(`RRULE:${ruleValue(form, recurrence.rule)}`),
    ...recurrence.dates.map(({ start }) => timeLine('RDATE', start)),
    ...recurrence.except.map((start) => timeLine('EXDATE', start)),
  ].join('');
  const different = [...extraDates, ...recurrence.changed].map((date) =>
    vevent({ ...date, uid: entry.uid }, timeLine('RECURRENCE-ID', date.originalStart ?? date.start), html),
  );
  return vevent(entry, series, html) + different.join('');
}
