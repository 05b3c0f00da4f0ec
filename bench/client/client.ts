// The clients, as a process of their own so that they take no turn from the service. Told what to do by their parent,
// they tell what they got.
import { chanceOf } from '../calendar/chance.js';
import { quantile } from '../measure/numbers.js';
import { openConnection } from './connection.js';
import { drawing } from './draw.js';
import type { Group, GroupResult, Order, Result, Times } from './order.js';

interface Tally {
  requests: number;
  bytes: number;
  retryAfter: number;
  readonly answers: Record<number, number>;
  readonly cache: Record<string, number>;
  readonly times: number[];
}

const newTally = (): Tally => ({ requests: 0, bytes: 0, retryAfter: 0, answers: {}, cache: {}, times: [] });
const add = (counts: Record<string | number, number>, name: string | number) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/** From a header made for it, else from the age of the answer. */
const cacheIn = (head: string): string =>
  /\r\nx-cache: *([\w-]+)/i.exec(head)?.[1]?.toLowerCase() ?? (/\r\nage: *\d/i.test(head) ? 'hit' : 'untold');

const timesOf = (times: readonly number[]): Times => ({
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
  most: quantile(times, 1),
});

function resultOf(groups: readonly Group[], tallies: readonly Tally[], seconds: number, unsent: number): Result {
  const each = groups.map(({ name }, at): GroupResult => {
    const { requests, answers, times, cache, retryAfter } = tallies[at] as Tally;
    return { name, requests, answers, times: timesOf(times), cache, retryAfter };
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

function play({ port, connections, seconds, seed, groups, rate }: Order): Promise<Result> {
  const tallies = groups.map(newTally);
  const draw = drawing(groups, chanceOf(seed));
  const begun = performance.now();
  const until = begun + seconds * 1_000;
  const all = Array.from({ length: connections }, () => openConnection(port));
  let [unsent, underWay] = [0, 0];

  return new Promise((resolve) => {
    const end = () => {
      for (const connection of all) connection.close();
      resolve(resultOf(groups, tallies, (performance.now() - begun) / 1_000, unsent));
    };
    function ask(connection: (typeof all)[number], then: () => void): void {
      const { group, request } = draw();
      const tally = tallies[group] as Tally;
      const sent = performance.now();
      underWay++;
      connection.send(request, (http, head, bytes) => {
        underWay--;
        tally.requests++;
        tally.bytes += bytes;
        add(tally.answers, http);
        if (http >= 200 && http < 400) tally.times.push(performance.now() - sent);
        if (http === 200) add(tally.cache, cacheIn(head));
        if (http >= 400 && /\r\nretry-after:/i.test(head)) tally.retryAfter++;
        then();
      });
    }
    function closed(connection: (typeof all)[number]): void {
      if (performance.now() < until) ask(connection, () => closed(connection));
      else if (underWay === 0) end();
    }
    if (!rate) {
      for (const connection of all) closed(connection);
      return;
    }
    const free = [...all];
    let due = 0;
    let last = begun;
    const timer = setInterval(() => {
      const now = performance.now();
      due += ((Math.min(now, until) - last) / 1_000) * rate;
      last = now;
      for (; due >= 1; due--) {
        const connection = free.pop();
        if (connection) ask(connection, () => free.push(connection));
        else unsent++;
      }
      // What is still under way long after the end never comes.
      if (now < until || (underWay > 0 && now < until + 10_000)) return;
      clearInterval(timer);
      end();
    }, 2);
  });
}

process.on('message', (order: Order) => {
  play(order).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
