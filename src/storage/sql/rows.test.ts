import { expect, test } from 'vitest';
import { postgresDialect } from '../engines/postgres/dialect.js';
import { insertions } from './rows.js';

test('an insert with bound ids and one with ids from the database are different statements', () => {
  const next = { column: 'id', expression: `nextval('thing_ids')` };
  expect(insertions(postgresDialect, 'things', ['label'], [['a']], '', next)).toEqual([
    { sql: `insert into things (id, label) values (nextval('thing_ids'), $1)`, values: ['a'] },
  ]);
  expect(insertions(postgresDialect, 'things', ['id', 'label'], [[7, 'a']])).toEqual([
    { sql: 'insert into things (id, label) values ($1, $2)', values: [7, 'a'] },
  ]);
});
