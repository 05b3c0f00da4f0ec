// Reads an iCalendar file into pages of plain records: venues and organizers before the events that refer to them. Runs in a
// thread of its own (reading/worker.ts).
import { createHash } from 'node:crypto';
import type { Call } from '../../core/call.js';
import { all, any, contentIs, is, oneOf } from '../../core/condition.js';
import type { Given } from '../../core/field.js';
import { parseUrl } from '../../core/text/parse-url.js';
import { type FileBudget, fileBudget } from '../file-budget.js';
import type { Incoming, IncomingPage, Warning } from '../incoming.js';
import { type CalendarFile, type Component, readCalendar } from './components.js';
import type { DateChanges } from './dates.js';
import type { CalendarHead, IcalOptions } from './event.js';
import { type ChangedDate, type Entry, type FileContext, type ReadEvent, readGroup } from './group.js';
import { propertiesOf } from './properties.js';
import { timeReader } from './times.js';
import { collectWarnings } from './warnings.js';
import { zoneFinder, zoneNamed } from './zones.js';

export type { IcalOptions } from './event.js';

/** UIDs per page. */
const pageSize = 50;
/** Dates, changed dates and thousands of characters per page, which is written in one transaction. */
const pageWeight = 1_000;

/** An incoming record as plain data, which other threads can receive. */
export interface IcalRecord extends Omit<Incoming, 'after'> {
  /** Written after the record. */
  readonly changes?: DateChanges;
}

export interface IcalPage extends Omit<IncomingPage, 'records'> {
  readonly records: readonly IcalRecord[];
}

/** The VEVENTs of one UID. Their properties are parsed page by page. */
interface Group {
  readonly uid: string;
  readonly parts: readonly (Pick<Entry, 'head' | 'read'> & { readonly component: Component })[];
}

/** The VEVENTs of a file by UID, in the order of the file. */
interface ParsedCalendar {
  readonly groups: readonly Group[];
  /** Of lines and time zones. More are added while groups are read. */
  readonly warnings: Warning[];
  /** False for a file that was cut off: what is not in it may exist all the same. */
  readonly isComplete: boolean;
}

const ignored = new Set(['VTODO', 'VJOURNAL', 'VFREEBUSY', 'VAVAILABILITY']);

function headOf(calendar: Component): CalendarHead {
  const properties = propertiesOf(calendar);
  return {
    isOwn: properties.text('PRODID').startsWith('-//Almanac//'),
    isCancelled: properties.text('METHOD').toUpperCase() === 'CANCEL',
    zone: zoneNamed(properties.text('X-WR-TIMEZONE')),
  };
}

const uidOf = (component: Component): string =>
  propertiesOf({ ...component, lines: component.lines.filter(({ text }) => /^UID[;:]/i.test(text)).slice(0, 1) }).text(
    'UID',
  );

const entriesOf = ({ parts }: Pick<Group, 'parts'>): readonly Entry[] =>
  parts.map(({ component, head, read }) => ({ properties: propertiesOf(component), line: component.line, head, read }));

function parseCalendar(bytes: Buffer, { options, budget, counts }: FileContext): ParsedCalendar {
  const file: CalendarFile = readCalendar(bytes, { lines: budget.lines, counts });
  const { warnings, warn } = collectWarnings(counts);
  warnings.push(...file.warnings);
  const groups = new Map<string, Group & { readonly parts: Group['parts'][number][] }>();
  const calendars = file.components.filter(({ name }) => name === 'VCALENDAR');
  const loose = file.components.filter(({ name }) => name !== 'VCALENDAR');
  if (loose.length > 0) {
    warn('calendar missing', loose[0]?.line ?? 1, 'Components outside of BEGIN:VCALENDAR were read all the same.');
    calendars.push({ name: 'VCALENDAR', lines: [], parts: loose, line: 1, isClosed: true });
  }
  for (const calendar of calendars) {
    const head = headOf(calendar);
    const vtimezones = calendar.parts.filter(({ name }) => name === 'VTIMEZONE');
    const find = zoneFinder(vtimezones, { zone: options.zone, now: options.now, warn, budget });
    const read = timeReader(find, options.zone);
    for (const component of calendar.parts) {
      const { name, line, isClosed } = component;
      if (ignored.has(name)) warn('component ignored', line, `${name} is no event.`);
      if (name !== 'VEVENT') continue;
      // The last event of a file that was cut off may lack anything.
      if (!isClosed && !file.isComplete && component === calendar.parts.at(-1)) {
        warn('event cut off', line, 'The file ends inside the event, which was left out.');
        continue;
      }
      const uid = uidOf(component);
      if (uid === '') warn('UID missing', line, 'The event has no UID. It is recognized by its title and start.');
      const key = uid === '' ? `line ${line}` : uid;
      const group = groups.get(key) ?? { uid, parts: [] };
      group.parts.push({ component, head, read });
      groups.set(key, group);
    }
  }
  return { groups: [...groups.values()], warnings, isComplete: file.isComplete };
}

/** External IDs are plain texts of limited length. */
const plainId = (text: string): string =>
  /^[^\s<>&"'\u0000-\u001f\u007f]{1,200}$/.test(text) ? text : `sha1:${createHash('sha1').update(text).digest('hex')}`;

export function externalIdOf({ uid, dateId, mapped, times }: ReadEvent): string {
  const id =
    uid === ''
      ? `no-uid:${createHash('sha1')
          .update(JSON.stringify([mapped.fields.title, times.start]))
          .digest('hex')}`
      : plainId(uid);
  return dateId === undefined ? id : `${id}/${plainId(dateId)}`;
}

/** An event of this site in its own feed has a UID of this site, or that of its origin and a page of this site. Its ID alone
 * does not prove it: another site may have had the same host name. */
function sameRecord(
  { uid, dateId, mapped }: ReadEvent,
  { uidHost }: IcalOptions,
): Pick<Incoming, 'sameAs' | 'copyOf'> | undefined {
  if (uid === '') return undefined;
  const { title, start_date, website } = mapped.fields;
  const [, ourId] = (uidHost !== undefined && uid.endsWith(`@${uidHost}`) && /^event-(\d{1,9})@/.exec(uid)) || [];
  const isOurPage = uidHost !== undefined && parseUrl(String(website))?.hostname === uidHost;
  const isOurs = ourId ? is('id', Number(ourId)) : is('uid', uid);
  const where = ourId ? all(isOurs, oneOf('uid', ['', uid])) : isOurs;
  // Dates of a series read their titles from it.
  const exact = all(where, contentIs(is('title', String(title))), is('start_date', String(start_date)));
  const unknown = all(exact, is('uid', ''), is('series', 0), is('external_id', ''));
  const copyOf = ourId || isOurPage ? { where, exact } : undefined;
  const sameAs = ourId ? any(is('uid', uid), unknown) : isOurs;
  // Dates without their series have no UID of their own.
  return { ...(copyOf && { copyOf }), ...(dateId === undefined && { sameAs }) };
}

/** A changed date with the external IDs of its links. */
const changeText = ({ venue, organizers, ...change }: ChangedDate) => ({
  ...change,
  ...(venue && { venue: venue.externalId }),
  ...(organizers && { organizers: organizers.map(({ externalId }) => externalId) }),
});

function recordOf(event: ReadEvent, options: IcalOptions): IcalRecord {
  const { mapped, recurrence, changed, sequence, uid, dateId, line } = event;
  const references = {
    ...(!('venue' in mapped.fields) && { venue: mapped.venue ? [mapped.venue.externalId] : [] }),
    organizer: mapped.organizers.map(({ externalId }) => externalId),
  };
  return {
    resource: 'event',
    externalId: externalIdOf(event),
    fields: { ...mapped.fields, recurrence: recurrence ?? '' },
    ...(mapped.status !== undefined && { initial: { status: mapped.status } }),
    references,
    place: `line ${line}`,
    // Dates without their series would share one UID.
    stored: { uid: dateId === undefined && uid.length <= 1_000 ? uid : '' },
    ...sameRecord(event, options),
    ...((recurrence || sequence > 0) && {
      changes: { sequence, changed, recurrence },
      parts: { ...(sequence > 0 && { sequence }), ...(changed.length > 0 && { changed: changed.map(changeText) }) },
    }),
  };
}

/** Venues and organizers of an event and of its changed dates. */
const linkedOf = ({ mapped, changed }: ReadEvent): readonly Incoming[] =>
  [mapped, ...changed].flatMap(({ venue, organizers = [] }) => [...(venue ? [venue] : []), ...organizers]);

const byModel = (one: Incoming, other: Incoming): number =>
  one.resource < other.resource ? -1 : Number(one.resource > other.resource);

const textLength = ({ mapped }: ReadEvent): number => String(mapped.fields.description ?? '').length;

export interface IcalReader {
  readonly isComplete: boolean;
  /** From a position on; an empty one is the beginning. Throws `BudgetExceeded`. */
  readonly pages: (position: Given) => Generator<IcalPage>;
}

/** Throws `Invalid` for a file that is no calendar or exceeds a limit, and `BudgetExceeded`. */
export function openCalendar(bytes: Buffer, options: IcalOptions, budget: FileBudget = fileBudget()): IcalReader {
  const file: FileContext = { options, budget, counts: new Map() };
  const { groups, warnings, isComplete } = parseCalendar(bytes, file);
  const left = (): number => budget.dates.left + budget.changes.left;
  return {
    isComplete,
    pages: function* ({ at = 0 }) {
      const seen = new Set<string>();
      let next = typeof at === 'number' ? at : 0;
      // A file without events has one page, too: it has warnings.
      do {
        const events: ReadEvent[] = [];
        const own: Warning[] = [];
        const end = Math.min(next + pageSize, groups.length);
        for (let weight = 0; next < end && weight < pageWeight; next++) {
          const before = left();
          const { uid, ...group } = groups[next] as Group;
          const read = readGroup(uid, entriesOf(group), file);
          events.push(...read.events);
          own.push(...read.warnings);
          const characters = read.events.reduce((sum, event) => sum + textLength(event), 0);
          weight += 1 + before - left() + characters / 1_000;
        }
        const linked = events.flatMap(linkedOf).filter(({ externalId }) => {
          const isNew = !seen.has(externalId);
          seen.add(externalId);
          return isNew;
        });
        yield {
          records: [...linked.sort(byModel), ...events.map((event) => recordOf(event, options))],
          // Those of the file, and of time zones that this page was the first to name.
          warnings: [...warnings.splice(0), ...own],
          position: { at: next },
          progress: { label: 'events', done: next, total: groups.length },
        };
      } while (next < groups.length);
    },
  };
}

/** The options that depend on the site. */
export const siteOptions = ({ site, now }: Pick<Call, 'site' | 'now'>): IcalOptions => ({
  zone: site.zone,
  now,
  months: site.recurrenceMonths,
  geolocation: site.geolocation,
  uidHost: site.uidHost,
});
