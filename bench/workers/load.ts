// The clients, as a process of their own so that they take no turn from the service: so many connections, each sending
// its next request when it has its answer. Told what to do by its parent, it tells what it got.
import { Agent, request } from 'node:http';
import { type Chance, chanceOf } from '../calendar/chance.js';

export interface Order {
  readonly url: string;
  readonly seconds: number;
  readonly connections: number;
  readonly seed: number;
  /** Public events to read, and to change. */
  readonly ids: readonly number[];
  readonly venues: readonly number[];
  readonly tags: readonly number[];
  readonly month: readonly [from: string, to: string];
  readonly authorization: string;
}

export interface Result {
  readonly requests: number;
  readonly writes: number;
  /** Answers that are none of 2xx, by status. */
  readonly refused: Readonly<Record<string, number>>;
  readonly seconds: number;
}

interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
}

const mount = '/cal/events/v1/events';

/** One in twenty writes; of the others six in ten read a record, three a narrow list, one the list without filters. */
function nextOf(chance: Chance, { ids, venues, tags, month }: Order): Asked {
  if (chance.happens(0.05)) return write(chance, ids, venues);
  const kind = chance.next();
  if (kind < 0.6) return { method: 'GET', path: `${mount}/${chance.pick(ids)}` };
  if (kind < 0.7) return { method: 'GET', path: `${mount}?venue=${chance.pick(venues)}` };
  if (kind < 0.8) return { method: 'GET', path: `${mount}?tags=${chance.pick(tags)}` };
  if (kind < 0.9) return { method: 'GET', path: `${mount}?start_date=${month[0]}&end_date=${month[1]}` };
  return { method: 'GET', path: mount };
}

function write(chance: Chance, ids: readonly number[], venues: readonly number[]): Asked {
  const title = `Written under load ${chance.whole(1, 1_000_000)}`;
  if (chance.happens(0.5))
    return { method: 'PUT', path: `${mount}/${chance.pick(ids)}`, body: JSON.stringify({ title }) };
  const [start_date, end_date] = ['2031-05-01 10:00:00', '2031-05-01 12:00:00'];
  return {
    method: 'POST',
    path: mount,
    body: JSON.stringify({ title, start_date, end_date, venue: [chance.pick(venues)] }),
  };
}

const send = (agent: Agent, { url, authorization }: Order, { method, path, body }: Asked): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { authorization, 'content-type': 'application/json' };
    const asked = request(`${url}${path}`, { agent, method, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', reject);
    });
    asked.once('error', reject);
    asked.end(body);
  });

async function play(order: Order): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: order.connections });
  const chance = chanceOf(order.seed);
  const begun = performance.now();
  const until = begun + order.seconds * 1_000;
  const refused: Record<string, number> = {};
  let [requests, writes] = [0, 0];
  const client = async () => {
    while (performance.now() < until) {
      const asked = nextOf(chance, order);
      const http = await send(agent, order, asked);
      requests++;
      if (asked.body !== undefined) writes++;
      if (http < 200 || http > 299) refused[http] = (refused[http] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: order.connections }, client));
  agent.destroy();
  return { requests, writes, refused, seconds: (performance.now() - begun) / 1_000 };
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
