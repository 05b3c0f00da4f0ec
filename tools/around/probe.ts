// Requests that need no other service: how long they take while something else goes on.
import { setTimeout as sleep } from 'node:timers/promises';
import { addEvent, eventsOf } from '../../tests/harness/program.js';
import { residentMegabytes, type Site } from './site.js';

export interface Times {
  readonly requests: number;
  readonly medianMs: number;
  readonly slowestMs: number;
  readonly failed: readonly string[];
  readonly mostMegabytes: number;
}

const pauseMs = 100;

/** Until the work ends, and at least for a second. */
export async function probeDuring<Result>(site: Site, work: Promise<Result>): Promise<readonly [Result, Times]> {
  const [times, failed]: [number[], string[]] = [[], []];
  let [isOver, number, mostMegabytes] = [false, 0, 0];
  const requests: readonly (() => Promise<Response>)[] = [
    () => fetch(`${site.url}/healthz`),
    // Another list each time, so that none is cached.
    () =>
      fetch(
        `${eventsOf(site.url)}?per_page=10&starts_after=2026-01-01 00:00:${String(number % 60).padStart(2, '0')}&search=${number}`,
      ),
    () => addEvent(site.url, { ...site.headers }, `Event ${number}`),
    () => fetch(`${site.url}/`),
  ];
  const loop = async (request: () => Promise<Response>): Promise<void> => {
    while (!isOver) {
      number++;
      const begun = performance.now();
      const response = await request().catch((error: unknown) => String(error));
      times.push(performance.now() - begun);
      if (typeof response === 'string') failed.push(response);
      else {
        const text = await response.text();
        if (!response.ok) failed.push(`${response.status} ${text.slice(0, 200)}`);
      }
      mostMegabytes = Math.max(mostMegabytes, residentMegabytes(site.pid));
      await sleep(pauseMs);
    }
  };
  const loops = requests.map(loop);
  const [result] = await Promise.all([work, sleep(1_000)]);
  isOver = true;
  await Promise.all(loops);
  times.sort((a, b) => a - b);
  return [
    result,
    {
      requests: times.length,
      medianMs: Math.round(times[times.length >> 1] ?? 0),
      slowestMs: Math.round(times.at(-1) ?? 0),
      failed,
      mostMegabytes,
    },
  ];
}
