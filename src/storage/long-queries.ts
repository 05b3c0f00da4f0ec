// Long queries of requests: a client has a share of those that run at the same time. Each ends after a while, and when its
// client has gone.
import { Problem } from '../core/problem.js';
import { openSlots, type SlotClient } from '../core/slots.js';
import { type Connection, maxLongQueryMs } from './engine.js';

const maxQueued = 256;
const maxQueuedPerClient = 64;

/** The connection as this client may use it. */
export type LimitFor = (connection: Connection, client: SlotClient) => Connection;

export function openLongQueries(total: number): LimitFor {
  const perClient = Math.ceil((total * 2) / 3);
  const slots = openSlots({ total, perClient, maxQueued, maxQueuedPerClient });

  const limited =
    (all: Connection['all'], client: SlotClient): Connection['all'] =>
    async (statement) => {
      const release = await slots.wait(client);
      const ending = new AbortController();
      const end = (): void => ending.abort(new Problem('too-costly'));
      const timer = setTimeout(end, maxLongQueryMs);
      client.signal.addEventListener('abort', end, { once: true });
      try {
        return await all(statement, ending.signal);
      } catch (error) {
        throw ending.signal.aborted ? ending.signal.reason : error;
      } finally {
        clearTimeout(timer);
        client.signal.removeEventListener('abort', end);
        release();
      }
    };

  return (connection, client) => ({
    ...connection,
    allInBackground: limited(connection.allInBackground ?? connection.all, client),
    ...(connection.allAsJson && { allAsJson: limited(connection.allAsJson, client) }),
  });
}
