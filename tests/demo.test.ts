// The demo calendar: believable on the day it is loaded, and loaded only where there is nothing.
import { afterEach, describe, expect, it } from 'vitest';
import { deskOf, openDatabase } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { operator } from '../src/core/actor.js';
import { everything } from '../src/core/condition.js';
import type { Row } from '../src/core/store.js';
import { plusSeconds } from '../src/core/time/clock.js';
import { loadDemo } from '../src/demo/load.js';
import { datesOf } from '../src/demo/when.js';
import type { CategoryRow } from '../src/resources/category/category.js';
import type { EventRow } from '../src/resources/event/event.js';
import { cleanUp, eventsOf, newFolder, run, serve } from './harness/program.js';

afterEach(cleanUp);

const long = 180_000;
const day = 86_400;

async function loaded() {
  const config = readConfig({ ALMANAC_DATA: newFolder() });
  const store = await openDatabase(config);
  const desk = deskOf(config, store, operator);
  await loadDemo(store, desk, false);
  const rows = async (name: string) =>
    store.list({ table: desk.registry.named(name), where: everything, order: [], limit: 1_000 });
  const events = (await rows('event')) as unknown as readonly EventRow[];
  return { store, desk, now: desk.call.now, events, rows };
}

describe('the demo calendar', () => {
  it('has something of everything, around today', async () => {
    const { events, now, rows } = await loaded();
    const count = (test: (event: EventRow) => boolean) => events.filter(test).length;
    const future = (event: EventRow) => event.utc_start_date > now;
    expect(events.length).toBeGreaterThanOrEqual(40);
    expect(count((event) => event.utc_end_date < now)).toBeGreaterThanOrEqual(4);
    expect(count((event) => event.utc_start_date <= now && event.utc_end_date >= now)).toBeGreaterThanOrEqual(2);
    expect(count((event) => future(event) && event.utc_start_date < plusSeconds(now, 60 * day))).toBeGreaterThan(25);
    expect(count((event) => event.utc_start_date > plusSeconds(now, 75 * day))).toBeGreaterThanOrEqual(3);
    expect(count((event) => event.status === 'draft')).toBe(1);
    expect(count((event) => event.password !== '')).toBe(1);
    expect(count((event) => event.all_day)).toBeGreaterThanOrEqual(5);
    expect(count((event) => event.featured)).toBeGreaterThanOrEqual(5);
    expect(count((event) => event.sticky)).toBe(2);
    expect(count((event) => event.parent !== 0)).toBe(3);
    expect(new Set(events.map((event) => event.timezone)).size).toBeGreaterThanOrEqual(7);
    expect(new Set(events.map((event) => event.title)).size).toBe(events.length);
    expect((await rows('venue')).length).toBe(8);
    expect((await rows('organizer')).length).toBe(7);
    expect((await rows('tag')).length).toBeGreaterThanOrEqual(12);
    const categories = (await rows('category')) as unknown as readonly CategoryRow[];
    expect(categories.map(({ path }) => path)).toEqual(expect.arrayContaining(['music/jazz', 'arts/film']));
  });

  it('is all or nothing', async () => {
    const config = readConfig({ ALMANAC_DATA: newFolder() });
    const store = await openDatabase(config);
    const desk = deskOf(config, store, { ...operator, role: 'contributor' });
    const counts = () => Promise.all(desk.registry.resources.map((table) => store.count({ table, where: everything })));
    // A contributor may not make the tags of the first event, after its categories were made.
    await expect(loadDemo(store, desk, false)).rejects.toThrow();
    expect(new Set(await counts())).toEqual(new Set([0]));
  });

  it('stays away from events that are there, and stands beside them when forced', async () => {
    const { store, desk, events, rows } = await loaded();
    expect(await loadDemo(store, desk, false)).toBeUndefined();
    await loadDemo(store, desk, true);
    const again = await rows('event');
    expect(again.length).toBe(2 * events.length);
    expect(new Set(again.map((row: Row) => row.slug)).size).toBeGreaterThan(again.length - 2);
    expect((await rows('venue')).length).toBe(8);
  });

  it('keeps its weekdays whatever day it is', () => {
    for (const today of ['2027-02-28', '2027-03-01', '2027-03-03', '2027-12-31']) {
      const { start_date } = datesOf({ day: 'sat', week: 1, from: '09:00', to: '10:00' }, `${today} 12:00:00`);
      expect(new Date(`${start_date.slice(0, 10)}T00:00:00Z`).getUTCDay()).toBe(6);
      expect(start_date > today).toBe(true);
    }
  });
});

describe('serve', () => {
  it('loads nothing of itself', { timeout: long }, async () => {
    const server = await serve([], { data: newFolder() });
    expect(await (await fetch(eventsOf(server.url))).json()).toMatchObject({ total: 0 });
    expect(server.heard.stderr).not.toContain('curl');
  });

  it('loads the demo calendar once, and prints a request that works', { timeout: long }, async () => {
    const data = newFolder();
    const server = await serve(['--demo'], { data });
    const total = async (url: string) =>
      Number((await fetch(`${eventsOf(url)}?start_date=2000-01-01`)).headers.get('x-tec-total'));
    const before = await total(server.url);
    expect(before).toBeGreaterThanOrEqual(40);
    const { stdout, stderr } = await server.stop();
    expect(stdout).toBe(`Almanac is ready at ${server.url}/\n`);
    expect(stderr).toMatch(/Members’ Preview.+“lantern”/);

    const again = await serve(['--demo'], { data });
    expect(await total(again.url)).toBe(before);
    const [, address = ''] = /^ {2}curl '(\S+)'$/m.exec(again.heard.stderr) ?? [];
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { events: unknown[] }).events).toHaveLength(3);
    const refused = await run(['demo'], { data });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('has events already');
  });
});

describe('demo', () => {
  it('fills an empty store, with an administrator to own it', { timeout: long }, async () => {
    const data = newFolder();
    const ran = await run(['demo'], { data });
    expect(ran).toMatchObject({ code: 0, stdout: '' });
    expect(ran.stderr).toContain('application password');
    const server = await serve([], { data });
    const { events } = (await (await fetch(eventsOf(server.url))).json()) as { events: { author: string }[] };
    expect(events[0]?.author).toBe('1');
  });
});
