// The load generator. It is a process of its own, so that it does not use the event loop of the service; it receives a
// job from its parent and sends back the result.
import { seededRandom } from '../calendar/random.js';
import { quantile } from '../measure/numbers.js';
import { openConnection } from './connection.js';
import type { Group, GroupResult, LoadJob, Result, Times } from './load-job.js';
import { requestPicker } from './pick-request.js';

interface Tally {
  requests: number;
  bytes: number;
  retryAfter: number;
  readonly responses: Record<number, number>;
  readonly cache: Record<string, number>;
  readonly times: number[];
}

const newTally = (): Tally => ({ requests: 0, bytes: 0, retryAfter: 0, responses: {}, cache: {}, times: [] });
const add = (counts: Record<string | number, number>, name: string | number) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/** Cache state from `X-Cache`, otherwise from the presence of `Age`. */
const cacheIn = (head: string): string =>
  /\r\nx-cache: *([\w-]+)/i.exec(head)?.[1]?.toLowerCase() ?? (/\r\nage: *\d/i.test(head) ? 'hit' : 'unknown');

const timesOf = (times: readonly number[]): Times => ({
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
  max: quantile(times, 1),
});

function resultOf(groups: readonly Group[], tallies: readonly Tally[], seconds: number, unsent: number): Result {
  const each = groups.map(({ name }, at): GroupResult => {
    const { requests, responses, times, cache, retryAfter } = tallies[at] as Tally;
    return { name, requests, responses, times: timesOf(times), cache, retryAfter };
  });
  return {
    seconds,
    requests: tallies.reduce((sum, tally) => sum + tally.requests, 0),
    bytes: tallies.reduce((sum, tally) => sum + tally.bytes, 0),
    times: timesOf(tallies.flatMap(({ times }) => times)),
    unsent,
    groups: each,
  };
}

/** A response that is missing so long after the end is given up. */
const maxLateMs = 10_000;

function run({ port, connections, seconds, seed, groups, rate, samples = false }: LoadJob): Promise<Result> {
  const tallies = groups.map(newTally);
  const draw = requestPicker(groups, seededRandom(seed));
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const all = Array.from({ length: connections }, () => openConnection(port));
  let [unsent, underWay] = [0, 0];
  let timer: NodeJS.Timeout | undefined;

  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(givingUp);
      clearInterval(timer);
      for (const connection of all) connection.close();
      const result = resultOf(groups, tallies, (performance.now() - startedAt) / 1_000, unsent);
      resolve(samples ? { ...result, samples: tallies.flatMap(({ times }) => times) } : result);
    };
    const givingUp = setTimeout(end, seconds * 1_000 + maxLateMs);
    function sendNext(connection: (typeof all)[number], then: () => void): void {
      const { group, request } = draw();
      const tally = tallies[group] as Tally;
      const sent = performance.now();
      underWay++;
      connection.send(request, (statusCode, head, bytes) => {
        underWay--;
        tally.requests++;
        tally.bytes += bytes;
        add(tally.responses, statusCode);
        if (statusCode >= 200 && statusCode < 400) tally.times.push(performance.now() - sent);
        if (statusCode === 200) add(tally.cache, cacheIn(head));
        if (statusCode >= 400 && /\r\nretry-after:/i.test(head)) tally.retryAfter++;
        then();
      });
    }
    function closed(connection: (typeof all)[number]): void {
      if (performance.now() < until) sendNext(connection, () => closed(connection));
      else if (underWay === 0) end();
    }
    if (!rate) {
      for (const connection of all) closed(connection);
      return;
    }
    const free = [...all];
    let due = 0;
    let last = startedAt;
    timer = setInterval(() => {
      const now = performance.now();
      due += ((Math.min(now, until) - last) / 1_000) * rate;
      last = now;
      for (; due >= 1; due--) {
        const connection = free.pop();
        if (connection) sendNext(connection, () => free.push(connection));
        else unsent++;
      }
      if (now < until || underWay > 0) return;
      end();
    }, 2);
  });
}

process.on('message', (job: LoadJob) => {
  run(job).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
