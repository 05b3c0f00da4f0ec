import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Problem } from '../core/problem.js';
import type { Job, JobContext } from './job.js';
import { openJobs } from './runner.js';

const context = {} as Omit<JobContext, 'signal'>;
const job = (name: string, intervalSeconds: number, run: Job['run']): Job => ({ name, intervalSeconds, run });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('each job runs at once and then at its own pace', async () => {
  const ran: string[] = [];
  const noting = (name: string, intervalSeconds: number) => job(name, intervalSeconds, async () => void ran.push(name));
  const jobs = openJobs([noting('quick', 2), noting('slow', 5)], context, () => undefined);
  jobs.start();
  await vi.advanceTimersByTimeAsync(6_000);
  await jobs.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ran).toEqual(['quick', 'slow', 'quick', 'quick', 'slow', 'quick']);
});

test('a job that takes long never runs beside itself', async () => {
  let [inside, most] = [0, 0];
  const slow = job('slow', 1, async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    inside--;
  });
  const jobs = openJobs([slow], context, () => undefined);
  jobs.start();
  const byHand = jobs.runDue();
  await vi.advanceTimersByTimeAsync(30_000);
  await byHand;
  expect(most).toBe(1);
});

test('stopping tells a job, and waits for it', async () => {
  let ended = false;
  const patient = job('patient', 1, async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended = true;
  });
  const jobs = openJobs([patient], context, () => undefined);
  jobs.start();
  await jobs.stop();
  expect(ended).toBe(true);
});

test('what goes wrong again and again is told once, and a store that is away once for all', async () => {
  const told: string[] = [];
  let away = true;
  const looking = (name: string) =>
    job(name, 1, async () => {
      if (away) throw new Problem('overloaded');
    });
  const broken = job('broken', 1, async () => {
    throw new Error('of no use');
  });
  const jobs = openJobs([looking('one'), looking('two'), broken], context, (text) => told.push(text));
  jobs.start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toEqual(['the store does not answer: work in the background waits', 'the job broken failed']);
  away = false;
  await vi.advanceTimersByTimeAsync(5_000);
  away = true;
  await vi.advanceTimersByTimeAsync(5_000);
  await jobs.stop();
  expect(told).toHaveLength(3);
});
