// Copies every table of an embedded database file into PostgreSQL; indexes are created when all rows are in.
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

export async function fillPostgres(url: string, file: string, log: (line: string) => void): Promise<void> {
  const startedAt = performance.now();
  const logTime = (line: string) => log(`  ${((performance.now() - startedAt) / 1_000).toFixed(1)} s: ${line}`);
  const [source, target] = [openEmbedded(file), openPostgres({ url, replicas: [], connections: 2 })];
  const rows = new Database(file, { readonly: true });
  const client = new pg.Client(url);
  try {
    await client.connect();
    await migrate(target);
    const { rows: dropped } = await client.query<{ name: string; definition: string }>(indexes);
    for (const { name } of dropped) await client.query(`drop index ${name}`);
    for (const { name, columns } of await tablesOf('embedded', source.readConnection)) {
      const copied = await copyTable(client, rows, name, columns);
      if (copied) logTime(`${copied} rows of ${name}`);
    }
    for (const { name, definition } of dropped) {
      await client.query(definition);
      logTime(`created ${name}`);
    }
    await setSequences(target, await readSequences('embedded', source.readConnection));
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

async function copyTable(
  client: pg.Client,
  source: Database.Database,
  name: string,
  columns: readonly string[],
): Promise<number> {
  // Migrations insert rows into some tables.
  await client.query(`truncate ${name}`);
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
    batch.push(row as Cell[]);
    if (batch.length >= rowsPerBatch) await flush();
  }
  await flush();
  return copied;
}
