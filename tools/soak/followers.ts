// Clients that follow the changes: some wait for each page, some read a stream of events and connect again at times.
import { setTimeout as sleep } from 'node:timers/promises';
import { openEvents } from '../../tests/harness/event-stream.js';
import { api } from './reads.js';
import { sendPatiently, type Visiting } from './visitors.js';

const waitSeconds = 15;
const [minStreamMs, maxStreamMs] = [5_000, 60_000];

interface Page {
  readonly next: string;
  readonly changes: readonly unknown[];
}

export async function waitForChanges({ address, tally, isOver }: Visiting): Promise<void> {
  let since = 'now';
  while (!isOver()) {
    const path = `${api}/changes?since=${since}&wait=${waitSeconds}`;
    tally.count('followers');
    try {
      const send = () => fetch(address + path, { signal: AbortSignal.timeout(60_000) });
      const response = await sendPatiently(send, tally);
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${response.status} ${text}`);
      const { next, changes } = JSON.parse(text) as Page;
      tally.note('changes followed', changes.length);
      since = next;
    } catch (error) {
      tally.fault(`GET ${path}: ${error}`);
      await sleep(1_000);
    }
  }
}

/** A stream that the service ends is opened again with the ID of its last event, as browsers do. */
export async function streamChanges({ address, random, tally, isOver }: Visiting): Promise<void> {
  let lastId: string | undefined;
  while (!isOver()) {
    tally.count('followers');
    try {
      const stream = await openEvents(`${address}${api}/changes?since=now`, lastId ? { 'last-event-id': lastId } : {});
      const until = performance.now() + random.integer(minStreamMs, maxStreamMs);
      while (stream.isOpen() && performance.now() < until && !isOver()) await sleep(200);
      stream.close();
      if (stream.status === 503 && stream.text().includes('busy')) await sleep(1_000);
      else if (stream.status !== 200) throw new Error(`${stream.status} ${stream.text()}`);
      tally.note('changes followed', stream.events.length);
      lastId = stream.lastId() ?? lastId;
    } catch (error) {
      tally.fault(`the stream of changes: ${error}`);
      await sleep(1_000);
    }
  }
}
