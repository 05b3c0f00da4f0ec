import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { Cell } from '../../../core/column.js';
import { openBackground } from './background.js';
import type { PooledConnection } from './driver.js';

const statement = { sql: 'select 1', values: [] };

const connectionOver = (all: () => Promise<Cell[][]>): PooledConnection => ({
  all,
  allAsJson: all,
  interrupt: () => undefined,
  isFull: () => false,
  begin: async () => undefined,
  end: async () => undefined,
  close: () => undefined,
});

test('rows are not kept after their query', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const background = openBackground(async () => connectionOver(async () => [['x']]));
  const read = async () => new WeakRef(await background.all(statement));
  const first = await read();
  await read();
  const isKept = () => {
    collect();
    return first.deref() !== undefined;
  };
  await expect.poll(isKept).toBe(false);
  await background.close();
});

test('close waits for queries that run, also for one that fails', async () => {
  const ends: (() => void)[] = [];
  const background = openBackground(async () =>
    connectionOver(() => new Promise((_, reject) => ends.push(() => reject(new Error('no such table'))))),
  );
  const rows = background.all(statement).catch((error: Error) => error.message);
  let isClosed = false;
  const closing = background.close().then(() => {
    isClosed = true;
  });
  await expect.poll(() => ends.length).toBe(1);
  expect(isClosed).toBe(false);
  for (const end of ends) end();
  await closing;
  expect(await rows).toBe('no such table');
});
