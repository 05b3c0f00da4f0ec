// A takeover of a site as it answers with the paid edition of the plugin, and without it: every record once, exactly as it is
// there.
import { beforeAll, describe, expect, test } from 'vitest';
import { all, is, not } from '../src/core/condition.js';
import { event } from '../src/models/event/event.js';
import { onOneEngine } from './harness/engines.js';
import type { OldEvent } from './harness/old-site/records.js';
import { type OldSite, oldSiteNow, startOldSite } from './harness/old-site/server.js';
import { takeHere } from './harness/take-here.js';
import { useWorld, type World } from './harness/world.js';

const isUnreadable = ({ hidden, password, status }: OldEvent): boolean =>
  hidden && (password !== '' || status === 'trash');

/** Single events and series by ID, with all dates. */
function expectedOf({ data }: OldSite): readonly unknown[] {
  const single = data.events.filter((one) => one.date === undefined && !isUnreadable(one));
  const series = data.series.map(({ id, slug }) => {
    const dates = data.events.filter((one) => one.date !== undefined && one.slug === slug);
    return { ...(dates[0] as OldEvent), id, dates };
  });
  return [...single.map((one) => ({ ...one, dates: [] })), ...series]
    .map(({ id, status, slug, password, dates }) => [
      id,
      status,
      slug,
      password !== '',
      dates.map((date) => [date.id, date.start]).sort(),
    ])
    .sort();
}

async function takenOf({ store }: World, { url }: OldSite): Promise<readonly unknown[]> {
  const rows = await store.list({ table: event, where: is('source', `tec:${url}`), order: [], limit: 1_000 });
  const found = rows.map(async ({ id, status, slug, password }) => {
    const where = all(is('series', id), not(is('id', id)));
    const dates = await store.list({ table: event, where, order: [], limit: 1_000 });
    return [id, status, slug, password !== '', dates.map((date) => [date.id, date.start_date]).sort()];
  });
  return (await Promise.all(found)).sort();
}

onOneEngine((engine) => {
  describe.each([
    ['with the paid edition', true],
    ['without it', false],
  ])('a site %s', (_, hasPro) => {
    const world = useWorld(engine, { settings: { ALMANAC_TIMEZONE: 'Europe/Paris' } });
    let site: OldSite;
    beforeAll(async () => {
      site = await startOldSite({ events: 120, hasPro });
      world.clock.now = oldSiteNow;
      return () => site.stop();
    });

    test('gives every event once, with its ID, status, slug, protection and dates', async () => {
      expect((await takeHere(world, site)).failed).toBe(0);
      expect(await takenOf(world, site)).toEqual(expectedOf(site));
    });
  });
});
