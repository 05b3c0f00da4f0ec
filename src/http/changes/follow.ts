// Responses with changes: a page at once, after a wait (long polling), or a stream of server-sent events.
import { Readable } from 'node:stream';
import type { Endpoint } from '../../core/facade.js';
import { Problem } from '../../core/problem.js';
import type { Connection } from '../connection.js';
import type { Handler } from '../handler.js';
import { urlFor } from '../links.js';
import type { ApiRequest } from '../request.js';
import type { ApiResponse } from '../response.js';
import type { Service } from '../service.js';
import type { ChangesPage } from './changes-page.js';
import { type Following, readFollowing, readPage } from './page.js';
import { acceptsEvents } from './repeated.js';
import type { Waiter } from './waiters.js';

const keepAliveMs = 15_000;
const maxStreamMs = 15 * 60_000;
const retryMs = 3_000;

interface Waiting {
  readonly service: Service;
  readonly request: ApiRequest;
  readonly following: Following;
  readonly connection: Connection;
  readonly waiter: Waiter;
}

/** A page, or server-sent events. */
export const followChanges: Handler = async (service, request, given, _, endpoint) => {
  const { connection } = request;
  if (!connection) throw new TypeError('changes need a connection');
  const isStream = acceptsEvents(request.headers) && !connection.isHead;
  const lastId = isStream ? request.headers['last-event-id'] : undefined;
  const following = readFollowing(endpoint, request, given, typeof lastId === 'string' ? lastId : undefined);
  const waits = isStream || (following.waitSeconds > 0 && !connection.isHead);
  if (!waits) return pageResponse(endpoint, request, await readPage(service, request, following));
  // Opened before the first read, so that no change falls between the two.
  const waiter = service.waiters.open(connection);
  const waiting = { service, request, following, connection, waiter };
  try {
    const first = await readPage(service, request, following);
    if (isStream) {
      connection.hold();
      const events = Readable.from(eventsOf(waiting, first));
      return { ...pageResponse(endpoint, request, first), events };
    }
    const page = await waitForChange(waiting, first);
    waiter.close();
    const response = pageResponse(endpoint, request, page);
    // The server has closed idle connections already, and would wait for this one.
    return service.waiters.isClosed()
      ? { ...response, headers: { ...response.headers, Connection: 'close' } }
      : response;
  } catch (error) {
    waiter.close();
    throw error;
  }
};

function pageResponse({ path }: Endpoint, request: ApiRequest, body: ChangesPage): ApiResponse {
  const { since: _, ...query } = request.query;
  const params = new URLSearchParams(
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  );
  params.set('since', body.next);
  const next = urlFor(request.call, `${path.slice(1)}?${params}`);
  return {
    statusCode: 200,
    headers: { 'Cache-Control': 'no-store', 'X-Sync-Token': body.next, Link: `<${next}>; rel="next"` },
    body,
  };
}

/** Reads again after every change of the store, until one is of interest or the time is over. */
async function waitForChange(waiting: Waiting, first: ChangesPage): Promise<ChangesPage> {
  const { following, connection, waiter } = waiting;
  const until = performance.now() + following.waitSeconds * 1_000;
  let page = first;
  connection.hold();
  while (page.changes.length === 0 && !page.more) {
    const outcome = await waiter.next(Math.max(0, until - performance.now()));
    if (outcome !== 'changed') break;
    page = await readAgain(waiting, page.next);
  }
  return page;
}

/** Waiters with the same token wake together: those with the same rights share one result, and few read at a time. */
async function readAgain({ service, request, following, connection }: Waiting, since: string): Promise<ChangesPage> {
  const { limit, hasBodies } = following;
  const { waiters, sharedReads } = service;
  // With the newest change, so that nobody joins a read that began before it.
  const key = JSON.stringify([waiters.newest(), since, limit, hasBodies, request.call.site.baseUrl]);
  const page = await sharedReads.read(key, () => readPage(service, request, following, since));
  // After the read: a change that was made after the revocation is never sent.
  await refuseRevoked(request, connection);
  return page;
}

async function refuseRevoked({ call: { actor } }: ApiRequest, { identify }: Connection): Promise<void> {
  if (actor.id === 0) return;
  const { actor: now } = await identify();
  if (now.id !== actor.id || now.role !== actor.role) throw new Problem('wrong-credentials');
}

/** The ID of a page is that of its last event, so that a reconnect in between gets the page again. Without events it is
 * sent alone, which only moves the client's last event ID and keeps the connection alive. */
function eventStreamText({ changes, next }: ChangesPage): string {
  const events = changes.map((change) => `event: change\ndata: ${JSON.stringify(change)}\n`);
  const last = events.pop() ?? '';
  return [...events.map((event) => `${event}\n`), `${last}id: ${next}\n\n`].join('');
}

async function* eventsOf(waiting: Waiting, first: ChangesPage): AsyncGenerator<string> {
  const { connection, waiter } = waiting;
  const until = performance.now() + maxStreamMs;
  let page = first;
  // At regular times, so that changes which the caller may not know of do not show in them.
  let keepAliveAt = performance.now() + keepAliveMs;
  try {
    yield `retry: ${retryMs}\n\n${eventStreamText(page)}`;
    while (performance.now() < until && !connection.signal.aborted) {
      const outcome = page.more ? 'changed' : await waiter.next(Math.max(0, keepAliveAt - performance.now()));
      if (outcome === 'ended') return;
      if (outcome === 'changed') page = await readAgain(waiting, page.next);
      const isDue = performance.now() >= keepAliveAt;
      if (isDue) keepAliveAt += keepAliveMs;
      if (isDue || (outcome === 'changed' && page.changes.length > 0)) yield eventStreamText(page);
    }
  } catch (error) {
    // The stream ends; the client reconnects and gets the problem as a response. Other errors are logged as those of any stream.
    if (!(error instanceof Problem)) throw error;
  } finally {
    waiter.close();
  }
}
