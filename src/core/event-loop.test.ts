import { expect, test } from 'vitest';
import { isCrowded, yieldToRequests } from './event-loop.js';

const busyFor = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

/** Slices of long work beside requests that each take half a millisecond, as long as there are any. Returns how many ran. */
async function workBesideRequests(slices: number): Promise<number> {
  let isDone = false;
  let others = 0;
  const request = (): void => {
    others++;
    busyFor(0.5);
    if (!isDone) setImmediate(request);
  };
  setImmediate(request);
  await work(slices);
  isDone = true;
  return others;
}

async function work(slices: number): Promise<void> {
  for (let slice = 0; slice < slices; slice++) {
    await yieldToRequests();
    busyFor(1.1);
  }
}

test('long work lets others run after each of its slices', async () => {
  const slices = 20;
  expect(await workBesideRequests(slices)).toBeGreaterThanOrEqual(slices - 1);
});

test('long work goes on when nobody else has work', () => work(20));

test('the event loop is crowded while requests use all the time that long work leaves them', async () => {
  await work(100);
  expect(isCrowded()).toBe(false);
  await workBesideRequests(20);
  expect(isCrowded()).toBe(true);
  await work(100);
  expect(isCrowded()).toBe(false);
});
