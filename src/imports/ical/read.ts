// Reads an iCalendar file into pages of incoming records: venues and organizers before the events that refer to them.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Call } from '../../core/call.js';
import { all, any, type Condition, is } from '../../core/condition.js';
import type { Incoming, IncomingPage, ReadSource, Warning } from '../incoming.js';
import { type CalendarFile, type Component, readCalendar } from './components.js';
import { applyChanges } from './dates.js';
import type { CalendarHead, IcalOptions } from './event.js';
import { type ChangedDate, type Entry, type ReadEvent, readGroup } from './group.js';
import { propertiesOf } from './properties.js';
import { timeReader } from './times.js';
import { collectWarnings } from './warnings.js';
import { zoneFinder, zoneNamed } from './zones.js';

export type { IcalOptions } from './event.js';

/** UIDs per page. */
const pageSize = 50;

/** The VEVENTs of one UID. Their properties are parsed page by page. */
interface Group {
  readonly uid: string;
  readonly parts: readonly (Pick<Entry, 'head' | 'read'> & { readonly component: Component })[];
}

/** The VEVENTs of a file by UID, in the order of the file. */
export interface ParsedCalendar {
  readonly groups: readonly Group[];
  readonly warnings: readonly Warning[];
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

const entriesOf = ({ parts }: Group): readonly Entry[] =>
  parts.map(({ component, head, read }) => ({ properties: propertiesOf(component), line: component.line, head, read }));

export function parseCalendar(bytes: Buffer, options: Pick<IcalOptions, 'zone' | 'now'>): ParsedCalendar {
  const file: CalendarFile = readCalendar(bytes);
  const { warnings, warn } = collectWarnings(file.warnings);
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
    const find = zoneFinder(vtimezones, { zone: options.zone, now: options.now, warn });
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

/** An event of this site in its own feed has no stored UID. Its ID alone does not prove it: another site may have had the
 * same host name. */
function sameAs({ uid, dateId, mapped }: ReadEvent, { uidHost }: IcalOptions): Condition | undefined {
  if (uid === '' || dateId !== undefined) return undefined;
  const [, id, host] = /^event-(\d{1,9})@(.+)$/.exec(uid) ?? [];
  if (id === undefined || host !== uidHost) return is('uid', uid);
  const { title, start_date } = mapped.fields;
  const isOurs = all(is('id', Number(id)), is('uid', ''), is('series', 0), is('external_id', ''));
  return any(is('uid', uid), all(isOurs, is('title', String(title)), is('start_date', String(start_date))));
}

/** A changed date with the external IDs of its links. */
const changeText = ({ venue, organizers, ...change }: ChangedDate) => ({
  ...change,
  ...(venue && { venue: venue.externalId }),
  ...(organizers && { organizers: organizers.map(({ externalId }) => externalId) }),
});

function recordOf(event: ReadEvent, options: IcalOptions): Incoming {
  const { mapped, recurrence, changed, sequence, uid, dateId, line } = event;
  const same = sameAs(event, options);
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
    ...(same && { sameAs: same }),
    ...((recurrence || sequence > 0) && {
      after: (context, row) => applyChanges(context, row, { sequence, changed, recurrence }),
      parts: { ...(sequence > 0 && { sequence }), ...(changed.length > 0 && { changed: changed.map(changeText) }) },
    }),
  };
}

/** Venues and organizers of an event and of its changed dates. */
const linkedOf = ({ mapped, changed }: ReadEvent): readonly Incoming[] =>
  [mapped, ...changed].flatMap(({ venue, organizers = [] }) => [...(venue ? [venue] : []), ...organizers]);

const byModel = (one: Incoming, other: Incoming): number =>
  one.resource < other.resource ? -1 : Number(one.resource > other.resource);

/** Warnings about events that look like existing ones. */
export type FindSimilar = (events: readonly Incoming[]) => Promise<readonly Warning[]>;

export function pagesOf(
  { groups, warnings }: ParsedCalendar,
  options: IcalOptions,
  findSimilar: FindSimilar = async () => [],
): ReadSource {
  return async function* ({ at = 0 }): AsyncGenerator<IncomingPage> {
    const from = typeof at === 'number' ? at : 0;
    const seen = new Set<string>();
    for (let next = from; next < groups.length || next === from; next += pageSize) {
      const read = groups.slice(next, next + pageSize).map((group) => readGroup(group.uid, entriesOf(group), options));
      const events = read.flatMap((one) => one.events);
      const linked = events.flatMap(linkedOf).filter(({ externalId }) => {
        const isNew = !seen.has(externalId);
        seen.add(externalId);
        return isNew;
      });
      const records = events.map((event) => recordOf(event, options));
      const done = Math.min(next + pageSize, groups.length);
      yield {
        records: [...linked.sort(byModel), ...records],
        warnings: [
          ...(next === 0 ? warnings : []),
          ...read.flatMap((one) => one.warnings),
          ...(await findSimilar(records)),
        ],
        position: { at: next + pageSize },
        progress: { label: 'events', done, total: groups.length },
      };
      // Mapping takes time: other requests go first.
      await setImmediate();
    }
  };
}

/** Throws `Invalid` for a file that is no calendar or exceeds a limit. */
export const readIcal = (bytes: Buffer, options: IcalOptions, findSimilar?: FindSimilar): ReadSource =>
  pagesOf(parseCalendar(bytes, options), options, findSimilar);

/** The options that depend on the site. */
export const siteOptions = ({ site, now }: Pick<Call, 'site' | 'now'>): IcalOptions => ({
  zone: site.zone,
  now,
  months: site.recurrenceMonths,
  geolocation: site.geolocation,
  uidHost: site.uidHost,
});
