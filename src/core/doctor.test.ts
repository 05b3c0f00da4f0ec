import { expect, test } from 'vitest';
import { openDoctor } from './doctor.js';
import type { Finding } from './finding.js';

const findings: readonly Finding[] = [{ check: 'schema', faults: [] }];

test('callers share one run, and its result is reused afterwards', async () => {
  let runs = 0;
  let finish: (() => void) | undefined;
  const check = openDoctor(async () => {
    runs++;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return findings;
  });
  const both = [check('2027-01-01 10:00:00'), check('2027-01-01 10:00:01')];
  finish?.();
  const expected = { checkedAt: '2027-01-01 10:00:00', findings };
  expect(await Promise.all(both)).toEqual([expected, expected]);
  expect(await check('2027-01-01 10:00:02')).toEqual(expected);
  expect(runs).toBe(1);
});

test('a failed run is repeated by the next call', async () => {
  let runs = 0;
  const check = openDoctor(async () => {
    if (++runs === 1) throw new Error('no memory');
    return findings;
  });
  await expect(check('2027-01-01 10:00:00')).rejects.toThrow('no memory');
  expect(await check('2027-01-01 10:00:05')).toEqual({ checkedAt: '2027-01-01 10:00:05', findings });
});
