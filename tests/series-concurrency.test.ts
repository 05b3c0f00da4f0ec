// Concurrent changes of one series happen one after the other; a killed process leaves no half of a change.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { after, all, is } from '../src/core/condition.js';
import { eachRow } from '../src/core/each-row.js';
import type { Store } from '../src/core/store.js';
import { plusMonths } from '../src/core/time/clock.js';
import { datesOf } from '../src/core/time/recurrence.js';
import type { EventRow } from '../src/models/event/columns.js';
import { event } from '../src/models/event/event.js';
import { type OccurrenceRow, occurrenceTable } from '../src/models/event/series/rows.js';
import { type Child, startChild } from './harness/child.js';
import { basic, type People, prefixes } from './harness/client.js';
import { forEachEngine, type Place, type TestEngine } from './harness/engines.js';
import { serveHere } from './harness/program.js';
import { repetitions } from './harness/repetitions.js';
import { type Answered, type Body, startWorld, type World, word } from './harness/world.js';

const rounds = repetitions(2);
const kills = repetitions(2);

const weekly = { start_date: '2027-07-06 19:00:00', end_date: '2027-07-06 21:00:00' };

async function rowsOf(store: Store, series: number): Promise<readonly OccurrenceRow[]> {
  const rows: OccurrenceRow[] = [];
  await eachRow(store, occurrenceTable, is('series', series), async (row) => {
    rows.push(row);
  });
  return rows.sort((one, other) => (one.original_start < other.original_start ? -1 : 1));
}

const countOf = (store: Store, series: number): Promise<number> =>
  store.count({ table: occurrenceTable, where: is('series', series) });

/** Every date of the rule up to the horizon has exactly one row, and all rows read from the master. */
async function expectWhole(store: Store, id: number): Promise<readonly OccurrenceRow[]> {
  const master = (await store.read({ table: event, where: is('id', id) })) as EventRow | undefined;
  if (!master?.recurrence) throw new Error(`${id} is no series`);
  const rows = await rowsOf(store, id);
  const to = master.horizon === '' ? '9999-12-31 23:59:59' : master.horizon;
  const dates = [...datesOf(master.recurrence, master.recurrence.start, { to })].map(({ start }) => start);
  expect(rows.map(({ original_start }) => original_start)).toEqual(dates);
  expect(new Set(rows.map(({ content_id }) => content_id))).toEqual(new Set([id]));
  return rows;
}

forEachEngine((engine) => {
  describe('two changes at the same moment', () => {
    let one: World;
    let other: World;
    beforeAll(async () => {
      const place = await engine.prepare('users');
      const same: TestEngine = { ...engine, prepare: async () => ({ ...place, clean: async () => undefined }) };
      one = await startWorld({ ...engine, prepare: async () => place });
      other = await startWorld(same, { beside: one });
    });
    afterAll(async () => {
      await other.stop();
      await one.stop();
    });

    const series = (recurrence: string): Promise<Answered> =>
      one.event({ title: word('Choir '), ...weekly, recurrence }, { as: 'editor' });
    const patch = async (world: World, path: string, body: Body): Promise<number> =>
      (await world.askAgain(`PATCH ${path}`, { as: 'editor', body })).statusCode;
    const remove = async (world: World, path: string): Promise<number> =>
      (await world.askAgain(`DELETE ${path}`, { as: 'editor' })).statusCode;

    test(`of the series and of one date are both kept, ${rounds} times`, async () => {
      const { id } = await series('FREQ=WEEKLY;COUNT=8');
      const [, , third] = await expectWhole(one.store, id);
      for (let round = 0; round < rounds; round++) {
        const [title, cost] = [word('Evening '), `$${round + 1}`];
        const answers = await Promise.all([
          patch(one, `/events/${id}`, { title }),
          patch(other, `/events/${third?.id}`, { featured: round % 2 === 0 }),
          patch(one, `/events/${third?.id}?scope=all`, { cost }),
        ]);
        expect(answers).toEqual([200, 200, 200]);
        expect(await one.get(`/events/${third?.id}`, { as: 'editor' })).toMatchObject({
          ...{ title, cost, featured: round % 2 === 0 },
        });
        await expectWhole(one.store, id);
      }
    });

    test(`of two rules end with the dates of one of them, ${rounds} times`, async () => {
      const { id } = await series('FREQ=WEEKLY;COUNT=8');
      for (let round = 0; round < rounds; round++) {
        const rules = [`FREQ=WEEKLY;COUNT=${6 + (round % 4)}`, `FREQ=WEEKLY;BYDAY=TU,TH;COUNT=${9 + (round % 3)}`];
        const answers = await Promise.all([
          patch(one, `/events/${id}`, { recurrence: rules[0] }),
          patch(other, `/events/${id}`, { recurrence: rules[1] }),
        ]);
        expect(answers).toEqual([200, 200]);
        const rows = await expectWhole(one.store, id);
        expect([6 + (round % 4), 9 + (round % 3)]).toContain(rows.length);
      }
    });

    test(`of a split and of the series lose no date, ${rounds} times`, async () => {
      for (let round = 0; round < rounds; round++) {
        const { id } = await series('FREQ=WEEKLY;COUNT=8');
        const before = await expectWhole(one.store, id);
        const title = word('Evening ');
        const answers = await Promise.all([
          patch(one, `/events/${before[4]?.id}?scope=following`, { cost: '7' }),
          patch(other, `/events/${id}`, { title }),
        ]);
        expect(answers).toEqual([200, 200]);
        const { occurrence_of } = await one.get(`/events/${before[4]?.id}`);
        const rows = [...(await expectWhole(one.store, id)), ...(await expectWhole(one.store, occurrence_of))];
        expect(rows.map((row) => row.id)).toEqual(before.map((row) => row.id));
        expect((await one.get(`/events/${before[0]?.id}`)).title).toBe(title);
        expect((await one.get(`/events/${before[7]?.id}`)).cost).toBe('$7');
      }
    });

    test(`of two splits lose no date, ${rounds} times`, async () => {
      for (let round = 0; round < rounds; round++) {
        const { id } = await series('FREQ=WEEKLY;COUNT=9');
        const before = await expectWhole(one.store, id);
        const answers = await Promise.all([
          patch(one, `/events/${before[3]?.id}?scope=following`, { cost: '3' }),
          patch(other, `/events/${before[6]?.id}?scope=following`, { excerpt: 'Six' }),
        ]);
        expect(answers).toEqual([200, 200]);
        const masters = new Set<number>([id]);
        for (const row of before) masters.add((await one.get(`/events/${row.id}`)).occurrence_of);
        const rows: OccurrenceRow[] = [];
        for (const master of masters) rows.push(...(await expectWhole(one.store, master)));
        expect(rows.map((row) => row.id).sort()).toEqual(before.map((row) => row.id).sort());
        expect(masters.size).toBe(3);
      }
    });

    test(`of a removed date and a change of it: the loser gets a clear rejection, ${rounds} times`, async () => {
      for (let round = 0; round < rounds; round++) {
        const { id } = await series('FREQ=WEEKLY;COUNT=6');
        const rows = await expectWhole(one.store, id);
        const last = rows[5]?.id;
        const [changed, removed] = await Promise.all([
          patch(one, `/events/${last}`, { featured: true }),
          remove(other, `/events/${rows[3]?.id}?scope=following`),
        ]);
        expect(removed).toBe(200);
        expect([200, 404, 410]).toContain(changed);
        // A date that was changed first goes to the trash instead of being erased.
        const trashed = changed === 200 ? [[last, 'trash']] : [];
        expect((await rowsOf(one.store, id)).map((row) => [row.id, row.status])).toEqual([
          ...rows.slice(0, 3).map((row) => [row.id, 'publish']),
          ...trashed,
        ]);
      }
    });

    test(`of the horizon job and of the rule leave no gap, ${rounds} times`, async () => {
      const { id } = await series('FREQ=WEEKLY');
      const start = one.clock.now;
      try {
        for (let round = 0; round < rounds; round++) {
          one.clock.now = plusMonths(one.clock.now, 3);
          const recurrence = round % 2 ? 'FREQ=WEEKLY' : 'FREQ=WEEKLY;BYDAY=TU,FR';
          const [answer] = await Promise.all([
            patch(one, `/events/${id}`, { recurrence }),
            one.runDue(),
            other.runDue(),
          ]);
          expect(answer).toBe(200);
          await one.runDue();
          await expectFuture(one.store, id, one.clock.now);
        }
      } finally {
        one.clock.now = start;
      }
    });
  });

  describe('a killed process', () => {
    let place: Place;
    let people: People;
    let store: Store;
    beforeAll(async () => {
      place = await engine.prepare('users');
      if (!place.people) throw new TypeError('the template has no users');
      people = place.people;
      store = await openDatabase(readConfig(place.settings));
    });
    afterAll(async () => {
      await store.close();
      await place.clean();
    });

    const send = async ({ address }: Child, method: string, path: string, body: object): Promise<Answered> => {
      const response = await fetch(`${address}${prefixes.native}${path}`, {
        method,
        headers: { authorization: basic(people.editor), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(response.status).toBeLessThan(300);
      return (await response.json()) as Answered;
    };

    /** Made by a service that has ended before the children begin. */
    const make = async (series: Body): Promise<number> => {
      const world = await startWorld({ ...engine, prepare: async () => ({ ...place, clean: async () => undefined }) });
      const { id } = await world.event({ title: 'Daily', ...series });
      await world.stop();
      return id;
    };

    test(
      `leaves every series whole when it dies during changes, ${kills} times`,
      async () => {
        const start = { start_date: '2031-07-01 19:00:00', end_date: '2031-07-01 21:00:00' };
        const id = await make({ ...start, title: 'FREQ=DAILY;COUNT=400', recurrence: 'FREQ=DAILY;COUNT=400' });
        for (let round = 0; round < kills; round++) {
          const child = await startChild(place.settings);
          const counts = [400 + round, 300 + round];
          let done = 0;
          const changing = (async () => {
            for (let n = 0; ; n++) {
              const recurrence = `FREQ=DAILY;COUNT=${counts[n % 2]}`;
              await send(child, 'PATCH', `/events/${id}`, { title: recurrence, recurrence });
              done++;
            }
          })().catch((error: unknown) => {
            // A broken connection is what this test is about; anything else is a fault.
            if (!(error instanceof TypeError)) throw error;
          });
          await expect.poll(() => done, { interval: 1 + (round % 7) }).toBeGreaterThan(1 + (round % 3));
          await child.kill();
          await changing;
          expect(await place.check()).toBe('ok');
          const rows = await expectWhole(store, id);
          const master = await store.read({ table: event, where: is('id', id) });
          expect(master).toMatchObject({ title: `FREQ=DAILY;COUNT=${rows.length}` });
        }
      },
      repetitions(300_000),
    );

    test(
      `extends a series exactly once although it dies during the job, ${kills} times`,
      async () => {
        const id = await make({ ...soon(), recurrence: 'FREQ=DAILY' });
        for (let round = 0; round < kills; round++) {
          await shorten(store, id);
          const before = await countOf(store, id);
          // The job begins right after the start; each process dies at another number of rows.
          const running = await Promise.all(
            (engine.name === 'postgres' ? [1, 2] : [1]).map(() => startChild(place.settings)),
          );
          await expect.poll(() => countOf(store, id), { interval: 5 }).toBeGreaterThan(before + (round % 3) * 500);
          for (const child of running) await child.kill();
          expect(await place.check()).toBe('ok');
          await expectWhole(store, id);
          const last = await serveHere({ data: place.settings.ALMANAC_DATA ?? '', environment: place.settings });
          const now = new Date().toISOString().slice(0, 10);
          const end = plusMonths(`${now} 00:00:00`, 59).slice(0, 10);
          await last.runDue();
          await last.stop();
          const rows = await expectWhole(store, id);
          expect(String(rows.at(-1)?.start_date) > end).toBe(true);
        }
      },
      repetitions(300_000),
    );
  });
});

/** Tomorrow on the real clock. */
function soon(): Body {
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  return { start_date: `${day} 19:00:00`, end_date: `${day} 21:00:00` };
}

/** As if the series had last been extended years ago. */
async function shorten(store: Store, id: number): Promise<void> {
  await store.transact(async (writer) => {
    const rows = await rowsOf(store, id);
    const last = rows[9]?.original_start ?? '';
    await writer.remove(event, all(is('series', id), after('original_start', last)));
    await writer.update(event, id, { horizon: `${last.slice(0, 10)} 23:59:59` });
  });
}

/** From now on every date up to the horizon exists once; past ones may be of earlier rules. */
async function expectFuture(store: Store, id: number, now: string): Promise<void> {
  const master = (await store.read({ table: event, where: is('id', id) })) as EventRow | undefined;
  if (!master?.recurrence) throw new Error(`${id} is no series`);
  const isFuture = (start: string) => start > now;
  const dates = [...datesOf(master.recurrence, master.recurrence.start, { to: master.horizon })];
  const rows = (await rowsOf(store, id)).map(({ original_start }) => original_start);
  expect(rows.filter(isFuture)).toEqual(dates.map(({ start }) => start).filter(isFuture));
  expect(new Set(rows).size).toBe(rows.length);
  expect(master.horizon > plusMonths(now, 59)).toBe(true);
}
