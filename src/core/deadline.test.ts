import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startDeadline } from './deadline.js';

test('aborts after its time also when garbage was collected', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const reason = new Promise((resolve) => {
    const { signal } = startDeadline(100, new AbortController().signal);
    signal.addEventListener('abort', () => resolve(signal.reason.name));
  });
  await sleep(1);
  collect();
  expect(await Promise.race([reason, sleep(10_000, 'never', { ref: false })])).toBe('TimeoutError');
});

test('aborts with the other signal, also one that is aborted already', () => {
  const other = new AbortController();
  const before = startDeadline(60_000, other.signal);
  other.abort('stopped');
  const after = startDeadline(60_000, other.signal);
  for (const { signal, end } of [before, after]) {
    expect([signal.aborted, signal.reason]).toEqual([true, 'stopped']);
    end();
  }
});

test('does not abort after its end', async () => {
  const other = new AbortController();
  const { signal, end } = startDeadline(1, other.signal);
  end();
  await sleep(20);
  other.abort();
  expect(signal.aborted).toBe(false);
});
