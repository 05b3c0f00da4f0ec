// What the embedded engine does in the background: commits that changes share, and statistics for the planner.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import Threaded from 'libsql/promise';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Connection, Engine } from '../../engine.js';
import type { CommitOptions } from './commits.js';
import { openEmbedded } from './engine.js';

let folder: string;
const opened: Engine[] = [];
const open = (options?: CommitOptions): Engine => {
  const engine = openEmbedded(join(folder, 'almanac.db'), options);
  opened.push(engine);
  return engine;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-embedded-'));
});
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const plain = (sql: string) => ({ sql, values: [] });
const run = (engine: Engine, ...statements: readonly string[]) =>
  engine.transact(async (connection) => {
    for (const sql of statements) await connection.run(plain(sql));
  });
const numbers = (count: number) =>
  `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`;

/** Ticks of the event loop between `start` and `stop`. */
function ticker() {
  let ticks = 0;
  let next: NodeJS.Immediate | undefined;
  const tick = () => {
    ticks++;
    next = setImmediate(tick);
  };
  return {
    start: () => {
      next = setImmediate(tick);
    },
    stop: (): number => {
      clearImmediate(next);
      return ticks;
    },
  };
}

test('the event loop runs during a commit', async () => {
  const engine = open();
  await run(engine, 'create table texts (id integer primary key, text)');
  const { start, stop } = ticker();
  await engine.transact(async (connection) => {
    await connection.run(plain(`${numbers(20_000)} insert into texts select n, randomblob(1000) from numbers`));
    // From here to the end of the commit there is nothing to wait for but the commit itself.
    start();
  });
  expect(stop()).toBeGreaterThan(0);
});

test('the event loop runs between the statements of a transaction, which keep their order', async () => {
  const engine = open();
  await run(engine, 'create table texts (id integer primary key autoincrement, number integer, text)');
  const insertion = (number: number) => `insert into texts (number, text) values (${number}, hex(randomblob(200000)))`;
  const { start, stop } = ticker();
  start();
  const ticks = await engine.transact(async (connection) => {
    const sent = Array.from({ length: 50 }, (_, number) => connection.run(plain(insertion(number))));
    await sent[0];
    // This one comes after those that wait already.
    sent.push(connection.run(plain(insertion(50))));
    await Promise.all(sent);
    return stop();
  });
  expect(ticks).toBeGreaterThan(5);
  const rows = await engine.readConnection.all(plain('select number from texts order by id'));
  expect(rows.flat()).toEqual(Array.from({ length: 51 }, (_, number) => number));
});

test('after a statement fails, those that wait behind it do not run', async () => {
  const engine = open();
  await run(engine, 'create table texts (id integer primary key)');
  const failing = engine.transact(({ run: send }) =>
    Promise.all(['insert into missing values (1)', 'insert into texts values (1)'].map((sql) => send(plain(sql)))),
  );
  await expect(failing).rejects.toThrow('no such table: missing');
  expect(await engine.readConnection.all(plain('select id from texts'))).toEqual([]);
});

describe('changes at one moment', () => {
  const schema = 'create table things (id integer primary key autoincrement, name text unique)';
  const insertion = (name: string) => ({ sql: 'insert into things (name) values (?)', values: [name] });
  const names = async ({ readConnection }: Engine) =>
    (await readConnection.all(plain('select name from things order by id'))).flat();
  const outcomes = (changes: readonly Promise<unknown>[]) =>
    Promise.all(
      changes.map((change) =>
        change.then(
          () => 'done',
          (error: Error) => error.message,
        ),
      ),
    );
  /** Commits so far: each of another connection changes the number that this one sees. */
  const versionOf = async ({ readConnection }: Engine): Promise<number> =>
    Number((await readConnection.all(plain('pragma data_version')))[0]?.[0]);

  test('share a commit, and the one that fails is undone alone', async () => {
    const engine = open();
    await run(engine, schema);
    const before = await versionOf(engine);
    const seen: unknown[] = [];
    const changes = Array.from({ length: 10 }, (_, at) =>
      engine.transact(async (connection) => {
        await connection.run(insertion(`first of ${at}`));
        await connection.run(insertion(at === 2 ? 'first of 1' : `second of ${at}`));
        seen.push([(await connection.all(plain('select count(*) from things'))).flat(), await names(engine)]);
      }),
    );
    const found = await outcomes(changes);
    expect(found).toEqual(
      found.map((_, at) => (at === 2 ? expect.stringContaining('UNIQUE constraint failed') : 'done')),
    );
    // Each sees those before it, and no reader sees any of them before the commit.
    expect(seen).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18].map((count) => [[count], []]));
    const kept = found.flatMap((_, at) => (at === 2 ? [] : [`first of ${at}`, `second of ${at}`]));
    expect(await names(engine)).toEqual(kept);
    expect(await versionOf(engine)).toBe(before + 1);
  });

  test('are acknowledged after the commit, and none of them if it fails', async () => {
    const engine = open();
    await run(
      engine,
      schema,
      // Checked by the commit.
      'create table parts (thing integer not null references things (id) deferrable initially deferred)',
    );
    const changes = ['one', 'two', 'three'].map((name) =>
      engine.transact(async (connection) => {
        await connection.run(insertion(name));
        if (name === 'two') await connection.run(plain('insert into parts values (4711)'));
      }),
    );
    expect(await outcomes(changes)).toEqual(Array(3).fill(expect.stringContaining('FOREIGN KEY constraint failed')));
    expect(await names(engine)).toEqual([]);
    await engine.transact((connection) => connection.run(insertion('later')));
    expect(await names(engine)).toEqual(['later']);
  });

  test('that SQLite rolls back as a whole all fail, and the next ones do not', async () => {
    const engine = open();
    await run(engine, schema);
    const changes = ['one', 'two', 'three'].map((name) =>
      engine.transact(async (connection) => {
        await connection.run(insertion(name));
        if (name === 'two') await connection.run(plain("insert or rollback into things (name) values ('two')"));
      }),
    );
    const later = changes.map((_, at) => engine.transact((connection) => connection.run(insertion(`later ${at}`))));
    const found = await outcomes(changes);
    expect(found).toEqual([...Array(2).fill(expect.stringContaining('UNIQUE constraint failed')), 'done']);
    expect(await outcomes(later)).toEqual(['done', 'done', 'done']);
    expect(await names(engine)).toEqual(['three', 'later 0', 'later 1', 'later 2']);
  });

  test('run no statement after their end, not even in the transaction of others', async () => {
    const engine = open();
    await run(engine, schema);
    let stray: Promise<unknown> = Promise.resolve();
    const first = engine.transact(async (connection) => {
      await connection.run(insertion('one'));
      setImmediate(() => {
        stray = connection.run(insertion('stray'));
        stray.catch(() => undefined);
      });
    });
    const second = engine.transact(async (connection) => {
      await connection.run(insertion('two'));
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    await Promise.all([first, second]);
    await expect(stray).rejects.toThrow('the transaction is over');
    expect(await names(engine)).toEqual(['one', 'two']);
  });

  test('that all fail write nothing', async () => {
    const engine = open();
    await run(engine, schema);
    const sizeOfLog = () => statSync(join(folder, 'almanac.db-wal')).size;
    const before = sizeOfLog();
    const changes = ['one', 'two'].map((name) =>
      engine.transact(async (connection) => {
        await connection.run(insertion(name));
        throw new Error('changed my mind');
      }),
    );
    expect(await outcomes(changes)).toEqual(['changed my mind', 'changed my mind']);
    expect([sizeOfLog(), await names(engine)]).toEqual([before, []]);
  });

  test('form groups of at most so many, and long ones share no commit', async () => {
    const engine = open({ maxChanges: 4 });
    await run(engine, schema);
    const groups: number[] = [];
    const change = (isLong = false) =>
      engine.transact(
        async (connection) => {
          await connection.run(insertion(`thing ${Math.random()}`));
          groups.push(await versionOf(engine));
        },
        { isLong },
      );
    const [before] = [await versionOf(engine)];
    await Promise.all(Array.from({ length: 10 }, () => change()));
    expect(groups.map((version) => version - before)).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2, 2]);
    groups.length = 0;
    await Promise.all([change(), change(), change(true), change(), change()]);
    const [first = 0] = groups;
    expect(groups.map((version) => version - first)).toEqual([0, 0, 1, 2, 2]);
  });

  test('wait together while another process holds the lock', async () => {
    const engine = open();
    await run(engine, schema);
    const other = new Database(join(folder, 'almanac.db'));
    other.exec('begin immediate');
    const changes = ['one', 'two'].map((name) => engine.transact((connection) => connection.run(insertion(name))));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await names(engine)).toEqual([]);
    other.exec('rollback');
    other.close();
    expect(await outcomes(changes)).toEqual(['done', 'done']);
  });
});

/** Holds the file as a process does while it closes its last connection, until a moment after its first line. */
const closingProcess = `
  const database = new (require('libsql'))(process.argv[1]);
  for (const pragma of ['journal_mode = wal', 'locking_mode = exclusive']) database.pragma(pragma);
  database.exec('create table held (id)');
  console.log('held');
  setTimeout(() => database.close(), 300);`;

test('a start waits while another process closes the file', async () => {
  const file = join(folder, 'almanac.db');
  const holder = spawn(process.execPath, ['-e', closingProcess, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  const engine = open();
  expect(await engine.readConnection.all(plain('select name from sqlite_master'))).toEqual([['held']]);
  await run(engine, 'create table things (id)');
});

test('the rate limits are opened once another process has let go of their file', async () => {
  const engine = open();
  const other = new Database(join(folder, 'throttles.db'));
  other.exec('begin exclusive');
  const asked = engine.ephemeral.all(plain('select count(*) from throttles'));
  other.exec('rollback');
  other.close();
  expect(await asked).toEqual([[0]]);
});

test('a driver that cannot commit in the background is refused before anything is written', async () => {
  const { exec } = Threaded.prototype;
  Threaded.prototype.exec = (() => undefined) as unknown as typeof exec;
  try {
    const engine = open();
    const changed = () => run(engine, 'create table texts (id integer primary key)');
    await expect(changed()).rejects.toThrow('libsql cannot commit in the background');
    await expect(changed()).rejects.toThrow('libsql cannot commit in the background');
    expect(await engine.readConnection.all(plain('select name from sqlite_master'))).toEqual([]);
  } finally {
    Threaded.prototype.exec = exec;
  }
});

/** Steps of SQLite's virtual machine in all runs so far of the statement that was prepared with this text. */
async function stepsOf({ all }: Pick<Connection, 'all'>, sql: string): Promise<number> {
  const [row] = await all({ sql: 'select nstep from sqlite_stmt where sql = ?', values: [sql] });
  return Number(row?.[0]);
}

test('statistics of a table that has grown tenfold reach statements that were prepared before', async () => {
  const engine = open();
  open();
  await run(
    engine,
    'create table things (id integer primary key, usual text, rare integer, text text)',
    'create index things_by_usual on things (usual)',
    'create index things_by_rare on things (rare)',
  );
  // Without statistics the last index is taken, whatever its values are.
  await run(engine, `${numbers(900)} insert into things select n, n, 1, '' from numbers`);
  const sql = "select count(*) from things where usual = '7' and rare = 1 and text = ''";
  const steps = async ({ readConnection }: Engine) => {
    const before = await stepsOf(readConnection, sql);
    await readConnection.all(plain(sql));
    return (await stepsOf(readConnection, sql)) - before;
  };
  for (const { readConnection } of opened) await readConnection.all(plain(sql));
  expect(await steps(engine)).toBeGreaterThan(900);

  await run(engine, `${numbers(2_000)} insert into things select 900 + n, 900 + n, 1, '' from numbers`);
  await engine.updateStatistics?.();
  expect(await engine.readConnection.all(plain('select idx, stat from sqlite_stat1 order by idx'))).toEqual([
    ['things_by_rare', '2900 2900'],
    ['things_by_usual', '2900 1'],
  ]);
  for (const one of opened) expect(await steps(one)).toBeLessThan(100);

  // The other way round: statistics are there already, so that making their table does not reach other connections.
  await run(engine, "update things set usual = '7', rare = id");
  await run(engine, `${numbers(30_000)} insert into things select 2900 + n, '7', 2900 + n, '' from numbers`);
  await engine.updateStatistics?.();
  for (const one of opened) expect(await steps(one)).toBeLessThan(100);
});

test('many changes renew the statistics by themselves, few do not', async () => {
  const engine = open();
  await run(
    engine,
    'create table things (id integer primary key, name)',
    'create index things_by_name on things (name)',
  );
  const tables = () => engine.readConnection.all(plain("select name from sqlite_master where name = 'sqlite_stat1'"));
  await run(engine, `${numbers(999)} insert into things select n, n from numbers`);
  await engine.updateStatistics?.();
  expect(await tables()).toEqual([]);
  await run(engine, `${numbers(2)} insert into things select 999 + n, n from numbers`);
  await engine.close();
  opened.pop();
  expect(await open().readConnection.all(plain('select tbl, stat from sqlite_stat1'))).toEqual([['things', '1001 1']]);
});
