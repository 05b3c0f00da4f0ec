// A site that changes after its import: IDs of dates, venues in the trash, hidden events and repairs. Imports run in this
// process.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextWithSettings } from '../src/app.js';
import { importedWebsites } from '../src/cli/imported-websites.js';
import { operator } from '../src/core/actor.js';
import { all, is } from '../src/core/condition.js';
import { shapeOf } from '../src/core/facade.js';
import { imported } from '../src/imports/tables.js';
import { writtenAgain } from '../src/imports/written.js';
import { event } from '../src/models/event/event.js';
import { onOneEngine } from './harness/engines.js';
import { utcOf } from './harness/old-site/moments.js';
import type { OldEvent } from './harness/old-site/records.js';
import { type OldSite, oldSiteNow, startOldSite } from './harness/old-site/server.js';
import { takeHere } from './harness/take-here.js';
import { useWorld } from './harness/world.js';

onOneEngine((engine) => {
  const world = useWorld(engine, { settings: { ALMANAC_TIMEZONE: 'Europe/Paris' } });
  let site: OldSite;
  beforeAll(async () => {
    site = await startOldSite({ events: 60 });
    world.clock.now = oldSiteNow;
  });
  afterAll(() => site.stop());

  const contextHere = () => contextWithSettings(world.config, world.store, operator);

  const take = (from: OldSite = site, isFirst = true) => takeHere(world, from, isFirst);

  const dates = () => site.data.events.filter((one) => one.date && one.slug === site.data.series[0]?.slug);
  const shown = async (id: number) => {
    const { statusCode, body } = await world.ask(`GET /events/${id}`, { on: 'dropin' });
    return statusCode === 200 ? [body.id, body.start_date] : statusCode;
  };

  describe('a series of the site', () => {
    beforeAll(async () => {
      expect((await take()).failed).toBe(0);
    });

    const moved = (one: OldEvent, id: number, start: string): OldEvent => {
      const end = `${start.slice(0, 11)}23:30:00`;
      return { ...one, id, start, end, ...utcOf(start, end, one.zone), date: start.slice(0, 10) };
    };
    const replace = (...changed: readonly OldEvent[]) => {
      const { events } = site.data;
      events.splice(0, events.length, ...events.filter((one) => !dates().includes(one)), ...changed);
    };

    test('that gets one more date has it under the ID of the site', async () => {
      const [first] = dates();
      if (!first) throw new Error('the site has no series');
      replace(...dates(), moved(first, 10_400_000, '2027-03-03 20:00:00'));
      expect(await take(site, false)).toMatchObject({ updated: 1, failed: 0 });
      for (const { id, start } of dates()) expect(await shown(id)).toEqual([id, start]);
      expect(await take(site, false)).toMatchObject({ created: 0, updated: 0, failed: 0 });
    });

    test('whose dates all get new IDs has these, and the old ones belong to nothing', async () => {
      const before = dates().map(({ id }) => id);
      const future = dates().filter(({ start }) => start > oldSiteNow);
      const others = dates().filter(({ start }) => start <= oldSiteNow);
      replace(...others, ...future.map((one, at) => moved(one, 10_500_100 + at, `${one.start.slice(0, 11)}21:00:00`)));
      expect((await take(site, false)).failed).toBe(0);
      for (const { id, start } of dates()) expect(await shown(id)).toEqual([id, start]);
      const now = new Set(dates().map(({ id }) => id));
      const old = before.filter((id) => !now.has(id));
      expect(old.length).toBeGreaterThan(0);
      for (const id of old) expect(await shown(id)).toBeGreaterThanOrEqual(400);
    });
  });

  test('a venue in the trash is reported once, and its events are imported', async () => {
    const { venues, events } = site.data;
    const linked = events.filter((one) => one.status === 'publish' && !one.password && one.venues.length === 1);
    const [past] = linked.filter((one) => one.utcEnd < oldSiteNow && !one.date);
    const venue = venues.find(({ id }) => id === past?.venues[0]);
    if (!past || !venue) throw new Error('the site has no past event with a venue');
    Object.assign(venue, { status: 'trash', slug: `${venue.slug}__trashed` });
    const affected = linked.filter((one) => one.venues[0] === venue.id);
    for (const one of affected) one.title = `Moved ${one.id}`;
    const first = await take(site, false);
    expect(first.failed).toBe(0);
    expect(first.warnings['linked record in the trash']?.count).toBe(1);
    for (const one of affected) expect((await world.get(`/events/${one.id}`)).title).toBe(one.title);
    past.title = 'Moved again';
    const again = await take(site, false);
    expect(again).toMatchObject({ updated: 1, failed: 0 });
    expect((await world.get(`/events/${past.id}`)).title).toBe(past.title);
    expect(await take(site, false)).toMatchObject({ created: 0, updated: 0, failed: 0 });
  });

  test('hidden events of a site without the newer interface are found by their IDs, and again later', async () => {
    const plain = await startOldSite({ events: 60, seed: 3, hasTecV1: false, hasMeta: false });
    try {
      const report = await take(plain);
      const hidden = plain.data.events.filter((one) => one.hidden && !one.password && one.status !== 'trash');
      expect(hidden.some(({ utcEnd, status }) => utcEnd < oldSiteNow && status === 'draft')).toBe(true);
      const externalIds = await externalIdsOf(plain);
      for (const { id, title } of hidden) expect(externalIds, title).toContain(`event:${id}`);
      expect(report.counts.event?.failed).toBe(0);
      const past = hidden.find(({ utcEnd, status }) => utcEnd < oldSiteNow && status === 'publish');
      if (past) past.title = 'Hidden and changed';
      const count = plain.requests.length;
      expect((await take(plain, false)).counts.event).toMatchObject({ created: 0, updated: 1, failed: 0 });
      const asked = plain.requests.slice(count).filter(({ path }) => /tribe_events\/\d+/.test(path));
      expect(asked).toEqual([]);
    } finally {
      await plain.stop();
    }
  });

  const externalIdsOf = async ({ url }: OldSite): Promise<readonly string[]> => {
    const where = all(is('resource', 'event'), is('source', `tec:${url}`));
    const rows = await world.store.list({ table: imported, where, order: [], limit: 1_000 });
    return rows.map(({ external_id }) => external_id);
  };

  describe('doctor', () => {
    const check = async () => importedWebsites(world.store, await contextHere());

    /** As an earlier version imported it. */
    async function writeEscaped(id: number, website: string): Promise<void> {
      const { call } = await contextHere();
      await world.store.transact(async (writer) => {
        await writer.update(event, id, { website });
        const row = await writer.read({ table: event, where: is('id', id) });
        const state = await writer.read({ table: imported, where: all(is('resource', 'event'), is('record_id', id)) });
        if (!row || !state) throw new Error(`event ${id} was not imported`);
        const version = writtenAgain(shapeOf(call.facade, 'event'), state.version, row);
        await writer.update(imported, state.id, { version, hash: state.hash.replace('2.', '') });
      });
    }

    test('decodes imported websites once, and leaves those that were changed here', async () => {
      const [one, two, three] = site.data.events.filter(
        ({ status, date, password: secret, hidden }) => status === 'publish' && !date && !secret && !hidden,
      );
      if (!one || !two || !three) throw new Error('the site has too few events');
      const ours = 'https://here.example/?a=1&amp;b=2';
      await world.send(`PATCH /events/${three.id}`, { website: ours });
      expect(await (await check()).faults()).toEqual([]);
      await writeEscaped(one.id, 'https://old.example/?a=1&amp;b=2');
      await writeEscaped(two.id, 'https://old.example/?a=1&amp;amp;b=2');
      await writeEscaped(three.id, 'https://old.example/?a=1&amp;b=2');
      await world.send(`PATCH /events/${three.id}`, { website: ours });
      expect(await (await check()).faults()).toHaveLength(2);
      expect((await world.get(`/events/${one.id}`)).website).toContain('&amp;');
      await (await check()).repair?.();
      const websites = await Promise.all([one, two, three].map(({ id }) => world.get(`/events/${id}`)));
      expect(websites.map(({ website }) => website)).toEqual([
        'https://old.example/?a=1&b=2',
        'https://old.example/?a=1&amp;b=2',
        ours,
      ]);
      expect(await (await check()).faults()).toEqual([]);
      await (await check()).repair?.();
      expect((await world.get(`/events/${two.id}`)).website).toBe('https://old.example/?a=1&amp;b=2');
      // Repaired records are not taken for records that were changed here.
      const report = await take(site, false);
      expect([report.failed, report.warnings['changed here']?.count]).toEqual([0, 1]);
      expect((await world.get(`/events/${one.id}`)).website).toBe(
        one.website || (await world.get(`/events/${one.id}`)).url,
      );
    });
  });
});
