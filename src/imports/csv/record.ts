// One row of CSV as an incoming record: its fields and its identity.
import { createHash } from 'node:crypto';
import { all, is } from '../../core/condition.js';
import type { Given } from '../../core/field.js';
import { Invalid } from '../../core/problem.js';
import { fold } from '../../core/text/fold.js';
import { endOfDay } from '../../core/time/clock.js';
import type { Incoming } from '../incoming.js';
import { costOf, flagOf, listOf, statusOf, withoutGuard } from './cells.js';
import { plainFields, venuePartOf } from './columns.js';
import { type CellDate, readCellDate, readTime } from './dates.js';
import type { CsvMatch, CsvOptions, CsvResource } from './options.js';

type Cells = Readonly<Record<string, string>>;

/** The values of fields of events that are not plain. Those that depend on several columns are read by `datesOf` and others. */
const readers: Readonly<Record<string, (cell: string, cells: Cells) => unknown>> = {
  status: statusOf,
  categories: listOf,
  tags: listOf,
  venue: (name, cells) => [{ venue: name, ...venueParts(cells) }],
  organizer: (cell) => listOf(cell).map((organizer) => ({ organizer })),
};

const venueParts = (cells: Cells): Given =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([name, cell]) => {
      const part = venuePartOf(name);
      return part === undefined ? [] : [[part, cell]];
    }),
  );

function readerOf(resource: CsvResource, name: string): ((cell: string, cells: Cells) => unknown) | undefined {
  if (plainFields[resource][name]?.column.schema.type === 'boolean') return flagOf;
  return resource === 'event' ? readers[name] : undefined;
}

/** Columns that are read together with others, or that only identify the record. */
const combined = new Set([
  ...['start_date', 'start_time', 'end_date', 'end_time', 'all_day', 'cost', 'address', 'address_2'],
  ...['currency_code', 'currency_symbol', 'currency_position', 'external_id', 'uid', 'image'],
]);

const wallOf = ({ day, time, isZoned }: CellDate, fallback: string): string =>
  isZoned ? day : `${day} ${time ?? fallback}`;

/** Without a time an event lasts all day, without an end it ends when it starts. */
function datesOf(cells: Cells, { dateFormat }: CsvOptions): Given {
  const dated = (date = '', time = ''): CellDate | undefined => {
    if (date === '') return undefined;
    const read = readCellDate(date, dateFormat);
    return time === '' || read.isZoned ? read : { ...read, time: readTime(time) };
  };
  const start = dated(cells.start_date, cells.start_time);
  if (!start) throw new Invalid('The start date is empty.');
  const end = dated(cells.end_date || (cells.end_time ? start.day.slice(0, 10) : ''), cells.end_time);
  const hasTime = [start, end].some((one) => one?.isZoned || one?.time !== undefined);
  const allDay = cells.all_day ? flagOf(cells.all_day) : !hasTime;
  const from = wallOf(start, '00:00:00');
  return {
    start_date: from,
    end_date: end ? wallOf(end, allDay ? '23:59:59' : (start.time ?? '00:00:00')) : from,
    all_day: allDay,
  };
}

const costField = ({ cost = '', currency_symbol, currency_code, currency_position = '' }: Cells): Given =>
  cost === '' ? {} : { cost: costOf(cost, currency_symbol || currency_code || '', currency_position) };

/** Empty cells leave a field as it is. */
function fieldsOf(resource: CsvResource, cells: Cells, options: CsvOptions): Given {
  const single = Object.entries(cells).flatMap(([name, cell]) => {
    if (combined.has(name) || (resource === 'event' && venuePartOf(name) !== undefined)) return [];
    const read = readerOf(resource, name);
    return [[name, read ? read(cell, cells) : cell] as const];
  });
  const address = [cells.address, cells.address_2].filter(Boolean).join(', ');
  return {
    ...Object.fromEntries(single),
    ...(resource === 'event' && { ...datesOf(cells, options), ...costField(cells) }),
    ...(address && { address }),
    ...(options.images && cells.image && { image: cells.image }),
  };
}

/** Longer ones do not fit into the column of external IDs. */
const maxIdLength = 255;

const digestOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

type Identity = Pick<Incoming, 'externalId' | 'sameAs' | 'linkTo'>;

/** Dates with an offset are not compared: the time zone of the event decides their wall-clock time. */
function eventIdentity(fields: Given, isByEnd: boolean): Identity {
  const { title, start_date: start, end_date: end, all_day: allDay } = fields;
  const externalId = isByEnd ? digestOf(title, start, end) : digestOf(title, start);
  const dates = [start, end].map(String);
  if (dates.some((date) => date.includes('T'))) return { externalId };
  const [from = '', to = ''] = allDay ? [dates[0]?.replace(/ .*/, ' 00:00:00'), endOfDay(dates[1] ?? '')] : dates;
  const same = all(is('title', title), is('start_date', from));
  return { externalId, sameAs: isByEnd ? all(same, is('end_date', to)) : same };
}

function uidIdentity(uid: string, uidHost: string | undefined): Identity {
  const own = /^event-(\d{1,9})@(.+)$/.exec(uid);
  return { externalId: uid, sameAs: own && own[2] === uidHost ? is('id', Number(own[1])) : is('uid', uid) };
}

function identityOf(resource: CsvResource, cells: Cells, fields: Given, options: CsvOptions): Identity {
  const match: CsvMatch = options.match ?? (cells.external_id ? 'external_id' : 'title+start+end');
  if (match === 'external_id') {
    if (!cells.external_id) throw new Invalid('The external ID is empty.');
    return { externalId: cells.external_id };
  }
  if (resource !== 'event') {
    const name = String(fields[resource]);
    const linkTo = { keys: [fold(name)], where: is('name_key', fold(name)) };
    return { externalId: digestOf(fields[resource]), sameAs: is('name', name), linkTo };
  }
  if (match !== 'uid') return eventIdentity(fields, match === 'title+start+end');
  if (!cells.uid) throw new Invalid('The UID is empty.');
  return uidIdentity(cells.uid, options.uidHost);
}

/** Throws `Invalid` for a row that cannot be read. `cells` are those that are not empty, by field. */
export function recordOf(resource: CsvResource, given: Cells, options: CsvOptions, place: string): Incoming {
  const cells = Object.fromEntries(Object.entries(given).map(([name, cell]) => [name, withoutGuard(cell).trim()]));
  const fields = fieldsOf(resource, cells, options);
  const identity = identityOf(resource, cells, fields, options);
  if (identity.externalId.length > maxIdLength) throw new Invalid('The ID is longer than 255 characters.');
  const keepsUid = options.match === 'uid' && resource === 'event' && cells.uid && !/^event-\d+@/.test(cells.uid);
  const initial = Object.entries(options.defaults ?? {}).filter(
    ([name]) => fields[name] === undefined && (resource === 'event' || name === 'status'),
  );
  return {
    resource,
    fields,
    place,
    ...(initial.length > 0 && { initial: Object.fromEntries(initial) }),
    ...identity,
    ...(keepsUid && { stored: { uid: cells.uid } }),
  };
}
