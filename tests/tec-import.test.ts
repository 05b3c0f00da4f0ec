// Records of an old site in our store: accepted as they are read, under their IDs, with their links, slugs and dates.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextWithSettings } from '../src/app.js';
import { operator } from '../src/core/actor.js';
import { runImport } from '../src/imports/run.js';
import { openSite } from '../src/imports/tec/client.js';
import { defaultTecOptions, sourceOf, type TecOptions } from '../src/imports/tec/options.js';
import { readOldSite } from '../src/imports/tec/read.js';
import { openGuardedClient } from '../src/net/fetch.js';
import { onOneEngine } from './harness/engines.js';
import { venueMeta } from './harness/old-site/meta.js';
import { type OldSite, oldCredentials, startOldSite } from './harness/old-site/server.js';
import { useWorld } from './harness/world.js';

onOneEngine((engine) => {
  const world = useWorld(engine);
  let site: OldSite;
  beforeAll(async () => {
    site = await startOldSite({ events: 120 });
    const { venues } = site.data;
    for (const venue of venues.filter(({ hidesMap }) => hidesMap).slice(1)) venue.hasNoFlags = true;
    for (const venue of venues.filter(({ coordinates }) => coordinates).slice(0, 1)) venue.storesNoFlags = true;
  });
  afterAll(() => site.stop());

  const take = async (more: Partial<TecOptions> = {}, isDryRun = false) => {
    const { store, config } = world;
    const { user, password } = oldCredentials.administrator;
    const options: TecOptions = {
      ...defaultTecOptions,
      site: site.url,
      user,
      password,
      rate: 1_000,
      images: 'none',
      ...more,
    };
    const request = openGuardedClient(2, { allow: () => true }).request;
    const { client } = await openSite(options, { request });
    const context = await contextWithSettings(config, store, operator);
    const source = sourceOf(client.base);
    return runImport(
      context,
      store,
      { kind: 'tec', name: site.url, source, options: {}, isDryRun },
      readOldSite(client, options, { now: context.call.now }),
    );
  };

  describe('a takeover', () => {
    test('accepts every record, and finds nothing new the second time', async () => {
      const dry = await take({}, true);
      const first = await take();
      const failed = Object.values(first.report.counts).map(({ failed: count }) => count);
      expect([failed, first.report.warnings.invalid]).toEqual([failed.map(() => 0), undefined]);
      expect(first.report.warnings['unknown reference']).toBeUndefined();
      expect(first.report.counts).toEqual(dry.report.counts);
      const again = await take();
      const written = Object.values(again.report.counts).map(({ created, updated }) => created + updated);
      expect(written.every((count) => count === 0)).toBe(true);
    });

    test('keeps IDs, slugs, links, statuses and dates', async () => {
      const { events, venues } = site.data;
      const single = events.filter(({ date, password, hidden, status }) => {
        const isReadable = !hidden || status !== 'trash';
        return !date && !password && isReadable;
      });
      for (const event of single) {
        const { body, statusCode } = await world.ask(`GET /events/${event.id}?context=edit`, {
          as: 'editor',
          on: 'dropin',
        });
        if (event.status === 'trash') {
          expect(statusCode).toBe(403);
          continue;
        }
        expect(body, event.title).toMatchObject({
          id: event.id,
          status: event.status,
          slug: event.slug,
          start_date: event.start,
          end_date: event.end,
          timezone: event.zone,
          all_day: event.allDay,
          cost: event.cost.text,
          featured: event.featured,
          sticky: event.sticky,
          hide_from_listings: event.hidden,
          modified_utc: event.modifiedUtc,
        });
        expect([body.venue].flat().map(({ id }: { id: number }) => id)).toEqual(event.venues);
        expect(body.organizer.map(({ id }: { id: number }) => id)).toEqual(event.organizers);
        expect(body.tags.map(({ id }: { id: number }) => id).toSorted()).toEqual(event.tags.toSorted());
      }
      for (const { id, slug } of venues)
        expect((await world.get(`/venues/${id}`, { as: 'editor', on: 'dropin' })).slug).toBe(slug);
    });

    test('keeps coordinates of venues and whether their map is shown', async () => {
      const keys = ['_VenueLat', '_VenueLng', '_VenueShowMap', '_VenueShowMapLink'] as const;
      const { venues } = site.data;
      expect(venues.some(({ coordinates, hidesMap }) => coordinates && !hidesMap)).toBe(true);
      expect(venues.filter(({ hidesMap }) => hidesMap).map(({ hasNoFlags }) => hasNoFlags)).toContain(true);
      for (const venue of venues.filter(({ status }) => status === 'publish')) {
        const old = venueMeta({ ...venue, storesNoFlags: false });
        const { meta } = (await world.ask(`GET //wp-json/wp/v2/tribe_venue/${venue.id}`)).body;
        expect(keys.map((key) => meta[key])).toEqual(keys.map((key) => old[key]));
      }
    });

    test('gives the dates of a series their IDs', async () => {
      for (const date of site.data.events.filter(({ date: day }) => day)) {
        const body = await world.get(`/events/${date.id}`, { on: 'dropin' });
        expect([body.start_date, body.end_date]).toEqual([date.start, date.end]);
        expect(new URL(body.url).pathname.replace(/\/$/, '')).toContain(
          `/event/${date.slug}/${date.date?.slice(0, 10)}`,
        );
      }
    });

    test('does not show what a password protects', async () => {
      const secret = site.data.events.filter(
        ({ password, status, hidden }) => password && status === 'publish' && !hidden,
      );
      expect(secret.length).toBeGreaterThan(0);
      for (const { id } of secret)
        expect((await world.ask(`GET /events/${id}`, { on: 'dropin' })).statusCode).toBe(403);
    });
  });
});
