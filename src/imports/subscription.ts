// Reads the calendar of a subscription and imports what changed. One process at a time reads a subscription.
import { createHash } from 'node:crypto';
import { all, is, not } from '../core/condition.js';
import type { RequestContext } from '../core/context.js';
import { recordLock } from '../core/locks.js';
import { Invalid } from '../core/problem.js';
import type { Reader, Store, Values } from '../core/store.js';
import { plusSeconds } from '../core/time/clock.js';
import { category } from '../models/category/category.js';
import { event } from '../models/event/event.js';
import {
  isDue,
  maxFailures,
  type SubscriptionRow,
  sourceNameOf,
  subscription,
} from '../models/subscription/subscription.js';
import { venue } from '../models/venue/venue.js';
import { type GuardedRequest, Unfetchable } from '../net/fetch.js';
import { maxCalendarBytes } from './ical/decode.js';
import { siteOptions } from './ical/read.js';
import { similarIn } from './ical/similar.js';
import { openIcalFile } from './readable-file.js';
import { runImport } from './run.js';
import { isRunning } from './running.js';
import { imports } from './tables.js';
import { restoreReturned, updateVanished, type VanishedResult } from './vanished.js';

export interface SubscriptionContext {
  readonly context: RequestContext;
  readonly store: Store;
  readonly request: GuardedRequest;
  readonly now: () => string;
  readonly signal?: AbortSignal;
}

const fetchSeconds = 60;
/** A process that ends while it fetches a calendar blocks it for so long. */
const reservedSeconds = 15 * 60;
const minute = 60;

/** Whether an import of its calendar goes on: it renews its own lease, and may outlive the reservation. */
async function isImporting(store: Reader, row: SubscriptionRow): Promise<boolean> {
  const where = all(is('source', sourceNameOf(row)), is('state', 'running'));
  const [last] = await store.list({ table: imports, where, order: [{ column: 'id', descending: true }], limit: 1 });
  return last !== undefined && isRunning(last);
}

/** Reserves the subscription for this process. Undefined if another one reads it, or if it is not due. */
export const reserve = (
  store: Store,
  id: number,
  now: string,
  onlyDue: boolean,
): Promise<SubscriptionRow | undefined> =>
  store.transact(async (writer) => {
    await writer.lock(recordLock(subscription, id));
    const row = await writer.read({ table: subscription, where: all(is('id', id), ...(onlyDue ? [isDue(now)] : [])) });
    if (!row || row.running_until > now || (await isImporting(writer, row))) return undefined;
    await writer.update(subscription, id, { running_until: plusSeconds(now, reservedSeconds) });
    return row;
  });

/** Faults of the other side; their messages are shown to editors. */
class Unreadable extends Error {}

interface Read {
  readonly bytes: Buffer;
  readonly values: Pick<SubscriptionRow, 'etag' | 'last_modified' | 'content_hash'>;
}

/** Undefined if the calendar is unchanged. */
async function fetchChanged(row: SubscriptionRow, { request, signal }: SubscriptionContext): Promise<Read | undefined> {
  const headers = {
    accept: 'text/calendar, */*;q=0.5',
    ...(row.etag !== '' && { 'if-none-match': row.etag }),
    ...(row.last_modified !== '' && { 'if-modified-since': row.last_modified }),
  };
  const limits = { maxBytes: maxCalendarBytes, seconds: fetchSeconds, headers, ...(signal && { signal }) };
  const response = await request(row.url, limits);
  if (response.status === 304) return undefined;
  if (response.status !== 200) throw new Unreadable(`The server returned status ${response.status}.`);
  const content_hash = createHash('sha1').update(response.bytes).digest('base64url');
  if (content_hash === row.content_hash) return undefined;
  const header = (name: string): string => {
    const value = response.headers[name] ?? '';
    return value.length <= 500 ? value : '';
  };
  return {
    bytes: response.bytes,
    values: { etag: header('etag'), last_modified: header('last-modified'), content_hash },
  };
}

/** A venue or category that was deleted since counts as none. */
async function defaultsOf({ store }: Pick<SubscriptionContext, 'store'>, row: SubscriptionRow) {
  const { default_venue, default_category } = row;
  const hasVenue = default_venue > 0 && (await store.read({ table: venue, where: is('id', default_venue) }));
  const hasCategory =
    default_category > 0 && (await store.read({ table: category, where: is('id', default_category) }));
  return {
    status: row.default_status,
    onceADay: true,
    ...(hasVenue && { venue: default_venue }),
    ...(hasCategory && { categories: [default_category] }),
  };
}

async function importCalendar(
  row: SubscriptionRow,
  { bytes, values }: Read,
  given: SubscriptionContext,
): Promise<Values> {
  const { context, store, now, signal } = given;
  const name = sourceNameOf(row);
  const options = { ...siteOptions({ ...context.call, now: now() }), ...(await defaultsOf(given, row)) };
  const { head, read } = await openIcalFile(bytes, options, { findSimilar: similarIn(store, name), signal });
  const seen = new Set<string>();
  const request = {
    kind: 'subscription',
    name: row.name,
    source: name,
    options: { subscription: row.id },
    now,
    restore: restoreReturned(row),
    onApplied: (applied: readonly { readonly incoming: { readonly externalId: string } }[]) => {
      for (const { incoming } of applied) seen.add(incoming.externalId);
    },
    ...(signal && { signal }),
  } as const;
  const done = await runImport(context, store, request, read);
  if (signal?.aborted) throw new Unreadable('The service stopped while it read the calendar.');
  // What is not in a file that was cut off may exist all the same.
  if (!head.isComplete) throw new Unreadable('The calendar was cut off. Its complete events were imported.');
  return { ...values, last_result: 'imported', import_id: done.id, ...(await settleVanished(row, given, seen)) };
}

/** An unchanged calendar lists the same events as the last time: those that were missing once are missing again. */
async function readUnchanged(row: SubscriptionRow, given: SubscriptionContext): Promise<Values> {
  const swept = row.missing_events > 0 ? await settleVanished(row, given, undefined) : {};
  return { last_result: 'unchanged', ...swept };
}

async function settleVanished(
  row: SubscriptionRow,
  { context, store, now }: SubscriptionContext,
  seen: ReadonlySet<string> | undefined,
): Promise<Values> {
  const current: RequestContext = { ...context, store, call: { ...context.call, now: now() } };
  return decisionOf(await updateVanished(current, store, sourceNameOf(row), seen), row, now());
}

/** What the subscription says about a removal that waits for a decision. */
export function decisionOf(swept: VanishedResult, { removal_utc }: SubscriptionRow, now: string): Values {
  const { removal_events: waiting } = swept;
  if (waiting === 0) return { ...swept, removal_utc: '', message: '' };
  const waitingMessage = `${waiting} events are no longer in the calendar. Move them to the trash, or keep them.`;
  return { ...swept, removal_utc: removal_utc || now, message: waitingMessage };
}

const countEvents = (row: SubscriptionRow, store: Store): Promise<number> =>
  store.count({ table: event, where: all(is('source', sourceNameOf(row)), not(is('status', 'trash'))) });

const unknownFault = 'The calendar could not be imported. See the log.';

/** Reads a subscription that was reserved, and saves the result. Faults of the calendar are results, too. */
export async function readReserved(row: SubscriptionRow, given: SubscriptionContext): Promise<void> {
  const { store, now } = given;
  let values: Values;
  try {
    const read = await fetchChanged(row, given);
    values = read ? await importCalendar(row, read, given) : await readUnchanged(row, given);
    values = { message: '', ...values, failures: 0, event_count: await countEvents(row, store) };
  } catch (error) {
    const isFault = error instanceof Unfetchable || error instanceof Unreadable || error instanceof Invalid;
    const message = isFault ? error.message : unknownFault;
    const failures = row.failures + 1;
    values = { last_result: 'failed', message, failures, ...(failures >= maxFailures && { paused: true }) };
    if (!isFault) {
      await save(store, row, values, now());
      throw error;
    }
  }
  await save(store, row, values, now());
}

/** The subscription may have been deleted or changed meanwhile: only its state is written, and its version stays, so that
 * an editor who has the form open can save it. */
const save = (store: Store, { id, url }: SubscriptionRow, values: Values, now: string): Promise<void> =>
  store.transact(async (writer) => {
    await writer.lock(recordLock(subscription, id));
    const current = await writer.read({ table: subscription, where: is('id', id) });
    if (!current) return;
    const isOther = current.url !== url;
    const next_utc = isOther ? now : plusSeconds(now, current.every * minute);
    const state = isOther ? {} : { ...values, checked_utc: now };
    await writer.update(subscription, id, { ...state, running_until: '', next_utc });
  });
