// Sends reads at a fixed rate, some of them again with the ETag of the last response, and closes connections at odd moments.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../bench/calendar/random.js';
import { abortMany } from '../../tests/harness/aborts.js';
import { api, type Known, pickLongFeed, pickRead, type Read } from './reads.js';
import { isShed, shedName, type Tally } from './tally.js';

export interface Visiting {
  readonly address: string;
  /** Credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly random: Random;
  readonly known: Known;
  readonly tally: Tally;
  readonly isOver: () => boolean;
  /** Nothing that takes long is begun. */
  readonly isCalm: () => boolean;
  /** What takes long and has begun. */
  readonly long: Set<Promise<void>>;
}

const readsPerSecond = 10;
/** More are not started: the service is too slow, which the response times show. */
const maxOpen = 60;
const timeoutMs = 120_000;
const longFeedEveryMs = 15_000;
const maxAttempts = 20;
const slowPauseMs = 150;
const maxSlowPieces = 60;
const allowed = [200, 301, 302, 304, 308];
/** Of one request in three whose ETag is known. */
const maxTags = 300;

export async function visit(visiting: Visiting): Promise<void> {
  const { random, known, tally, isOver } = visiting;
  const tags = new Map<string, string>();
  const open = new Set<Promise<void>>();
  const begin = performance.now();
  for (let number = 1; !isOver(); number++) {
    await sleep(Math.max(0, begin + (number * 1_000) / readsPerSecond - performance.now()));
    if (open.size >= maxOpen) {
      tally.note('reads not sent');
      continue;
    }
    const [name, read] = pickRead(random, known);
    const reading = readOnce(visiting, name, read, tags)
      .catch((error: unknown) => tally.fault(`GET ${read.path}: ${causeOf(error)}`))
      .finally(() => open.delete(reading));
    open.add(reading);
  }
  await Promise.all(open);
}

/** One at a time: a client has a share of the feeds that are generated. */
export async function readLongFeeds(visiting: Visiting): Promise<void> {
  const { random, tally, isOver, isCalm, long } = visiting;
  for (let next = 0; !isOver(); await sleep(500)) {
    if (performance.now() < next || isCalm()) continue;
    next = performance.now() + longFeedEveryMs;
    const read = pickLongFeed(random);
    const reading = readOnce(visiting, 'long feeds', read, new Map()).catch((error: unknown) =>
      tally.fault(`GET ${read.path}: ${causeOf(error)}`),
    );
    await tracked(long, reading);
  }
}

export async function tracked(long: Visiting['long'], work: Promise<void>): Promise<void> {
  long.add(work);
  await work.finally(() => long.delete(work));
}

async function readOnce(visiting: Visiting, name: string, read: Read, tags: Map<string, string>): Promise<void> {
  const { address, headers, random, tally } = visiting;
  const { path, isSignedIn = false } = read;
  const tag = isSignedIn || random.happens(0.6) ? undefined : tags.get(path);
  tally.count(name);
  const send = () =>
    fetch(address + path, {
      headers: { ...(isSignedIn && headers), ...(tag && { 'if-none-match': tag }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
  const response = await sendPatiently(send, tally);
  if (read.end !== undefined && random.happens(0.2)) return leave(response);
  const text = await textIn(response, read.isSlow ?? false);
  if (!allowed.includes(response.status)) tally.fault(`GET ${path}: ${response.status} ${text.slice(0, 200)}`);
  else if (response.status === 200 && read.end !== undefined && !text.endsWith(read.end))
    tally.fault(`GET ${path} is not complete: … ${text.slice(-100)}`);
  const newTag = response.headers.get('etag');
  if (newTag !== null && tags.size < maxTags) tags.set(path, newTag);
  else tags.clear();
}

/** Waits as a shed response asks. */
export async function sendPatiently(send: () => Promise<Response>, tally: Tally): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await send();
    if (!isShed(response) || attempt === maxAttempts) return response;
    tally.note(shedName);
    await response.arrayBuffer();
    await sleep(1_000);
  }
}

/** Closes the connection after the first bytes. */
async function leave({ body }: Response): Promise<void> {
  const reader = body?.getReader();
  await reader?.read();
  await reader?.cancel();
}

async function textIn({ body }: Response, isSlow: boolean): Promise<string> {
  const decoder = new TextDecoder();
  let [text, pieces] = ['', 0];
  for await (const bytes of body ?? []) {
    text = text.slice(-1_000) + decoder.decode(bytes, { stream: true });
    if (isSlow && ++pieces <= maxSlowPieces) await sleep(slowPauseMs);
  }
  return text;
}

const causeOf = (error: unknown): string =>
  error instanceof Error && error.cause ? `${error} (${error.cause})` : String(error);

const abortEveryMs = 15_000;
/** All ways and moments of closing. */
const aborts = 12;

/** Clients that close their connection while a list is answered or in the middle of an upload. */
export async function abortConnections({ address, headers, random, tally, isOver }: Visiting): Promise<void> {
  while (!isOver()) {
    const { broken, unasked, statuses } = await abortMany(`${address}${api}/events?per_page=5`, 1, aborts, 2);
    const others = Object.entries(statuses).filter(([line]) => !/ (200|503) /.test(line));
    if (broken + unasked.length + others.length > 0)
      tally.fault(`aborted connections: ${broken} broken, ${unasked.length} unasked, ${JSON.stringify(others)}`);
    tally.count('aborted', aborts + 1);
    await abortUpload(address, headers, random);
    for (let waited = 0; waited < abortEveryMs && !isOver(); waited += 500) await sleep(500);
  }
}

async function abortUpload(address: string, headers: Visiting['headers'], random: Random): Promise<void> {
  const { port, hostname, host } = new URL(address);
  const socket = connect({ port: Number(port), host: hostname }).on('error', () => undefined);
  const lines = [
    `POST ${api}/media HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: image/png',
    'Content-Length: 500000',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${'x'.repeat(random.integer(0, 100_000))}`);
  await sleep(random.integer(1, 200));
  socket.destroy();
}
