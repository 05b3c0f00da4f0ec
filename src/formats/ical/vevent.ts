// VEVENT components (RFC 5545, with IMAGE and CONFERENCE of RFC 7986).
import type { CalendarEntry, EntryContact, EntryPlace, EntryStatus } from '../../core/calendar-entry.js';
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

/** Entries of a feed share their places and contacts: the lines of each are written once for a variant. */
function writtenOnce<Part extends object, Variant>(write: (part: Part, variant: Variant) => string): typeof write {
  const known = new WeakMap<Part, { readonly variant: Variant; readonly lines: string }>();
  return (part, variant) => {
    const found = known.get(part);
    if (found?.variant === variant) return found.lines;
    const lines = write(part, variant);
    known.set(part, { variant, lines });
    return lines;
  };
}

/** The first contact is the organizer if it has an email address, which ORGANIZER requires. */
const contactLine = writtenOnce(({ name, email, url }: EntryContact, isFirst: boolean): string =>
  isFirst && email !== ''
    ? line(`ORGANIZER${name === '' ? '' : `;CN=${parameter(name)}`}:mailto:${uriOf(email)}`)
    : textLine('CONTACT', [name, email, url].filter((part) => part !== '').join(', ')),
);

const geo = ({ latitude, longitude }: EntryPlace): string =>
  latitude === undefined || longitude === undefined ? '' : line(`GEO:${latitude.toFixed(6)};${longitude.toFixed(6)}`);

const placeLines = writtenOnce(
  (place: EntryPlace, language: string): string => textLine(`LOCATION${language}`, locationOf({ place })) + geo(place),
);

/** Names on one line. Some programs do not find the end of a name with quotes or escapes: it has a line of its own. */
function categoryLines(property: string, names: readonly string[]): string {
  let [plain, others] = ['', ''];
  for (const name of names) {
    const value = text(name);
    if (value.includes('"') || value.includes('\\')) others += line(`${property}:${value}`);
    else if (value !== '') plain += plain === '' ? value : `,${value}`;
  }
  return plain === '' ? others : line(`${property}:${plain}`) + others;
}

function timeLines(entry: CalendarEntry, form: TimeForm): string {
  const [start, end] = [timeValue(form, entry.start, entry.utcStart), endValue(form, entry.end, entry.utcEnd)];
  const startLine = line(`DTSTART${form.parameter}:${start}`);
  // DTEND must be later: an entry without a duration has none.
  return end > start ? startLine + line(`DTEND${form.parameter}:${end}`) : startLine;
}

/** `recurrence` are the lines between the times and the texts. */
function vevent(entry: CalendarEntry, form: TimeForm, recurrence: string, html: boolean): string {
  const tag = entry.language?.replace(/[^\w-]/g, '') ?? '';
  const language = tag === '' ? '' : `;LANGUAGE=${tag}`;
  const { image } = entry;
  const modified = basic(entry.modified);
  let lines = `BEGIN:VEVENT\r\n${line(`UID:${text(entry.uid)}`)}DTSTAMP:${modified}Z\r\n`;
  lines += `CREATED:${basic(entry.created)}Z\r\nLAST-MODIFIED:${modified}Z\r\nSEQUENCE:${entry.sequence}\r\n`;
  lines += timeLines(entry, form) + recurrence;
  lines += textLine(`SUMMARY${language}`, entry.title);
  lines += textLine(`DESCRIPTION${language}`, entry.text);
  if (html) lines += textLine(`X-ALT-DESC;FMTTYPE=text/html`, entry.html);
  lines += uriLine('URL', entry.url);
  if (entry.place) lines += placeLines(entry.place, language);
  lines += categoryLines(`CATEGORIES${language}`, topicsOf(entry));
  if (image) {
    const type = mediaType(image.mediaType);
    lines += uriLine(`IMAGE;VALUE=URI;DISPLAY=BADGE${type}`, image.url) + uriLine(`ATTACH${type}`, image.url);
  }
  entry.contacts.forEach((contact, index) => {
    lines += contactLine(contact, index === 0);
  });
  lines += `${uriLine('CONFERENCE;VALUE=URI', entry.onlineUrl)}STATUS:${statuses[entry.status]}\r\n`;
  lines += textLine(`COMMENT${language}`, entry.statusNote);
  return `${lines}TRANSP:${isTransparent(entry) ? 'TRANSPARENT' : 'OPAQUE'}\r\nCLASS:PUBLIC\r\nEND:VEVENT\r\n`;
}

/** The series on an extra date that has another length: an RDATE has the length of the series. */
function extraDate({ recurrence: _series, ...entry }: CalendarEntry, start: Wall, end: Wall): CalendarEntry {
  const instant = (wall: Wall): string => toInstant(wall, entry.timezone).instant;
  return { ...entry, start, end, utcStart: instant(start), utcEnd: instant(end), originalStart: start };
}

/** One VEVENT; for a series one with its rule, and one for every date that differs from it. */
export function vevents(entry: CalendarEntry, form: TimeForm, html: boolean): string {
  const { recurrence } = entry;
  if (!recurrence) return vevent(entry, form, '', html);
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
    vevent(
      { ...date, uid: entry.uid },
      formOf(date),
      timeLine('RECURRENCE-ID', date.originalStart ?? date.start),
      html,
    ),
  );
  return vevent(entry, form, series, html) + different.join('');
}
