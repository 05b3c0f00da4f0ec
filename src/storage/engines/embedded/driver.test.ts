import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connect, statementsOn } from './driver.js';

test('a connection keeps prepared statements up to a size', () => {
  const database = connect(':memory:', 0);
  const prepared: string[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    prepared.push(sql);
    return prepare(sql);
  };
  const { all } = statementsOn(database);
  const long = (number: number) => `select ${number} -- ${'x'.repeat(100_000)}`;
  for (const number of [1, 2, 3, 1, 3]) expect(all({ sql: long(number), values: [] })).toEqual([[number]]);
  expect(prepared).toEqual([1, 2, 3, 1].map(long));
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
