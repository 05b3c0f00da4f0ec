import { afterEach, expect, test, vi } from 'vitest';
import type { Cell } from '../core/column.js';
import type { Connection } from './engine.js';
import { openLongQueries } from './long-queries.js';

interface Running {
  readonly signal: AbortSignal | undefined;
  readonly finish: (rows: readonly (readonly Cell[])[]) => void;
}

/** Queries that run until they are finished or aborted. */
function openConnection() {
  const running: Running[] = [];
  const all: Connection['all'] = (_, signal) =>
    new Promise((resolve, reject) => {
      running.push({ signal, finish: resolve });
      signal?.addEventListener('abort', () => reject(new Error('interrupted')));
    });
  return { running, connection: { all, run: async () => 0 } };
}

function clientNamed(client: string) {
  const leaving = new AbortController();
  return { client, signal: leaving.signal, leave: () => leaving.abort() };
}

const statement = { sql: 'select 1', values: [] };
const turn = () => new Promise(setImmediate);

afterEach(() => void vi.useRealTimers());

test('a client has two thirds of the long queries, and others the rest', async () => {
  const { running, connection } = openConnection();
  const limitFor = openLongQueries(3);
  const ask = (name: string) => limitFor(connection, clientNamed(name)).allInBackground?.(statement);
  const asked = ['a', 'a', 'a', 'a', 'b', 'c'].map(ask);
  for (const one of asked) one?.catch(() => undefined);
  await turn();
  expect(running).toHaveLength(3);
  // Who has none comes before who has one already.
  running[0]?.finish([[1]]);
  await asked[0];
  await turn();
  expect(running).toHaveLength(4);
  running[3]?.finish([['c']]);
  expect(await asked[5]).toEqual([['c']]);
});

test('short queries need no share', async () => {
  const { running, connection } = openConnection();
  const limited = openLongQueries(1)(connection, clientNamed('a'));
  limited.allInBackground?.(statement).catch(() => undefined);
  limited.allInBackground?.(statement).catch(() => undefined);
  limited.all(statement).catch(() => undefined);
  await turn();
  expect(running.map(({ signal }) => signal !== undefined)).toEqual([false, true]);
  for (const { finish } of running) finish([]);
});

test('a query ends when its client has gone, and gives its place to the next', async () => {
  const { running, connection } = openConnection();
  const limitFor = openLongQueries(1);
  const [first, second] = [clientNamed('a'), clientNamed('a')];
  const asked = [first, second].map((client) => limitFor(connection, client).allInBackground?.(statement));
  await turn();
  first.leave();
  await expect(asked[0]).rejects.toThrow('too long');
  await turn();
  running[1]?.finish([[2]]);
  expect(await asked[1]).toEqual([[2]]);
  expect(running[1]?.signal?.aborted).toBe(false);
});

test('a query that takes too long is refused, and gives its place to the next', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { running, connection } = openConnection();
  const limited = openLongQueries(1)(connection, clientNamed('a'));
  const asked = [1, 2].map(() => limited.allInBackground?.(statement));
  await turn();
  vi.advanceTimersByTime(4_999);
  expect(running[0]?.signal?.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  await expect(asked[0]).rejects.toMatchObject({ problem: 'too-costly', statusCode: 503 });
  await turn();
  running[1]?.finish([[2]]);
  expect(await asked[1]).toEqual([[2]]);
});

test('a query that fails says why', async () => {
  const limited = openLongQueries(1)(
    { all: () => Promise.reject(new Error('no such table')), run: async () => 0 },
    clientNamed('a'),
  );
  for (const _ of [1, 2]) await expect(limited.allInBackground?.(statement)).rejects.toThrow('no such table');
});
