import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Problem } from '../core/problem.js';
import type { Job } from './job.js';
import { openJobs } from './runner.js';

const clock = { now: '2027-06-14 15:30:00' };
let change = (): void => undefined;
const context = {
  refreshSettings: async () => undefined,
  call: () => ({ actor: {}, now: clock.now }),
  store: {
    subscribe: (listener: (changes: undefined) => void) => {
      change = () => listener(undefined);
    },
  },
} as unknown as Parameters<typeof openJobs>[1];
const job = (name: string, intervalSeconds: number, run: Job['run']): Job => ({ name, intervalSeconds, run });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('runs each job immediately and then at its own interval', async () => {
  const ran: string[] = [];
  const recording = (name: string, intervalSeconds: number) =>
    job(name, intervalSeconds, async () => void ran.push(name));
  const jobs = openJobs([recording('quick', 2), recording('slow', 5)], context, () => undefined);
  jobs.start();
  await vi.advanceTimersByTimeAsync(6_000);
  await jobs.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ran).toEqual(['quick', 'slow', 'quick', 'quick', 'slow', 'quick']);
});

test('reads the settings before every run, and does not run without them', async () => {
  const done: string[] = [];
  let isDown = false;
  const refreshSettings = async () => {
    if (isDown) throw new Problem('overloaded');
    done.push('settings');
  };
  const jobs = openJobs(
    ['one', 'two'].map((name) => job(name, 1, async () => void done.push(name))),
    { ...context, refreshSettings },
    () => undefined,
  );
  await jobs.runDue();
  isDown = true;
  await jobs.runDue();
  expect(done).toEqual(['settings', 'one', 'settings', 'two']);
});

test('does not run an idle job until something is due or changed, but every half a minute', async () => {
  let runs = 0;
  const until = '2027-06-14 15:40:00';
  const idle = job('idle', 1, async () => {
    runs++;
    return until;
  });
  const jobs = openJobs([idle], context, () => undefined);
  const runsAfter = async (seconds: number) => {
    const before = runs;
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    return runs - before;
  };
  jobs.start();
  expect(await runsAfter(29)).toBe(1);
  expect(await runsAfter(1)).toBe(1);
  change();
  expect(await runsAfter(20)).toBe(1);
  const before = runs;
  await jobs.runDue();
  expect(runs).toBe(before + 1);
  expect(await runsAfter(29)).toBe(0);
  clock.now = until;
  expect(await runsAfter(5)).toBe(5);
  await jobs.stop();
});

test('a change while a job runs ends its idle time', async () => {
  let runs = 0;
  const busy = job('busy', 1, async () => {
    if (++runs < 4) change();
    return '2999-01-01 00:00:00';
  });
  const jobs = openJobs([busy], context, () => undefined);
  jobs.start();
  await vi.advanceTimersByTimeAsync(20_000);
  await jobs.stop();
  expect(runs).toBe(4);
});

test('never runs a slow job concurrently with itself', async () => {
  let [running, maxRunning] = [0, 0];
  const slow = job('slow', 1, async () => {
    maxRunning = Math.max(maxRunning, ++running);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    running--;
  });
  const jobs = openJobs([slow], context, () => undefined);
  jobs.start();
  const manual = jobs.runDue();
  await vi.advanceTimersByTimeAsync(30_000);
  await manual;
  expect(maxRunning).toBe(1);
});

test('aborts a running job on stop, and waits for it', async () => {
  const done: string[] = [];
  const waiting = job('waiting', 1, async ({ signal }) => {
    done.push('began');
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    done.push('ended');
  });
  const jobs = openJobs([waiting], context, () => undefined);
  jobs.start();
  await vi.advanceTimersByTimeAsync(0);
  await jobs.stop();
  expect(done).toEqual(['began', 'ended']);
});

test('begins no run after it was stopped', async () => {
  let runs = 0;
  const jobs = openJobs([job('late', 1, async () => void runs++)], context, () => undefined);
  jobs.start();
  await jobs.stop();
  expect(runs).toBe(0);
});

test('logs a repeated failure once, and an unavailable store once for all jobs', async () => {
  const logged: string[] = [];
  let isDown = true;
  const querying = (name: string) =>
    job(name, 1, async () => {
      if (isDown) throw new Problem('overloaded');
    });
  const broken = job('broken', 1, async () => {
    throw new Error('broken');
  });
  const jobs = openJobs([querying('one'), querying('two'), broken], context, (text) => logged.push(text));
  jobs.start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(logged).toEqual(['the database is unavailable: background jobs wait', 'the job broken failed']);
  isDown = false;
  await vi.advanceTimersByTimeAsync(5_000);
  isDown = true;
  await vi.advanceTimersByTimeAsync(5_000);
  await jobs.stop();
  expect(logged).toHaveLength(3);
});
