// The position of lists is read once after each change, and again after a failure.
import { expect, test } from 'vitest';
import type { Store } from '../../core/store.js';
import { openListPosition } from './list-position.js';

function openTestPosition() {
  let publish: () => void = () => undefined;
  const state = { reads: 0, freshness: 'exact' as ReturnType<Store['deliverChanges']>, fails: false };
  const read = async () => {
    state.reads++;
    if (state.fails) throw new Error('no connection');
    return `position ${state.reads}`;
  };
  const position = openListPosition({
    positions: { current: read } as Store['positions'],
    subscribe: (listener) => {
      publish = () => listener([]);
    },
    deliverChanges: () => state.freshness,
  });
  return { position, state, publish: () => publish() };
}

test('it is read again after a change', async () => {
  const { position, publish } = openTestPosition();
  expect(await Promise.all([position(), position()])).toEqual(['position 1', 'position 1']);
  expect(await position()).toBe('position 1');
  publish();
  expect(await position()).toBe('position 2');
});

test('it is read for each list while changes may be unknown', async () => {
  const { position, state } = openTestPosition();
  await position();
  state.freshness = 'unknown';
  expect([await position(), await position()]).toEqual(['position 2', 'position 3']);
});

test('a failure is not remembered', async () => {
  const { position, state } = openTestPosition();
  state.fails = true;
  await expect(position()).rejects.toThrow('no connection');
  state.fails = false;
  expect(await position()).toBe('position 2');
});
