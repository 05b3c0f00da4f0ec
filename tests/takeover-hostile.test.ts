// Old sites that answer badly: a takeover names the place and stops, or reports and goes on; nothing is half-written, and a
// later run completes what was missing.
import { afterAll, describe, expect, test } from 'vitest';
import { onOneEngine } from './harness/engines.js';
import type { HostileMode } from './harness/old-site/hostile.js';
import { type OldSite, type OldSiteOptions, oldSiteNow, startOldSite } from './harness/old-site/server.js';
import { cleanUp } from './harness/program.js';
import { asAdministrator, importFrom, reportOf, sumOf } from './harness/takeover.js';
import { differences, unexplained } from './harness/takeover-differences.js';
import { startWorld, type World } from './harness/world.js';

const long = 300_000;
afterAll(cleanUp);

const eventsList = /\/tribe\/events\/v1\/events\?/;
const files = /\/wp-content\/uploads\//;

onOneEngine((engine) => {
  async function withSite(
    options: OldSiteOptions,
    work: (world: World, site: OldSite) => Promise<void>,
  ): Promise<void> {
    const [world, site] = await Promise.all([
      startWorld(engine, { settings: { ALMANAC_TIMEZONE: 'Europe/Paris' } }),
      startOldSite({ events: 40, ...options }),
    ]);
    world.clock.now = oldSiteNow;
    try {
      await work(world, site);
    } finally {
      await site.stop();
      await world.stop();
    }
  }

  describe('a list of events', () => {
    test.each<[HostileMode, RegExp]>([
      ['html', /web page instead of JSON/],
      ['broken', /broken JSON/],
      ['endless', /larger than|too large|MiB/],
      ['redirect', /cannot be fetched|redirect/],
      ['deep', /something else than a list|cannot be fetched|broken/],
    ])(
      'in the mode “%s” stops the takeover with the address, and the next run completes it',
      (mode, reason) =>
        withSite({ hostile: { mode, path: eventsList } }, async (world, site) => {
          const ran = await importFrom(world, site.url, ...asAdministrator());
          expect(ran.code, ran.stderr).toBe(1);
          expect(ran.stderr).toContain(`${site.url}/wp-json/tribe/events/v1/events`);
          expect(ran.stderr).toMatch(reason);
          expect(ran.stderr).not.toContain('Unexpected error');
          expect((await world.get('/events?starts_after=1971-01-02')).total).toBe(0);
          site.hostile = undefined;
          expect((await importFrom(world, site.url, ...asAdministrator())).code).toBe(3);
          expect(unexplained(await differences(world, site))).toEqual([]);
        }),
      long,
    );

    test(
      'that has a record twice is imported once and reported',
      () =>
        withSite({ hostile: { mode: 'twice', path: eventsList } }, async (world, site) => {
          const ran = await importFrom(world, site.url);
          expect(reportOf(ran).warnings['same ID twice'].count).toBeGreaterThan(0);
          expect(sumOf(ran).failed).toBe(0);
        }),
      long,
    );

    test(
      'that claims to have a million pages ends where it repeats itself',
      () =>
        withSite({ hostile: { mode: 'pages', path: eventsList } }, async (world, site) => {
          const ran = await importFrom(world, site.url);
          expect(reportOf(ran).warnings['list repeats itself'].count).toBeGreaterThan(0);
          expect(site.requests.length).toBeLessThan(500);
        }),
      long,
    );

    test(
      'that changes while it is read is complete after another run',
      () =>
        withSite({ hostile: { mode: 'changing', path: eventsList } }, async (world, site) => {
          expect([0, 3]).toContain((await importFrom(world, site.url, ...asAdministrator())).code);
          site.hostile = undefined;
          const again = await importFrom(world, site.url, ...asAdministrator());
          expect(sumOf(again).failed).toBe(0);
          // Edits are dated some seconds ahead.
          world.clock.now = `${Number(world.clock.now.slice(0, 4)) + 1}${world.clock.now.slice(4)}`;
          await world.runDue();
          const { data } = site;
          for (const { id, title, status, date, password } of data.events) {
            if (status !== 'publish' || date || password) continue;
            expect((await world.ask(`GET /events/${id}`)).statusCode, title).toBe(200);
          }
        }),
      long,
    );
  });

  test(
    'images that cannot be fetched are reported by address, and fetched by the next run',
    () =>
      withSite({ hostile: { mode: 'html', path: files } }, async (world, site) => {
        const ran = await importFrom(world, site.url, ...asAdministrator());
        const { counts, warnings } = reportOf(ran);
        expect(counts.media).toBeUndefined();
        expect(warnings['image not fetched'].count).toBe(site.data.media.length);
        expect(warnings['image not fetched'].examples[0].place).toContain('/wp-content/uploads/');
        site.hostile = undefined;
        const again = await importFrom(world, site.url, ...asAdministrator());
        expect(reportOf(again).counts.media.created).toBe(site.data.media.length);
        expect(unexplained(await differences(world, site))).toEqual([]);
      }),
    long,
  );

  test(
    'a wrong password stops the takeover before anything is written',
    () =>
      withSite({}, async (world, site) => {
        const ran = await importFrom(world, site.url, '--user', 'ada', '--password-file', '/etc/hostname');
        expect(ran.code).toBe(1);
        expect(ran.stderr).toContain('password is wrong');
        expect((await world.get('/tags?hide_empty=false')).total).toBe(0);
      }),
    long,
  );
});
