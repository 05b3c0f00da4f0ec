import { expect, test } from 'vitest';
import { bodyBefore, bodyFor, withoutEmpty } from './change';

const input = { categories: [1, 2], venue: [7], status: 'draft', title: 'Fair' };

test('adds and removes terms without touching the others', () => {
  const change = { categories: { add: [3, 2], remove: [1] } };
  expect(bodyFor(input, change)).toEqual({ categories: [2, 3] });
});

test('leaves out fields that already have the value', () => {
  const changes = { status: { set: 'draft' }, venue: { set: [7] }, categories: { add: [1], remove: [9] } };
  expect(bodyFor(input, changes)).toEqual({});
  expect(bodyFor(input, { venue: { set: [] } })).toEqual({ venue: [] });
});

test('restores the former value of every changed field, and an unset date as it was shown', () => {
  const record = { id: 7, date: '2026-05-01 10:00:00', _input: input };
  const body = { categories: [3], status: 'publish', date: '2027-01-01 10:00:00', tags: [4] };
  expect(bodyBefore(record, body)).toEqual({
    categories: [1, 2],
    status: 'draft',
    date: '2026-05-01 10:00:00',
    tags: '',
  });
});

test('drops term changes without terms', () => {
  expect(withoutEmpty({ tags: { add: [], remove: [] }, status: { set: 'draft' } })).toEqual({
    status: { set: 'draft' },
  });
});
