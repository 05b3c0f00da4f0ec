// Work on many records: failures are collected, and end nothing but themselves.
import { expect, test } from 'vitest';
import { Problem } from '../core/problem.js';
import { eachRecord } from './each-record.js';

async function* upTo(count: number): AsyncGenerator<number> {
  for (let number = 1; number <= count; number++) yield number;
}

function work(fails: (number: number) => unknown) {
  const handled: number[] = [];
  const stopping = new AbortController();
  const handle = async (number: number) => {
    handled.push(number);
    const error = fails(number);
    if (error !== undefined) throw error;
  };
  const run = () => eachRecord(upTo(9), { nameOf: (number) => `record ${number}`, handle, signal: stopping.signal });
  return { handled, run, stop: () => stopping.abort() };
}

test('one failure rejects the run at its end and names the record', async () => {
  const { handled, run } = work((number) => (number === 2 ? new Error('broken') : undefined));
  await expect(run()).rejects.toThrow('1 failed: record 2: broken');
  expect(handled).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('many failures are counted, and the first five are named', async () => {
  const { handled, run } = work(() => new Error('broken'));
  const names = [1, 2, 3, 4, 5].map((number) => `record ${number}: broken`).join('; ');
  await expect(run()).rejects.toThrow(new RegExp(`^9 failed: ${names}$`));
  expect(handled).toHaveLength(9);
});

test('without a failure it resolves', async () => {
  await expect(work(() => undefined).run()).resolves.toBeUndefined();
});

test('an unavailable database ends the run at once', async () => {
  const problem = new Problem('disk-failure');
  const { handled, run } = work((number) => (number === 2 ? problem : undefined));
  await expect(run()).rejects.toBe(problem);
  expect(handled).toEqual([1, 2]);
});

test('a service that stops handles no further record', async () => {
  const { handled, run, stop } = work((number) => (number === 3 ? stop() : undefined));
  await run();
  expect(handled).toEqual([1, 2, 3]);
});
