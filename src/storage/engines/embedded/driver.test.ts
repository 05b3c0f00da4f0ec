import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, test } from 'vitest';
import { openBackground } from './background.js';
import { connect, connectInBackground, statementsOn } from './driver.js';

const counting = (rows: number) =>
  `with recursive c(n) as (select 1 union all select n + 1 from c where n < ${rows}) select count(*) from c`;
/** Of about a second. */
const long = counting(3_000_000);

test('a connection keeps prepared statements up to a size', () => {
  const database = connect(':memory:', 0);
  const prepared: string[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    prepared.push(sql);
    return prepare(sql);
  };
  const { all } = statementsOn(database);
  const wordy = (number: number) => `select ${number} -- ${'x'.repeat(100_000)}`;
  for (const number of [1, 2, 3, 1, 3]) expect(all({ sql: wordy(number), values: [] })).toEqual([[number]]);
  expect(prepared).toEqual([1, 2, 3, 1].map(wordy));
  database.close();
});

test('the log of a database that grew while it was read becomes small again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-log-'));
  const [writer, reader] = [1, 2].map(() => connect(join(folder, 'almanac.db'), 0));
  const logMegabytes = () => statSync(join(folder, 'almanac.db-wal')).size / 2 ** 20;
  writer?.exec('create table notes (body blob)');
  const write = (kilobytes: number) => writer?.exec(`insert into notes values (zeroblob(${kilobytes * 1_024}))`);
  reader?.exec('begin; select count(*) from notes');
  for (let times = 0; times < 20; times++) write(1_024);
  expect(logMegabytes()).toBeGreaterThan(20);
  reader?.exec('commit');
  for (let times = 0; times < 3; times++) write(1);
  expect(logMegabytes()).toBeLessThanOrEqual(8);
  writer?.close();
  reader?.close();
  rmSync(folder, { recursive: true });
});

describe('a query on another thread', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-background-'));
  const open = async () => connectInBackground(join(folder, 'almanac.db'), 0);
  const turn = () => new Promise(setImmediate);
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([1, 700])('does not block the garbage collector after %i statements', async (statements) => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const background = openBackground(open);
    for (let number = 0; number < statements; number++)
      await background.allAsJson({ sql: `select ${number} /* ${'x'.repeat(1_000)} */`, values: [] });
    let hasEnded = false;
    const rows = background.all({ sql: long, values: [] }).finally(() => {
      hasEnded = true;
    });
    await turn();
    collect();
    for (let turns = 0; turns < 3; turns++) await turn();
    expect(hasEnded).toBe(false);
    expect(await rows).toEqual([[3_000_000]]);
    await background.close();
  });

  test.each(['all', 'allAsJson'] as const)('ends when it is aborted, also after its first row, by %s', async (how) => {
    const background = openBackground(open);
    const ending = new AbortController();
    await background[how]({ sql: 'select 1', values: [] });
    const rows = background[how]({ sql: `select 1 union all select (${long})`, values: [] }, ending.signal);
    setImmediate(() => ending.abort());
    await expect(rows).rejects.toMatchObject({ code: 'SQLITE_INTERRUPT' });
    expect(await background[how]({ sql: 'select 1', values: [] })).toEqual([[1]]);
    await background.close();
  });

  test('never begins if it was aborted while it waited', async () => {
    const background = openBackground(open);
    const ended = AbortSignal.abort(new Error('gone'));
    await expect(background.all({ sql: 'select 1', values: [] }, ended)).rejects.toThrow('gone');
    await background.close();
  });
});
