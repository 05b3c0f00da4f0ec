// Reads what is stored: the states of named records, and the parts that each record must have.
import { any, type Condition, is, oneOf, since } from '../../src/core/condition.js';
import { rowBatches } from '../../src/core/each-row.js';
import { fileNames } from '../../src/core/picture.js';
import type { Reader, Table } from '../../src/core/store.js';
import { imports } from '../../src/imports/tables.js';
import type { MediaStore } from '../../src/media/store.js';
import type { EventRow } from '../../src/models/event/columns.js';
import { event } from '../../src/models/event/event.js';
import { isDetached, isMaster, isOccurrence } from '../../src/models/event/series/rows.js';
import { mediaTable } from '../../src/models/media/columns.js';
import { settingsTable } from '../../src/models/settings/columns.js';
import { type Connection, plain } from '../../src/storage/engine.js';
import { settingsName, stateOf } from './actions.js';
import { type SeriesDate, seriesState } from './series.js';

const pageSize = 1_000;

export interface Observed {
  readonly states: ReadonlyMap<string, string>;
  readonly ids: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
}

const plainState = ({ status, website }: EventRow): string => stateOf(status, website);

function dateOf(row: EventRow): SeriesDate {
  const day = row.original_start.slice(0, 10);
  return { day, isTrashed: row.status === 'trash', website: isDetached(row) ? row.website : undefined };
}

/** The records from an id on, and older ones of these ids. */
export async function observe(
  store: Reader,
  files: MediaStore,
  from: number,
  ids: readonly number[] = [],
): Promise<Observed> {
  const states = new Map<string, string>();
  const found = new Map<string, number>();
  const faults: string[] = [];
  const add = ({ id, title }: Pick<EventRow, 'id' | 'title'>, state: string) => {
    if (states.has(title)) faults.push(`${title} is stored twice`);
    states.set(title, state);
    found.set(title, id);
  };
  const within = (...columns: readonly string[]): Condition =>
    any(since('id', from), ...(ids.length ? columns.map((column) => oneOf(column, ids)) : []));
  const masters: EventRow[] = [];
  const dates = new Map<number, EventRow[]>();
  for await (const rows of rowBatches(store, { table: event, where: within('id', 'series'), size: pageSize })) {
    for (const row of rows as readonly EventRow[]) {
      if (isMaster(row)) masters.push(row);
      else if (isOccurrence(row)) dates.set(row.series, [...(dates.get(row.series) ?? []), row]);
      else add(row, plainState(row));
    }
  }
  for (const master of masters) {
    const own = (dates.get(master.id) ?? []).sort((a, b) => a.original_start.localeCompare(b.original_start));
    add(master, seriesState(master.status, master.website, own.map(dateOf)));
  }
  for await (const rows of rowBatches(store, { table: mediaTable, where: within('id'), size: pageSize })) {
    for (const row of rows) {
      add(row, 'stored');
      for (const name of fileNames(row)) {
        if (!(await files.has(name))) faults.push(`upload: ${row.title} has no file ${name}`);
      }
    }
  }
  const settings = await store.read({ table: settingsTable, where: since('id', 0) });
  if (settings) states.set(settingsName, `${settings.name} ${settings.tagline}`);
  return { states, ids: found, faults };
}

/** Ids from which on records and imports are new. */
export interface NextIds {
  readonly record: number;
  readonly import: number;
}

export async function nextIds(store: Reader): Promise<NextIds> {
  const newest = async (table: Table) =>
    (await store.ids({ table, where: since('id', 0), order: [{ column: 'id', descending: true }], limit: 1 }))[0] ?? 0;
  return { record: Math.max(await newest(event), await newest(mediaTable)) + 1, import: (await newest(imports)) + 1 };
}

/** The imports from an id on: a page and its report are written together. A second import of a source creates the rest. */
export async function importFaults(store: Reader, from: number): Promise<readonly string[]> {
  const sources = new Set<string>();
  for await (const rows of rowBatches(store, { table: imports, where: since('id', from) }))
    for (const { source } of rows) sources.add(source);
  const faults: string[] = [];
  for (const source of sources) {
    const where = is('source', source);
    const runs = await store.list({ table: imports, where, order: [], limit: pageSize });
    const created = runs.reduce((sum, { report }) => sum + (report.counts.event?.created ?? 0), 0);
    const stored = await store.count({ table: event, where });
    if (stored !== created) faults.push(`${source}: the reports count ${created} events, ${stored} are stored`);
  }
  return faults;
}

/** Events from an id on that lack a part. Dates of a series read most of theirs from the series. */
export async function partFaults(connection: Connection, from: number): Promise<readonly string[]> {
  const lacks = (rows: string) => `not exists (select 1 from ${rows})`;
  const parts = {
    'search texts': lacks('events_search s where s.id = e.id'),
    'a tag or category': `${lacks('event_tags t where t.owner = e.id')} and ${lacks('event_categories c where c.owner = e.id')}`,
    'a revision': lacks(`revisions r where r.resource = 'event' and r.record_id = e.id`),
    'a position': lacks(`positions p where p.table_name = 'events' and p.id = e.id and p.gone = 0`),
  };
  const faults: string[] = [];
  for (const [name, condition] of Object.entries(parts)) {
    const sql = `select count(*), min(e.id) from events e where e.id >= ${from} and e.content_id = e.id and ${condition}`;
    const [row] = await connection.all(plain(sql));
    if (Number(row?.[0]) > 0) faults.push(`${row?.[0]} events lack ${name}, such as ${row?.[1]}`);
  }
  return faults;
}
