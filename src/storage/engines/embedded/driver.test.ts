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
