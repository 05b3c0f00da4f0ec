// Files are read in threads of their own, within a budget, a deadline and a memory limit.
import { threadId } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { Invalid } from '../../core/problem.js';
import { readHead, readPages } from './read-file.js';
import type { FileTask } from './task.js';

const options = { zone: 'Europe/Paris', now: '2026-11-16 12:00:00', months: 24, geolocation: true };

const eventsWith = (count: number, ...lines: readonly string[]): readonly string[] =>
  Array.from({ length: count }, (_, n) => [
    'BEGIN:VEVENT',
    `UID:${n}@thread.example`,
    'DTSTART:20270501T080000Z',
    `SUMMARY:Event ${n}`,
    ...lines,
    'END:VEVENT',
  ]).flat();
const calendar = (...lines: readonly string[]): FileTask => ({
  format: 'ical',
  bytes: Buffer.from(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')),
  options,
});
const csv = (text: string): FileTask => ({ format: 'csv', bytes: Buffer.from(text), options: {} });

async function pagesOf(...given: Parameters<typeof readPages>) {
  const pages: Awaited<ReturnType<ReturnType<typeof readPages>['next']>>['value'][] = [];
  for await (const page of readPages(...given)) pages.push(page);
  return pages;
}

/** Longer than any test: it needs far more time than the deadline that the test gives. */
const slow = calendar(...eventsWith(400, 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'));

describe('a file', () => {
  test.each([
    ['calendar', calendar(...eventsWith(120)), 3],
    ['CSV', csv(`title,start\n${Array.from({ length: 250 }, (_, n) => `Fair ${n},2027-05-01 10:00`).join('\n')}`), 3],
  ])('in %s format is read in other threads than that of the event loop, page by page', async (_, task, count) => {
    const { records, thread } = await readHead(task);
    const pages = await pagesOf(task, {});
    expect(pages).toHaveLength(count);
    expect(pages.flatMap((page) => page?.records)).toHaveLength(records);
    for (const own of [thread, ...pages.map((page) => page?.thread)]) expect(own).not.toBe(threadId);
  });

  test('goes on from a position', async () => {
    const task = calendar(...eventsWith(120));
    const [first, ...others] = await pagesOf(task, {});
    expect((await pagesOf(task, first?.position ?? {})).map((page) => page?.records)).toEqual(
      others.map((page) => page?.records),
    );
  });

  test('that is no calendar, or exceeds the budget, is refused with a reason', async () => {
    const html: FileTask = { format: 'ical', bytes: Buffer.from('<html></html>'), options };
    await expect(readHead(html)).rejects.toThrow(new Invalid('This is not a calendar: it has no BEGIN:VCALENDAR.'));
    const limits = { budget: { steps: 1_000 } };
    const refused = readHead(slow, { limits });
    await expect(refused).rejects.toThrow(Invalid);
    await expect(refused).rejects.toThrow(/take too long to expand/);
  });

  test('that takes longer than the deadline is refused, and its thread ends', async () => {
    const refused = readHead(slow, { limits: { deadlineMs: 1 } });
    await expect(refused).rejects.toThrow(Invalid);
    await expect(refused).rejects.toThrow(/takes too long to read/);
  });

  test('that needs more memory than allowed is refused, and the process goes on', async () => {
    const large = calendar(...eventsWith(15_000, `DESCRIPTION:${'x'.repeat(400)}`));
    const refused = readHead(large, { limits: { memoryMb: 16 } });
    await expect(refused).rejects.toThrow(Invalid);
    await expect(refused).rejects.toThrow(/too much memory/);
  });

  test('is read in the thread of the one before, but not in one that was ended', async () => {
    const task = calendar(...eventsWith(3));
    const { thread } = await readHead(task);
    expect(await readHead(task)).toMatchObject({ thread });
    await expect(readHead(slow, { limits: { deadlineMs: 1 } })).rejects.toThrow(Invalid);
    expect((await readHead(task)).thread).not.toBe(thread);
  });

  test('is no longer read when its import is stopped', async () => {
    const stop = new AbortController();
    const head = readHead(slow, { signal: stop.signal });
    const reason = new Error('stopped');
    stop.abort(reason);
    await expect(head).rejects.toBe(reason);
  });

  test('waits for a thread if others are being read', async () => {
    const heads = await Promise.all(Array.from({ length: 5 }, () => readHead(calendar(...eventsWith(3)))));
    expect(heads.map(({ records }) => records)).toEqual(Array(5).fill(3));
  });

  test('gets a thread while two longer ones are read, whose pages then go on without a gap', async () => {
    const task = calendar(...eventsWith(1_500));
    const long = [readPages(task, {}), readPages(task, {})] as const;
    const pages = [(await long[0].next()).value];
    await long[1].next();
    const short = pagesOf(calendar(...eventsWith(3)), {});
    let isOver = false;
    const rest = (async () => {
      for await (const page of long[0]) pages.push(page);
      isOver = true;
    })();
    expect(await short).toHaveLength(1);
    expect(isOver).toBe(false);
    await rest;
    await long[1].return();
    const ids = pages.flatMap((page) => page?.records ?? []).map(({ externalId }) => externalId);
    expect(ids).toHaveLength(1_500);
    expect(new Set(ids).size).toBe(1_500);
  });

  test('may be any of the calendars that once stopped the service', async () => {
    const never = 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31';
    const task = calendar(...eventsWith(50, ...Array(40).fill(never)), `BYMINUTE:${'1,'.repeat(30_000)}`);
    expect(await readHead(task)).toMatchObject({ records: 50, isComplete: true });
    const long = calendar(...eventsWith(1, `RRULE:FREQ=HOURLY;BYMINUTE=${'1,'.repeat(32_000)}1`));
    const [page] = await pagesOf(long, {});
    expect(page?.warnings).toMatchObject([{ kind: 'rule as dates' }, { kind: 'rule not understood' }]);
  });

  test('of ten million line breaks is read as an empty one', async () => {
    await expect(readHead(csv('\n'.repeat(10_000_000)))).rejects.toThrow('The file is empty.');
    const { records } = await readHead(csv(`title,start\n${'\r\n'.repeat(4_000_000)}Fair,2027-05-01`));
    expect(records).toBe(1);
  });
});
