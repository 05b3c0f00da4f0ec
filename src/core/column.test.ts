import { expect, test } from 'vitest';
import { jsonColumn } from './column.js';

test('stores the empty value of a JSON column as an empty text and reads it back', () => {
  const empty = { text: '', values: [] as readonly number[] };
  const column = jsonColumn(empty);
  expect(column.encode(empty)).toBe('');
  expect(column.decode('')).toBe(empty);
  expect(column.decode(column.encode({ text: 'Free', values: [0] }))).toEqual({ text: 'Free', values: [0] });
});
