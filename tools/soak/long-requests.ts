// Requests that take long, sent again and again while a node is replaced: feeds of the whole calendar and imports of lines.
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from './reads.js';
import type { Tally } from './tally.js';
import { sendPatiently } from './visitors.js';

export interface Beside {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly tally: Tally;
}

/** More than a feed has in memory, so that it is streamed. */
const events = 1_500;
const importedBeside = 50;
/** From the first requests to the signal. */
const leadMs = 300;
const pauseMs = 200;

function lineOf(number: number): string {
  const day = new Date(Date.UTC(2030, 0, 1 + (number % 700))).toISOString().slice(0, 10);
  return JSON.stringify({
    resource: 'event',
    source: 'soak',
    external_id: String(number),
    title: `Evening ${number}`,
    description: `<p>${'A long evening with guests. '.repeat(40)}</p>`,
    start_date: `${day} 18:00`,
    end_date: `${day} 20:00`,
    // Each import changes them.
    cost: String(Date.now() % 1_000),
  });
}

async function importLines({ address, headers, tally }: Beside, count: number): Promise<void> {
  tally.count('imports');
  const response = await fetch(`${address}${api}/import.ndjson`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body: `${Array.from({ length: count }, (_, number) => lineOf(number)).join('\n')}\n`,
  });
  const text = await response.text();
  if (response.status !== 200 || !text.includes('"done":true') || /"failed":[1-9]/.test(text))
    tally.fault(`POST /import.ndjson: ${response.status} ${text.slice(-300)}`);
}

async function readFeed({ address, tally }: Beside): Promise<void> {
  tally.count('long feeds');
  const path = `${api}/events.ics?starts_after=0001-01-02&v=${Math.random()}`;
  const response = await sendPatiently(() => fetch(address + path), tally);
  const text = await response.text();
  if (response.status !== 200 || !text.endsWith('END:VCALENDAR\r\n'))
    tally.fault(`GET ${path}: ${response.status} … ${text.slice(-100)}`);
}

export const importEvents = (beside: Beside): Promise<void> => importLines(beside, events);

/** Resolves when the first ones are being answered. */
export async function sendLongRequests(beside: Beside): Promise<{ readonly stop: () => Promise<void> }> {
  let isOver = false;
  const repeat = async (send: () => Promise<void>) => {
    while (!isOver) {
      await send().catch((error: unknown) => beside.tally.fault(`a long request: ${error}`));
      await sleep(pauseMs);
    }
  };
  const sending = [repeat(() => importLines(beside, importedBeside)), repeat(() => readFeed(beside))];
  await sleep(leadMs);
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(sending);
    },
  };
}
