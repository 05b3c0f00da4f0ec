// The same calendar in PostgreSQL: every table of an embedded file is copied, and indexes are made when all rows are in.
import Database from 'libsql';
import pg from 'pg';
import type { Cell } from '../../src/core/column.js';
import { readSequences, setSequences, tablesOf } from '../../src/storage/copy/tables.js';
import { openEmbedded } from '../../src/storage/engines/embedded/engine.js';
import { openPostgres } from '../../src/storage/engines/postgres/engine.js';
import { migrate } from '../../src/storage/migrate.js';
import { copyIn } from './copy-in.js';

const rowsAtOnce = 20_000;

/** Indexes that belong to no constraint: these have to stay, and rows come in the order of most of them. */
const indexes = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = 'public'::regnamespace
    and not exists (select 1 from pg_constraint where conindid = indexrelid)`;

export async function fillPostgres(url: string, file: string, say: (line: string) => void): Promise<void> {
  const begun = performance.now();
  const tell = (line: string) => say(`  ${((performance.now() - begun) / 1_000).toFixed(1)} s: ${line}`);
  const [source, target] = [openEmbedded(file), openPostgres({ url, replicas: [], connections: 2 })];
  const rows = new Database(file, { readonly: true });
  const client = new pg.Client(url);
  try {
    await client.connect();
    await migrate(target);
    const { rows: aside } = await client.query<{ name: string; definition: string }>(indexes);
    for (const { name } of aside) await client.query(`drop index ${name}`);
    for (const { name, columns } of await tablesOf('embedded', source.readConnection)) {
      const copied = await copyTable(client, rows, name, columns);
      if (copied) tell(`${copied} rows of ${name}`);
    }
    for (const { name, definition } of aside) {
      await client.query(definition);
      tell(`made ${name}`);
    }
    await setSequences(target, await readSequences('embedded', source.readConnection));
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    tell('looked through');
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
  // Only an empty table is written without a log, and some are born with rows.
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
    if (batch.length >= rowsAtOnce) await flush();
  }
  await flush();
  return copied;
}
