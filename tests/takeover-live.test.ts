// A takeover of a site as it answers with the paid edition of the plugin, and without it: every record once, exactly as it is
// there, in one pass.
import { beforeAll, describe, expect, test } from 'vitest';
import { is } from '../src/core/condition.js';
import { event } from '../src/models/event/event.js';
import { venue as venues } from '../src/models/venue/venue.js';
import { onOneEngine } from './harness/engines.js';
import { addOddities, type Oddities } from './harness/old-site/oddities.js';
import type { OldEvent } from './harness/old-site/records.js';
import { type OldSite, oldSiteNow, startOldSite } from './harness/old-site/server.js';
import { run } from './harness/program.js';
import { takeHere } from './harness/take-here.js';
import { quick, settingOf } from './harness/takeover.js';
import { useWorld, type World } from './harness/world.js';

const isUnreadable = ({ hidden, password, status, isDateless }: OldEvent): boolean =>
  isDateless === true || (hidden && (password !== '' || status === 'trash'));

const statuses = { canceled: 'cancelled', postponed: 'postponed' };

type Short = readonly [id: number, ...unknown[]];
const byId = (a: Short, b: Short): number => a[0] - b[0];

/** Single events and series, with all dates. */
function expectedOf({ data }: OldSite, hasPro: boolean): readonly Short[] {
  const single = data.events.filter((one) => one.date === undefined && !isUnreadable(one));
  const series = data.series.map(({ id, slug }) => {
    const dates = data.events.filter((one) => one.date !== undefined && one.slug === slug);
    return { ...(dates[0] as OldEvent), id, dates };
  });
  const short = (one: OldEvent, dates: readonly OldEvent[]): Short => [
    one.id,
    one.status,
    one.slug,
    one.password !== '',
    one.eventStatus ? statuses[one.eventStatus] : 'scheduled',
    one.statusReason ?? '',
    hasPro && one.isVirtual ? [one.venues.length ? 'mixed' : 'online', one.virtualUrl] : ['in_person', ''],
    dates.map(({ id, start }): Short => [id, start]).sort(byId),
  ];
  return [...single.map((one) => short(one, [])), ...series.map((one) => short(one, one.dates))].sort(byId);
}

async function takenOf({ store }: World, { url }: OldSite): Promise<readonly Short[]> {
  const rows = await store.list({ table: event, where: is('source', `tec:${url}`), order: [], limit: 1_000 });
  const found = rows.map(async (row): Promise<Short> => {
    const { id, status, slug, password, event_status, event_status_note, attendance, online_url } = row;
    const dates = await store.list({ table: event, where: is('series', id), order: [], limit: 1_000 });
    const shown = dates.map((date): Short => [date.id, date.start_date]).sort(byId);
    const [isProtected, online] = [password !== '', [attendance, online_url]];
    return [id, status, slug, isProtected, event_status, event_status_note, online, shown];
  });
  return (await Promise.all(found)).sort(byId);
}

onOneEngine((engine) => {
  describe.each([
    ['with the paid edition', true],
    ['without it', false],
  ])('a site %s', (_, hasPro) => {
    const world = useWorld(engine, { settings: { ALMANAC_TIMEZONE: 'Europe/Paris' } });
    let site: OldSite;
    let odd: Oddities;
    let first: Awaited<ReturnType<typeof takeHere>>;
    beforeAll(async () => {
      site = await startOldSite({ events: 120, hasPro });
      odd = addOddities(site, oldSiteNow);
      world.clock.now = oldSiteNow;
      first = await takeHere(world, site);
      return () => site.stop();
    });

    test('gives every event once, with its ID, status, slug, protection, event status, online link and dates', async () => {
      expect(first.failed).toBe(0);
      expect(await takenOf(world, site)).toEqual(expectedOf(site, hasPro));
    });

    test('gives a protected venue with its name and without its address, and its events keep it', async () => {
      const row = await world.store.read({ table: venues, where: is('id', odd.venue.id) });
      expect(row).toMatchObject({ name: 'Café Müller & Co', address: '', description: '', status: 'publish' });
      expect(first.warnings['protected venue']?.count).toBe(1);
      const shown = await world.get(`/events/${odd.online.id}`);
      expect([shown.venue].flat().map(({ id }: { id: number }) => id)).toEqual(odd.online.venues);
    });

    test('reports an event without dates, an order in menus, and first what is not here', () => {
      const placesOf = (kind: string) => first.warnings[kind]?.examples.map(({ place }) => place);
      expect(placesOf('event without dates')).toEqual([expect.stringContaining(`/events/${odd.dateless.id}`)]);
      expect(placesOf('menu order')).toEqual([`${site.url}/event/${odd.ordered.slug}/`]);
      const lost = site.data.events.filter((one) => isUnreadable(one) && !one.isDateless && one.status !== 'trash');
      const { length } = site.data.events.filter((one) => one.status === 'publish' && !one.isDateless);
      const missing = lost.filter(({ status }) => status === 'publish').length;
      expect(missing).toBeGreaterThan(0);
      expect(first.warnings['numbers differ']?.examples.map(({ text }) => text)).toContain(
        `event, publish: the site has ${length}, here are ${length - missing}.`,
      );
    });

    test('changes nothing the second time, and takes over a status that the site changes', async () => {
      const count = site.requests.length;
      expect(await takeHere(world, site, false)).toMatchObject({ created: 0, updated: 0, failed: 0 });
      // Details of past events are not asked for again.
      const asked = site.requests.slice(count).filter(({ path }) => /tribe_events\/\d+/.test(path));
      expect(asked).toEqual([]);
      Object.assign(odd.past, { eventStatus: 'canceled', modifiedUtc: '2026-11-16 11:00:00' });
      Object.assign(odd.cancelled, { eventStatus: undefined, statusReason: '', modifiedUtc: '2026-11-16 11:00:00' });
      const changed = { slug: 'series-published', modifiedUtc: '2026-11-16 11:00:00' };
      for (const one of odd.draftDates) Object.assign(one, changed, { status: 'publish' });
      const { series } = site.data;
      series.splice(0, series.length, ...series.map((one) => ({ ...one, slug: one.slug || changed.slug })));
      const updated = hasPro ? 3 : 2;
      expect(await takeHere(world, site, false)).toMatchObject({ created: 0, updated, failed: 0 });
      expect(await takenOf(world, site)).toEqual(expectedOf(site, hasPro));
    });
  });

  describe('a pass', () => {
    const world = useWorld(engine, { settings: { ALMANAC_TIMEZONE: 'Europe/Paris' } });
    let site: OldSite;
    beforeAll(async () => {
      site = await startOldSite({ events: 120, sizes: { media: 8 } });
      world.clock.now = oldSiteNow;
      return () => site.stop();
    });

    test('reads each page of each list once, and links images to the records that show them', async () => {
      const { counts } = await takeHere(world, site, true, 'fetch');
      for (const [name, { updated }] of Object.entries(counts)) expect(updated, name).toBe(0);
      expect(counts.media?.created).toBe(8);
      const lists = site.requests.map(({ path }) => path).filter((path) => /v1\/events\?.*per_page=50/.test(path));
      expect(new Set(lists).size).toBe(lists.length);
      const shown = site.data.events.find(
        ({ image, status, password, date }) => image && status === 'publish' && !password && !date,
      );
      expect((await world.get(`/events/${shown?.id}`)).image.id).toBe(shown?.image);
    });

    test('names first what the site counts and does not show, and the command ends with the code 3', async () => {
      const [first] = site.data.organizers;
      if (!first) throw new Error('the site has no organizer');
      site.data.organizers.push({ ...first, id: 900_000, slug: 'lost', isLost: true });
      const { length } = site.data.organizers;
      const ran = await run(['import', 'tec', site.url, ...quick, '--images', 'none'], settingOf(world));
      expect([ran.code, ran.stdout.split('\n')[0]]).toEqual([
        3,
        expect.stringMatching(/^\w+.*: the site has \d+, here are \d+\.$/),
      ]);
      expect(ran.stdout).toContain(`organizer, publish: the site has ${length}, here are ${length - 1}.`);
    });
  });
});
