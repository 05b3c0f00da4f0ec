// Baseline for writes: creates events with plain statements through the driver alone. The same rows in the same
// transaction, without any query before, and with many rows per statement.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import pg from 'pg';
import type { Cell } from '../../src/core/column.js';
import { type BareEvent, bareColumns } from '../measure/drafts.js';

export interface BareWriter {
  /** One transaction; resolves when it is on disk. */
  readonly create: (events: readonly BareEvent[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Runner {
  /** The name identifies the text of a prepared statement. */
  readonly run: (name: string, sql: string, values: readonly Cell[]) => Promise<void>;
  readonly nextIds: (count: number) => Promise<readonly number[]>;
  readonly place: (position: number) => string;
}

const linkTables = ['venues', 'organizers', 'categories', 'tags'] as const;
const countedTables = ['categories', 'tags'] as const;

/** Bound values per statement. */
const maxValues = 1_000;

async function insert(runner: Runner, table: string, columns: readonly string[], rows: readonly (readonly Cell[])[]) {
  const width = columns.length;
  const batchSize = Math.floor(maxValues / width);
  for (let from = 0; from < rows.length; from += batchSize) {
    const part = rows.slice(from, from + batchSize);
    const tuple = (at: number) => `(${columns.map((_, place) => runner.place(at * width + place + 1)).join(', ')})`;
    const sql = `insert into ${table} (${columns.join(', ')}) values ${part.map((_, at) => tuple(at)).join(', ')}`;
    await runner.run(`${table} ${part.length}`, sql, part.flat());
  }
}

/** Number of occurrences → the ids that occur so often. */
function byTimes(ids: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const times = new Map<number, number>();
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
  const found = new Map<number, number[]>();
  for (const [id, count] of times) found.set(count, [...(found.get(count) ?? []), id]);
  return found;
}

async function createAll(runner: Runner, events: readonly BareEvent[]): Promise<void> {
  const ids = await runner.nextIds(events.length);
  const idOf = (at: number) => ids[at] as number;
  await insert(
    runner,
    'events',
    ['id', 'content_id', ...bareColumns],
    events.map(({ cells }, at) => [idOf(at), idOf(at), ...cells]),
  );
  for (const table of linkTables) {
    const edges = events.flatMap(({ links }, at) =>
      links[table].map((target, position) => [idOf(at), target, position]),
    );
    await insert(runner, `event_${table}`, ['owner', 'target', 'position'], edges);
  }
  for (const table of countedTables) {
    for (const [times, targets] of byTimes(events.flatMap(({ links }) => links[table]))) {
      const places = targets.map((_, at) => runner.place(at + 2)).join(', ');
      const sql = `update ${table} set count = count + ${runner.place(1)} where id in (${places})`;
      await runner.run(`count ${table} ${targets.length}`, sql, [times, ...[...targets].sort((a, b) => a - b)]);
    }
  }
  const words = events.map((one, at) => [idOf(at), one.words]);
  await insert(runner, 'events_search', ['id', 'words'], words);
}

/**
 * Waits for the write lock without blocking the event loop: the engine in this process may hold it in a transaction that
 * spans several ticks, such as an update of the planner's statistics.
 */
async function begin(database: Database.Database): Promise<void> {
  for (;;) {
    try {
      database.exec('begin immediate');
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY')) throw error;
      await sleep(1);
    }
  }
}

function onEmbedded(folder: string): BareWriter {
  const database = new Database(join(folder, 'almanac.db'), { timeout: 0 });
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'temp_store = memory']) database.pragma(pragma);
  const statements = new Map<string, Database.Statement>();
  const next = database.prepare("update sequences set value = value + ? where name = 'post' returning value").raw(true);
  const runner: Runner = {
    place: () => '?',
    nextIds: async (count) => {
      const last = Number((next.all([count]) as Cell[][])[0]?.[0]);
      return Array.from({ length: count }, (_, at) => last - count + at + 1);
    },
    run: async (name, sql, values) => {
      const statement = statements.get(name) ?? database.prepare(sql);
      statements.set(name, statement);
      statement.run(values as Cell[]);
    },
  };
  return {
    create: async (events) => {
      await begin(database);
      await createAll(runner, events);
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
    nextIds: async (count) => {
      const text = "select nextval('post_ids') from generate_series(1, $1::integer)";
      const { rows } = await client.query({ name: 'next', text, values: [count], rowMode: 'array' });
      return (rows as unknown[][]).map(([id]) => Number(id));
    },
    run: async (name, text, values) => {
      await client.query({ name, text, values: [...values] });
    },
  };
  return {
    create: async (events) => {
      await client.query('begin');
      await createAll(runner, events);
      await client.query('commit');
    },
    close: () => client.end(),
  };
}

export const openBareWriter = async (settings: Readonly<Record<string, string>>): Promise<BareWriter> =>
  settings.ALMANAC_DATABASE_URL ? onPostgres(settings.ALMANAC_DATABASE_URL) : onEmbedded(settings.ALMANAC_DATA ?? '');
