// Compares the values of a store before and after its upgrade. Every value must be there as it was, except for those that a
// migration changes on purpose.
import type { Cell } from '../../src/core/column.js';
import type { Snapshot, Values } from './snapshot.js';

interface Change {
  /** Number of the migration. */
  readonly version: number;
  /** As it is named before the migration. */
  readonly table: string;
  readonly reason: string;
}

/** Rows of other tables are found by their keys. */
interface RenamedTable extends Change {
  readonly newTable: string;
}

interface ChangedColumn extends Change {
  readonly column: string;
  readonly newColumn?: string;
  /** The value afterwards; undefined: any. Default: the same value. */
  readonly value?: (row: Values) => Cell | undefined;
}

interface ChangedRows extends Change {
  /** Undefined: the row is removed, or not. */
  readonly key: (row: Values) => Cell | undefined;
}

const day = 86_400_000;

function durationClass({ start_date, end_date, lasting = 0 }: Values): Cell {
  const days = (Date.parse(`${end_date}Z`) - Date.parse(`${start_date}Z`)) / day;
  if (days > 480) return 3;
  if (days > 30) return 2;
  return days > 2 ? 1 : lasting;
}

const smtpHost = ({ smtp_url }: Values): Cell =>
  URL.canParse(String(smtp_url)) ? new URL(String(smtp_url)).hostname.replace(/^\[(.*)\]$/, '$1') : '';

const localized = ['events', 'venues', 'organizers', 'categories', 'tags'].map((table) => ({
  version: 15,
  table: `${table}_readings`,
  newTable: `${table}_localized`,
  reason: 'a plain name',
}));

const sequenceName = ({ name = '' }: Values): Cell => (name === 'reading' ? 'localized' : name);

/** In the order of the migrations. */
const changes: readonly (RenamedTable | ChangedColumn | ChangedRows)[] = [
  { version: 11, table: 'events', column: 'long', newColumn: 'lasting', reason: 'a flag becomes a class' },
  { version: 11, table: 'events', column: 'lasting', value: durationClass, reason: 'the class of the duration' },
  { version: 12, table: 'categories', column: 'count', value: () => undefined, reason: 'without protected events' },
  { version: 12, table: 'tags', column: 'count', value: () => undefined, reason: 'without protected events' },
  { version: 13, table: 'media_search', column: 'words', value: () => undefined, reason: 'without the file name' },
  ...localized,
  { version: 15, table: 'kept_answers', newTable: 'idempotent_responses', reason: 'a plain name' },
  { version: 15, table: 'idempotent_responses', column: 'http', newColumn: 'status_code', reason: 'a plain name' },
  {
    version: 15,
    table: 'sequences',
    column: 'name',
    value: sequenceName,
    reason: 'named after its table',
  },
  {
    version: 15,
    table: 'sequences',
    key: sequenceName,
    reason: 'named after its table',
  },
  {
    version: 32,
    table: 'positions',
    column: 'shown',
    value: ({ shown = 0 }) => (shown === 1 ? 2 : shown),
    reason: 'a flag becomes a class',
  },
  { version: 33, table: 'imported', key: () => undefined, reason: 'without records that have no external ID' },
  { version: 38, table: 'sources', newTable: 'subscriptions', reason: 'a plain name' },
  { version: 38, table: 'remarks', newTable: 'metadata', reason: 'a plain name' },
  { version: 38, table: 'events', column: 'lasting', newColumn: 'duration_class', reason: 'a plain name' },
  {
    version: 38,
    table: 'revisions',
    column: 'resource',
    value: ({ resource = '' }) => (resource === 'source' ? 'subscription' : resource),
    reason: 'named after the table',
  },
  {
    version: 38,
    table: 'revisions',
    column: 'via',
    value: ({ via = '', user_id }) => (via === 'sources' && user_id === 0 ? 'subscriptions' : via),
    reason: 'named after the table',
  },
  {
    version: 41,
    table: 'settings',
    column: 'smtp_url',
    newColumn: 'mail_host',
    value: smtpHost,
    reason: 'one column for each part of the URL',
  },
];

/** Values of one store that a restored copy of it must not have: tokens of clients would be wrong there. */
const ownValues: readonly (readonly [table: string, column: string])[] = [['positions_meta', 'epoch']];

interface Expected {
  readonly table: string;
  readonly key: string | undefined;
  readonly values: ReadonlyMap<string, Cell | undefined>;
}

function expectedRow(from: number, firstTable: string, firstKey: string, row: Values): Expected {
  let [table, key, values] = [firstTable, firstKey as string | undefined, new Map<string, Cell | undefined>()];
  for (const [column, value] of Object.entries(row)) values.set(column, value);
  for (const change of changes.filter(({ version }) => version > from)) {
    if (change.table !== table) continue;
    const now = Object.fromEntries([...values].map(([column, value]) => [column, value ?? null]));
    if ('newTable' in change) table = change.newTable;
    else if ('column' in change) {
      if (!values.has(change.column)) continue;
      const value = change.value ? change.value(now) : values.get(change.column);
      values = new Map([...values].filter(([column]) => column !== change.column));
      values.set(change.newColumn ?? change.column, value);
    } else {
      const newKey = change.key(now);
      key = newKey === undefined ? undefined : JSON.stringify([newKey]);
    }
  }
  return { table, key, values };
}

export interface Compared {
  readonly faults: readonly string[];
  readonly rows: number;
  readonly values: number;
}

/** `from`: the schema version before. */
export function compareSnapshots(before: Snapshot, after: Snapshot, from: number, isCopy: boolean): Compared {
  const faults: string[] = [];
  let [rows, values] = [0, 0];
  for (const [table, tableRows] of before) {
    for (const [key, row] of tableRows) {
      const expected = expectedRow(from, table, key, row);
      const found = after.get(expected.table)?.get(expected.key ?? key);
      const isOwn = isCopy && ownValues.some(([name]) => name === expected.table);
      if (isOwn || (!found && expected.key === undefined)) continue;
      rows++;
      if (!found) faults.push(`${expected.table} ${key} is missing`);
      for (const [column, value] of found ? expected.values : []) {
        values++;
        if (found?.[column] === undefined) faults.push(`${expected.table}.${column} of ${key} is missing`);
        else if (value !== undefined && found[column] !== value)
          faults.push(`${expected.table}.${column} of ${key}: ${show(found[column])} instead of ${show(value)}`);
      }
    }
  }
  return { faults, rows, values };
}

const show = (value: Cell | undefined): string => JSON.stringify(value)?.slice(0, 100);
