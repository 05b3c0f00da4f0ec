// Geocodes the addresses of venues in the background, at most one request per second over all processes.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../core/call.js';
import { all, type Condition, is, not, until } from '../core/condition.js';
import type { Point } from '../core/geo.js';
import { geocodeLock, recordLock } from '../core/locks.js';
import { recordRevisions } from '../core/revision.js';
import type { Store } from '../core/store.js';
import type { Rate, Throttle } from '../core/throttle.js';
import { plusSeconds } from '../core/time/clock.js';
import type { VenueRow } from '../models/venue/columns.js';
import { addressText, isByHand } from '../models/venue/location.js';
import { venue } from '../models/venue/venue.js';
import { locate } from '../net/nominatim.js';
import type { Job } from './job.js';
import { retryDelaySeconds } from './job.js';

const maxAttempts = 8;

/** Of the job and of searches in the console together. */
export const geocoderRate: Rate = { name: 'geocoder', burst: 1, perSecond: 1 };

export const geocodeJob = (url: string, perSecond = geocoderRate.perSecond): Job => ({
  name: 'geocode',
  intervalSeconds: 15,
  run: async ({ store, call, signal }) => {
    if (!call().site.geolocation) return;
    const rateLimit = store.throttle({ ...geocoderRate, perSecond });
    const agent = `Almanac/${call().site.version}`;
    while (await nextDue(store, call().now)) {
      await waitForRateLimit(rateLimit, signal);
      const reserved = await reserveNext(store, call().now);
      // A failure ends this run, so that a geocoder that is down does not get a request for every venue.
      if (reserved)
        await saveResult(store, reserved, await locate(addressText(reserved), { url, agent, signal }), call());
    }
  },
});

type ListReader = Pick<Store, 'list'>;

const isDue = (now: string): Condition => all(until('geocode_at', now), not(is('status', 'trash')));

async function nextDue(store: ListReader, now: string, where = isDue(now)): Promise<VenueRow | undefined> {
  const order = [{ column: 'geocode_at' }, { column: 'id' }];
  return (await store.list({ table: venue, where, order, limit: 1 }))[0];
}

async function waitForRateLimit(rateLimit: Throttle, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const seconds = await rateLimit.spend('');
    if (seconds === 0) return;
    await sleep(seconds * 1_000, undefined, { signal });
  }
}

/** Schedules the next attempt before the request, so that no other process sends it too and a failure needs no write. */
const reserveNext = (store: Store, now: string): Promise<VenueRow | undefined> =>
  store.transact(async (writer) => {
    await writer.lock(geocodeLock);
    const first = await nextDue(writer, now);
    if (!first) return undefined;
    // Locked and read again: a concurrent change of the venue may have committed.
    await writer.lock(recordLock(venue, first.id));
    const due = await nextDue(writer, now, all(is('id', first.id), isDue(now)));
    if (!due) return undefined;
    const geocode_tries = due.geocode_tries + 1;
    const geocode_at = geocode_tries < maxAttempts ? plusSeconds(now, retryDelaySeconds(geocode_tries)) : '';
    await writer.update(venue, due.id, { geocode_tries, geocode_at });
    return { ...due, geocode_tries, geocode_at };
  });

/** Discards the result if the address or the coordinates were changed during the request. */
const saveResult = (store: Store, reserved: VenueRow, point: Point | undefined, call: Call): Promise<void> =>
  store.transact(async (writer) => {
    await writer.lock(recordLock(venue, reserved.id));
    const row = await writer.read({ table: venue, where: is('id', reserved.id) });
    if (!row || isByHand(row) || row.geocode_at !== reserved.geocode_at || addressText(row) !== addressText(reserved))
      return;
    const values = { geocode_at: '', geocode_tries: 0, ...coordinateChange(row, point, call.now) };
    await writer.update(venue, row.id, values);
    await recordRevisions(writer, call, [
      { model: venue, id: row.id, before: row, after: { ...row, ...values }, alsoWritten: [] },
    ]);
  });

/** The version changes only with the coordinates. */
function coordinateChange(row: VenueRow, point: Point | undefined, now: string) {
  const [geo_lat, geo_lng] = [point?.lat ?? null, point?.lng ?? null];
  if (geo_lat === row.geo_lat && geo_lng === row.geo_lng) return {};
  return { geo_lat, geo_lng, geo_found: point !== undefined, modified_utc: now, version: row.version + 1 };
}
