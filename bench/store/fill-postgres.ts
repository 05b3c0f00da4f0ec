// Copies every table of an embedded database file into PostgreSQL; indexes are created when all rows are in. A larger calendar
// gets its events several times, each time with other ids.
import Database from 'libsql';
import pg from 'pg';
import type { Cell } from '../../src/core/column.js';
import { readSequences, setSequences, tablesOf } from '../../src/storage/copy/tables.js';
import { openEmbedded } from '../../src/storage/engines/embedded/engine.js';
import { openPostgres } from '../../src/storage/engines/postgres/engine.js';
import { migrate } from '../../src/storage/migrate.js';
import { copyIn } from './copy-in.js';

const rowsPerBatch = 20_000;

/** Indexes that belong to no constraint; those of constraints stay. */
const indexes = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = 'public'::regnamespace
    and not exists (select 1 from pg_constraint where conindid = indexrelid)`;

/** Columns with ids of events, by table. */
const eventIds: Readonly<Record<string, readonly string[]>> = {
  events: ['id', 'content_id', 'series', 'parent'],
  events_search: ['id'],
  event_venues: ['owner'],
  event_organizers: ['owner'],
  event_categories: ['owner'],
  event_tags: ['owner'],
};

export async function fillPostgres(url: string, file: string, log: (line: string) => void, copies = 1): Promise<void> {
  const startedAt = performance.now();
  const logTime = (line: string) => log(`  ${((performance.now() - startedAt) / 1_000).toFixed(1)} s: ${line}`);
  const [source, target] = [openEmbedded(file), openPostgres({ url, replicas: [], connections: 2 })];
  const rows = new Database(file, { readonly: true });
  const client = new pg.Client(url);
  try {
    await client.connect();
    await migrate(target);
    const [{ last } = { last: 0 }] = rows.prepare('select max(id) as last from events').all([]) as { last: number }[];
    const { rows: dropped } = await client.query<{ name: string; definition: string }>(indexes);
    for (const { name } of dropped) await client.query(`drop index ${name}`);
    for (const { name, columns } of await tablesOf('embedded', source.readConnection)) {
      // Migrations insert rows into some tables.
      await client.query(`truncate ${name}`);
      for (let copy = 0; copy < (eventIds[name] ? copies : 1); copy++) {
        const copied = await copyTable(client, rows, name, columns, copy * last);
        if (copied) logTime(`${copied} rows of ${name}`);
      }
    }
    for (const { name, definition } of dropped) {
      await client.query(definition);
      logTime(`created ${name}`);
    }
    const sequences = new Map(await readSequences('embedded', source.readConnection));
    await setSequences(target, new Map([...sequences, ['post', last * copies]]));
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    logTime('vacuumed and analyzed');
  } finally {
    await client.end();
    rows.close();
    await source.close();
    await target.close();
  }
}

/** `moved` is added to the ids of events. */
async function copyTable(
  client: pg.Client,
  source: Database.Database,
  name: string,
  columns: readonly string[],
  moved: number,
): Promise<number> {
  const places = (eventIds[name] ?? []).map((column) => columns.indexOf(column));
  const slug = name === 'events' ? columns.indexOf('slug') : -1;
  const move = (row: Cell[]): Cell[] => {
    for (const at of places) if (row[at]) row[at] = Number(row[at]) + moved;
    if (row[slug]) row[slug] = `${row[slug]}-${moved}`;
    return row;
  };
  let [batch, copied]: [Cell[][], number] = [[], 0];
  const flush = async () => {
    if (batch.length) await copyIn(client, name, columns, batch);
    copied += batch.length;
    batch = [];
  };
  for (const row of source
    .prepare(`select ${columns.join(', ')} from ${name}`)
    .raw(true)
    .iterate([])) {
    batch.push(moved ? move(row as Cell[]) : (row as Cell[]));
    if (batch.length >= rowsPerBatch) await flush();
  }
  await flush();
  return copied;
}
