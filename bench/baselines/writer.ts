// Creates events with bare statements over the bare driver: the same rows, the same transaction, nothing asked before.
import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import type { Cell } from '../../src/core/column.js';
import { type BareEvent, bareColumns } from '../measure/drafts.js';

export interface BareWriter {
  /** All of them in one transaction, on the disk when it is done. */
  readonly create: (events: readonly BareEvent[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Runner {
  readonly run: (name: string, sql: string, values: readonly Cell[]) => Promise<void>;
  readonly nextId: () => Promise<number>;
  readonly place: (position: number) => string;
}

const linkTables = ['venues', 'organizers', 'categories', 'tags'] as const;

/** Values in their places, from the first on. */
const places = (runner: Runner, count: number, from = 1): string =>
  Array.from({ length: count }, (_, at) => runner.place(from + at)).join(', ');

async function createOne(runner: Runner, { cells, links, words }: BareEvent): Promise<void> {
  const id = await runner.nextId();
  const columns = ['id', ...bareColumns];
  await runner.run('event', `insert into events (${columns.join(', ')}) values (${places(runner, columns.length)})`, [
    id,
    ...cells,
  ]);
  for (const table of linkTables) {
    const targets = links[table];
    const tuples = targets.map((_, at) => `(${places(runner, 3, at * 3 + 1)})`).join(', ');
    await runner.run(
      `link ${table}`,
      `insert into event_${table} (owner, target, position) values ${tuples}`,
      targets.flatMap((target, position) => [id, target, position]),
    );
    if (table === 'categories' || table === 'tags') {
      const ids = [...targets].sort((a, b) => a - b);
      const sql = `update ${table} set count = count + 1 where id in (${places(runner, ids.length)})`;
      await runner.run(`count ${table}`, sql, ids);
    }
  }
  await runner.run('words', `insert into events_search (id, words) values (${places(runner, 2)})`, [id, words]);
}

function onEmbedded(folder: string): BareWriter {
  const database = new Database(join(folder, 'almanac.db'), { timeout: 5_000 });
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'temp_store = memory']) database.pragma(pragma);
  const kept = new Map<string, Database.Statement>();
  const next = database.prepare("update sequences set value = value + 1 where name = 'post' returning value").raw(true);
  const runner: Runner = {
    place: () => '?',
    nextId: async () => Number((next.all([]) as Cell[][])[0]?.[0]),
    run: async (name, sql, values) => {
      const statement = kept.get(name) ?? database.prepare(sql);
      kept.set(name, statement);
      statement.run(values as Cell[]);
    },
  };
  return {
    create: async (events) => {
      database.exec('begin immediate');
      for (const one of events) await createOne(runner, one);
      database.exec('commit');
    },
    close: async () => {
      database.close();
    },
  };
}

async function onPostgres(url: string): Promise<BareWriter> {
  const client = new pg.Client(url);
  await client.connect();
  const runner: Runner = {
    place: (position) => `$${position}`,
    nextId: async () => {
      const { rows } = await client.query({ name: 'next', text: "select nextval('post_ids')", rowMode: 'array' });
      return Number((rows as unknown[][])[0]?.[0]);
    },
    run: async (name, text, values) => {
      await client.query({ name, text, values: [...values] });
    },
  };
  return {
    create: async (events) => {
      await client.query('begin');
      for (const one of events) await createOne(runner, one);
      await client.query('commit');
    },
    close: () => client.end(),
  };
}

export const openBareWriter = async (settings: Readonly<Record<string, string>>): Promise<BareWriter> =>
  settings.ALMANAC_DATABASE_URL ? onPostgres(settings.ALMANAC_DATABASE_URL) : onEmbedded(settings.ALMANAC_DATA ?? '');
