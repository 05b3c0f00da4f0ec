// `almanac import tec`: everything of an old site is here afterwards, under the same IDs and with the same answers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { is } from '../src/core/condition.js';
import { users } from '../src/models/account/account.js';
import { checksumsOf } from './harness/checksums.js';
import { onOneEngine } from './harness/engines.js';
import { type OldSite, oldSiteNow, startOldSite } from './harness/old-site/server.js';
import { cleanUp, type Ran, run } from './harness/program.js';
import { repetitions } from './harness/repetitions.js';
import { asAdministrator, importFrom, quick, reportOf, settingOf, sumOf } from './harness/takeover.js';
import { differences, unexplained } from './harness/takeover-differences.js';
import { startWorld, useWorld, type World } from './harness/world.js';

const long = 300_000;
afterAll(cleanUp);

onOneEngine((engine) => {
  const world = useWorld(engine, { settings: { ALMANAC_TIMEZONE: 'Europe/Paris' } });
  let site: OldSite;
  let first: Ran;
  beforeAll(async () => {
    site = await startOldSite({ events: Math.min(2_000, repetitions(200)) });
    world.clock.now = oldSiteNow;
    first = await importFrom(world, site.url, ...asAdministrator());
  }, long);
  afterAll(() => site.stop());

  /** Another calendar for tests that import again. */
  async function inNewWorld(work: (other: World) => Promise<void>): Promise<void> {
    const other = await startWorld(engine, { settings: { ALMANAC_TIMEZONE: 'Europe/Paris' } });
    try {
      await work(other);
    } finally {
      await other.stop();
    }
  }

  describe('a takeover', () => {
    test('reports warnings by its exit code, and writes every record', () => {
      expect(first.code).toBe(3);
      expect(sumOf(first)).toMatchObject({ failed: 0, skipped: 0 });
      const { counts, warnings } = reportOf(first);
      const { data } = site;
      expect(counts.tag.created).toBe(data.tags.length);
      expect(counts.category.created).toBe(data.categories.length);
      expect(counts.venue.created).toBe(data.venues.length);
      expect(counts.organizer.created).toBe(data.organizers.length);
      expect(counts.media.created).toBe(data.media.length);
      const unreadable = data.events.filter((one) => one.hidden && (one.password || one.status === 'trash'));
      expect(warnings['event not readable']?.count ?? 0).toBe(unreadable.length);
      expect(Object.keys(warnings).sort()).toEqual([
        ...(unreadable.length ? ['event not readable', 'events not imported'] : []),
        'fixed time zone',
        'markup removed',
        ...(unreadable.length ? ['numbers differ'] : []),
        'protected event',
        'tickets',
        'wrong UTC time',
      ]);
    });

    test(
      'answers every list and record of the old site as it did, known deviations aside',
      async () => {
        expect(unexplained(await differences(world, site))).toEqual([]);
      },
      long,
    );

    test('only sends GET to the old site, and names itself', () => {
      expect(new Set(site.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
    });

    test('has statuses, protection and hidden events', async () => {
      const { data } = site;
      for (const status of ['draft', 'pending', 'private', 'future', 'trash']) {
        const old = data.events.find((event) => event.status === status && !event.hidden);
        if (!old) throw new Error(`the site has no event with status ${status}`);
        const query = `status=${status}&include=${old.id}&starts_after=1971-01-02`;
        const { events } = await world.get(`/events?${query}`, { as: 'administrator' });
        expect(events.map(({ id }: { id: number }) => id)).toEqual([old.id]);
        expect((await world.ask(`GET /events/${old.id}`)).statusCode).toBeGreaterThanOrEqual(400);
      }
      const hidden = data.events.find((event) => event.hidden && event.status === 'publish' && !event.password);
      expect((await world.get(`/events/${hidden?.id}`)).hide_from_listings).toBe(true);
      const locked = data.events.find((event) => event.password && event.status === 'publish' && !event.hidden);
      expect((await world.ask(`GET /events/${locked?.id}`)).body.code).toBe('event-password-protected');
    });

    test('gives series, their dates and hidden events the IDs of the site, and no other record one of them', async () => {
      const { events, series } = site.data;
      const ask = (id: number) => world.ask(`GET /events/${id}?context=edit`, { as: 'editor', on: 'dropin' });
      for (const { id, slug } of series) {
        expect((await ask(id)).body).toMatchObject({ id, slug });
        expect((await world.get(`/events/by-slug/${slug}`, { on: 'dropin' })).id).toBe(id);
      }
      const { examples } = reportOf(first).warnings['event not readable'];
      const named = new Set(examples.map(({ place }: { place: string }) => Number(place.split('/').at(-1))));
      for (const { id, title, start, hidden, status } of events) {
        const { body, statusCode } = await ask(id);
        if (status === 'trash') expect(statusCode, title).toBe(named.has(id) ? 404 : 403);
        else if (named.has(id)) expect([hidden, statusCode], title).toEqual([true, 404]);
        else expect([body.id, body.start_date], title).toEqual([id, start]);
      }
      const missing = events.filter(({ hidden, password, status }) => hidden && (password || status === 'trash'));
      expect([...named].sort()).toEqual(missing.map(({ id }) => id).sort());
      const numbers = reportOf(first).warnings['events not imported'].examples.map(
        ({ text }: { text: string }) => text,
      );
      expect(numbers).toContainEqual(expect.stringMatching(/^The list has \d+ events, \d+ were read: \d+ are missing/));
    });

    test('has websites and costs as the site has stored them', async () => {
      const open = site.data.events.filter(({ status, password }) => status === 'publish' && !password);
      expect(open.some(({ website }) => website.includes('&'))).toBe(true);
      for (const { id, website, cost } of open) {
        const body = await world.get(`/events/${id}`);
        const { text, symbol, position, values } = cost;
        const details = { currency_symbol: symbol, currency_code: '', currency_position: position, values };
        expect([body.website, body.cost, body.cost_details]).toEqual([website || body.url, text, details]);
      }
    });

    test('gives new records IDs above those of the site', async () => {
      const { id } = await world.event();
      const { events, venues, organizers, media, series } = site.data;
      const all = [...events, ...venues, ...organizers, ...media].map((one) => one.id);
      const low = [...all, ...series.map((one) => one.groupId)].filter((one) => one < 10_000_000);
      expect(id).toBeGreaterThan(Math.max(...low));
      expect(id).toBeLessThan(10_000_000);
    });

    test('redirects old pages and files, and answers 200 where the path is ours', async () => {
      const visit = (path: string) => fetch(world.address + path, { redirect: 'manual' });
      const [image] = site.data.media;
      const shown = site.data.events.find(
        (event) => event.image === image?.id && event.status === 'publish' && !event.password,
      );
      const file = await visit(`/wp-content/uploads/${image?.file.path}`);
      expect(file.status).toBe(shown ? 301 : 404);
      const event = site.data.events.find((one) => one.status === 'publish' && !one.date && !one.password);
      expect((await visit(`/event/${event?.slug}/`)).status).toBe(200);
      const draft = site.data.events.find((one) => one.status === 'private');
      expect((await visit(`/event/${draft?.slug}/`)).status).toBe(404);
    });

    test('gives each author an account without a password and without rights', async () => {
      const ada = await world.store.read({ table: users, where: is('name_key', 'ada') });
      expect(ada).toMatchObject({ role: 'subscriber', display_name: 'Ada Byron', email: '' });
      const old = site.data.events.find(({ author, status }) => author === 1 && status === 'publish');
      expect((await world.get(`/events/${old?.id}`)).author).toBe(String(ada?.id));
      const signIn = await world.ask('POST /session', { body: { user: 'ada', password: '' } });
      expect(signIn.statusCode).toBeGreaterThanOrEqual(400);
    });
  });

  describe('a second takeover', () => {
    test(
      'changes nothing',
      async () => {
        const tables = [
          'imports',
          'sequences',
          'metadata',
          'changes',
          'change_log',
          'throttles',
          'idempotent_responses',
          'sqlite_stat1',
        ];
        const sums = async () =>
          Object.entries(await checksumsOf({ settings: world.settings })).filter(([name]) => !tables.includes(name));
        const before = await sums();
        const again = await importFrom(world, site.url, ...asAdministrator());
        expect(sumOf(again)).toMatchObject({ created: 0, updated: 0, failed: 0, skipped: 0 });
        expect(await sums()).toEqual(before);
      },
      long,
    );

    test(
      'leaves an event as it was edited here, unless it may overwrite it',
      async () => {
        const [edited, other] = site.data.events.filter(
          (one) => one.status === 'publish' && !one.date && !one.password,
        );
        if (!edited || !other) throw new Error('the site has too few events');
        await world.send(`PATCH /events/${edited.id}`, { title: 'Edited here' });
        const titles = [edited.title, other.title];
        edited.title = 'Edited there';
        other.title = 'Edited there';
        const kept = await importFrom(world, site.url, ...asAdministrator());
        expect(reportOf(kept).counts.event).toMatchObject({ updated: 1, skipped: 1 });
        expect(reportOf(kept).warnings['changed here'].count).toBe(1);
        expect((await world.get(`/events/${edited.id}`)).title).toBe('Edited here');
        expect((await world.get(`/events/${other.id}`)).title).toBe('Edited there');
        await importFrom(world, site.url, ...asAdministrator(), '--overwrite');
        expect((await world.get(`/events/${edited.id}`)).title).toBe('Edited there');
        [edited.title = '', other.title = ''] = titles;
      },
      long,
    );
  });

  describe('a password that the site sets later', () => {
    const text = async (id: number) =>
      (await world.get(`/events/${id}?context=edit`, { as: 'editor', on: 'dropin' })).description;
    const isOpen = async (id: number) => (await world.ask(`GET /events/${id}`)).statusCode === 200;
    const take = () => importFrom(world, site.url, ...asAdministrator());

    test(
      'protects the event at once and leaves its text, also if it was edited here, until the site removes it',
      async () => {
        const published = site.data.events.filter((one) => one.status === 'publish' && !one.password && !one.hidden);
        const single = published.filter(({ date }) => !date).slice(2, 4);
        const dates = published.filter(({ date, slug }) => date && slug === site.data.series[0]?.slug);
        const hidden = site.data.events.find((one) => one.status === 'publish' && !one.password && one.hidden);
        const [untouched, edited] = single.map(({ id }) => id);
        if (!untouched || !edited || !hidden) throw new Error('the site has too few events');
        const changed = [...single, ...dates, hidden];
        await world.send(`PATCH /events/${edited}`, { excerpt: 'Edited here' });
        const ids = changed.map(({ id }) => id);
        const texts = await Promise.all(ids.map(text));
        for (const one of changed) one.password = 'from now on';
        expect(reportOf(await take()).warnings['changed here'].count).toBe(1);
        for (const id of ids) expect(await isOpen(id), String(id)).toBe(false);
        expect(await Promise.all(ids.map(text))).toEqual(texts);
        expect(sumOf(await take())).toMatchObject({ updated: 0, failed: 0 });
        for (const one of changed) one.password = '';
        await take();
        for (const id of ids.filter((one) => one !== edited)) expect(await isOpen(id), String(id)).toBe(true);
        // The import did not write this one, so that its owner decides.
        expect(await isOpen(edited)).toBe(false);
        await world.send(`PATCH /events/${edited}`, { password: '' });
      },
      long,
    );
  });

  describe('the options', () => {
    test(
      '--dry-run reports the same records and writes nothing',
      () =>
        inNewWorld(async (other) => {
          const before = await checksumsOf({ settings: other.settings });
          const dry = await importFrom(other, site.url, ...asAdministrator(), '--dry-run');
          expect(dry.code).toBe(3);
          const [found, real] = [reportOf(dry), reportOf(first)];
          for (const name of ['tag', 'category', 'venue', 'organizer', 'media', 'event'])
            expect(found.counts[name].created, name).toBe(real.counts[name].created);
          const { 'numbers differ': _, ...others } = real.warnings;
          expect(Object.keys(found.warnings).sort()).toEqual(Object.keys(others).sort());
          expect(await checksumsOf({ settings: other.settings })).toEqual(before);
        }),
      long,
    );

    test(
      '--limit, --images none, --ids new and --author',
      () =>
        inNewWorld(async (other) => {
          const { name, id } = other.people.author;
          const options = ['--limit', '30', '--images', 'none', '--ids', 'new', '--author', name];
          const ran = await importFrom(other, site.url, ...options);
          const { counts } = reportOf(ran);
          expect(counts.media).toBeUndefined();
          expect(counts.event.created).toBeLessThanOrEqual(30);
          const { events } = await other.get('/events?starts_after=1971-01-02&per_page=50');
          expect(events.length).toBeGreaterThan(0);
          for (const event of events) expect(event).toMatchObject({ author: String(id), image: false });
          expect(await other.store.read({ table: users, where: is('name_key', 'ada') })).toBeUndefined();
        }),
      long,
    );

    test(
      'an ID that a record here has is reported, and the imported one gets a new ID',
      () =>
        inNewWorld(async (other) => {
          const venue = await other.venue();
          const [record] = site.data.media;
          Object.assign(record ?? {}, { id: venue.id });
          const ran = await importFrom(other, site.url);
          expect(reportOf(ran).warnings['ID taken']?.count).toBeGreaterThan(0);
          expect((await other.get(`/venues/${venue.id}`)).venue).toBe(venue.venue);
        }),
      long,
    );

    test(
      'of a calendar without coordinates leave those of venues out',
      () =>
        inNewWorld(async ({ settings }) => {
          const placed = { settings: { ...settings, ALMANAC_GEOLOCATION: 'off' } };
          const ran = await importFrom(placed, site.url, '--only', 'venue', '--images', 'none');
          expect(site.data.venues.some(({ coordinates }) => coordinates)).toBe(true);
          expect(sumOf(ran)).toMatchObject({ failed: 0, skipped: 0 });
        }),
      long,
    );

    test('are checked before anything is read', async () => {
      const count = site.requests.length;
      const refused = [
        ['--rate', '0'],
        ['--since', '31.12.2026'],
        ['--only', 'posts'],
        ['--every', 'often'],
        ['--every', '5m', '--dry-run'],
        ['--user', 'ada'],
        ['--user', 'ada', '--password-file', '/nonexistent'],
      ];
      for (const options of refused)
        expect((await importFrom(world, site.url, ...options)).code, options.join()).toBe(2);
      expect((await run(['import', 'tec', 'ftp://old.example', ...quick], settingOf(world))).code).toBe(2);
      expect(site.requests.length).toBe(count);
    });

    test('a private address is refused without --allow-private', async () => {
      const count = site.requests.length;
      const ran = await run(['import', 'tec', site.url], settingOf(world));
      expect(ran.code).toBe(1);
      expect(site.requests.length).toBe(count);
    });
  });
});
