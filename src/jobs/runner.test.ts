import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Problem } from '../core/problem.js';
import type { Job } from './job.js';
import { openJobs } from './runner.js';

const context = { refreshSettings: async () => undefined } as Parameters<typeof openJobs>[1];
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
  let ended = false;
  const waiting = job('waiting', 1, async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended = true;
  });
  const jobs = openJobs([waiting], context, () => undefined);
  jobs.start();
  await jobs.stop();
  expect(ended).toBe(true);
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
