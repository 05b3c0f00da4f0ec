// An editor saves while another process imports a page, moves vanished events to the trash or recomputes instants. The save is
// done at every moment between two statements about events: in either order it is never lost.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf, openDatabase } from '../src/app.js';
import { exportAll } from '../src/cli/export-all.js';
import { operator } from '../src/core/actor.js';
import { is } from '../src/core/condition.js';
import type { Store, Values } from '../src/core/store.js';
import { plusSeconds } from '../src/core/time/clock.js';
import { openImport } from '../src/imports/ndjson/import.js';
import { keepEvents } from '../src/imports/removal.js';
import { runImport } from '../src/imports/run.js';
import { readReserved, reserve } from '../src/imports/subscription.js';
import { timeZonesJob } from '../src/jobs/time-zones.js';
import { event } from '../src/models/event/event.js';
import { subscription } from '../src/models/subscription/subscription.js';
import { guardedRequest } from '../src/net/fetch.js';
import { forEachEngine } from './harness/engines.js';
import { pausedStore } from './harness/paused-store.js';
import { settled } from './harness/positions.js';
import { repetitions } from './harness/repetitions.js';
import { type Answered, type Body, useWorld, word } from './harness/world.js';

const rounds = repetitions(1);
const timeout = 60_000 + 30_000 * rounds;

const vevent = (uid: string, title: string, ...lines: readonly string[]): string =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTART:20271005T100000Z', 'DTEND:20271005T110000Z', `SUMMARY:${title}`, ...lines]
    .concat('END:VEVENT', '')
    .join('\r\n');
const calendar = (...events: readonly string[]): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`;

forEachEngine((engine) => {
  describe('an edit is kept', () => {
    const world = useWorld(engine);
    const isEmbedded = engine.name === 'embedded';
    let other: Store;
    let watcher: pg.Client | undefined;
    let content = '';
    const server = createServer((_, response) => void response.end(content));
    beforeAll(async () => {
      other = await openDatabase(world.config);
      const url = world.settings.ALMANAC_DATABASE_URL;
      if (url) watcher = new pg.Client(url);
      await watcher?.connect();
      await once(server.listen(0, '127.0.0.1'), 'listening');
    });
    afterAll(async () => {
      server.close();
      await watcher?.end();
      await other.close();
    });

    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

    /** Returns when the request is done, or waits for a lock of the paused process. */
    async function doneOrWaiting(request: Promise<unknown>): Promise<void> {
      let isDone = false;
      const done = request.finally(() => {
        isDone = true;
      });
      if (!watcher) return void (await done);
      while (!isDone && (await watcher.query(waiting)).rowCount === 0);
    }

    interface Case {
      /** The next content of the calendar, or the next state of the database. */
      readonly prepare: () => Promise<number>;
      readonly work: (store: Store) => Promise<void>;
      readonly edit: (id: number, at: number) => readonly [path: string, change: Body];
      /** What the record must show in the end. */
      readonly expected: (change: Body) => Body;
    }

    /** Runs the work once for every statement about events; the edit comes after this statement. Returns the lost ones. */
    async function lostOf({ prepare, work, edit, expected }: Case) {
      const lost: unknown[] = [];
      let edits = 0;
      for (let round = 0; round < rounds; round++) {
        for (let after = 1; ; after++) {
          const id = await prepare();
          const [path, change] = edit(id, after);
          let saved: ReturnType<typeof world.askAgain> | undefined;
          const { store, isPaused } = pausedStore(other, {
            table: event.table,
            after,
            outside: isEmbedded,
            meanwhile: async () => {
              saved = world.askAgain(`PATCH ${path}`, { as: 'editor', body: change });
              await doneOrWaiting(saved);
            },
          });
          await work(store);
          if (!isPaused()) break;
          edits++;
          expect((await saved)?.statusCode).toBe(200);
          const shown: Values = (await world.store.read({ table: event, where: is('id', id) })) ?? {};
          const wanted = expected(change);
          const isKept = Object.entries(wanted).every(([name, value]) => shown[name] === value);
          if (!isKept) lost.push({ after, wanted, shown: Object.keys(wanted).map((name) => shown[name]) });
        }
      }
      return { edits, lost };
    }

    const contextOver = (store: Store) => {
      const context = contextOf(world.config, store, operator);
      return { ...context, call: { ...context.call, now: world.clock.now } };
    };

    async function subscribe(): Promise<number> {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar.ics`;
      const body = { name: word('Town '), url, default_status: 'publish' };
      return (await world.send('POST /subscriptions', body, { as: 'editor' })).id;
    }
    async function read(id: number, store: Store): Promise<void> {
      const row = await reserve(other, id, world.clock.now, false);
      if (!row) throw new Error('the subscription is being read');
      const request = guardedRequest({ allow: (address) => address === '127.0.0.1' });
      await readReserved(row, { context: contextOver(store), store, request, now: () => world.clock.now });
    }
    const eventOf = async (source: number): Promise<number> => {
      const query = `source=subscription:${source}&status=any&start_date=2000-01-01&end_date=2100-01-01`;
      const { events } = await world.get(`/events?${query}`, { as: 'editor' });
      return (events as readonly Answered[])[0]?.id ?? 0;
    };

    const report = (what: string, { edits, lost }: { readonly edits: number; readonly lost: readonly unknown[] }) => {
      expect(edits, what).toBeGreaterThan(0);
      expect({ lost: lost.length, first: lost[0] }, `${what}: of ${edits} edits`).toEqual({ lost: 0 });
    };

    test(`beside the page of an import, ${rounds} times at every moment`, { timeout }, async () => {
      let source = 0;
      const found = await lostOf({
        prepare: async () => {
          source = await subscribe();
          content = calendar(vevent('one', 'First'));
          await read(source, other);
          content = calendar(vevent('one', 'Second'));
          return eventOf(source);
        },
        work: (store) => read(source, store),
        edit: (id, at) => [`/events/${id}`, { title: `Ours ${at}` }],
        expected: (change) => change,
      });
      report('import', found);
    });

    test(`beside the sweep of vanished events, ${rounds} times at every moment`, { timeout }, async () => {
      let source = 0;
      const found = await lostOf({
        prepare: async () => {
          source = await subscribe();
          content = calendar(vevent('one', 'First'));
          await read(source, other);
          const id = await eventOf(source);
          content = calendar();
          await read(source, other);
          return id;
        },
        work: (store) => read(source, store),
        edit: (id, at) => [`/events/${id}`, { title: `Ours ${at}`, website: `https://ours.example/${at}` }],
        expected: (change) => ({ ...change, status: 'trash' }),
      });
      report('sweep', found);
    });

    test(`beside the return of a vanished event, ${rounds} times at every moment`, { timeout }, async () => {
      let source = 0;
      const found = await lostOf({
        prepare: async () => {
          source = await subscribe();
          const one = calendar(vevent('one', 'First'));
          content = one;
          await read(source, other);
          const id = await eventOf(source);
          content = calendar();
          await read(source, other);
          await read(source, other);
          content = one;
          return id;
        },
        work: (store) => read(source, store),
        edit: (id, at) => [`/events/${id}`, { website: `https://ours.example/${at}` }],
        expected: (change) => ({ ...change, status: 'publish' }),
      });
      report('return', found);
    });

    test('of a subscription is read by one process, however long it takes', async () => {
      const id = await subscribe();
      const row = await reserve(other, id, world.clock.now, false);
      const later = plusSeconds(world.clock.now, 86_400);
      const request = { kind: 'subscription', name: 'Town', source: `subscription:${id}`, options: {} } as const;
      let again: unknown;
      await runImport(contextOver(other), other, request, async function* () {
        again = await reserve(other, id, later, false);
        yield { records: [], warnings: [], position: {} };
      });
      expect([row?.id, again]).toEqual([id, undefined]);
      expect(await reserve(other, id, later, false)).toMatchObject({ id });
    });

    // The embedded store has one writer at a time.
    test.skipIf(isEmbedded)(
      'that decides about vanished events, and a second decision at that moment is refused',
      async () => {
        const id = await subscribe();
        await other.transact((writer) => writer.update(subscription, id, { removal_events: 12 }));
        let second: ReturnType<typeof world.askAgain> | undefined;
        const { store } = pausedStore(other, {
          table: subscription.table,
          after: 1,
          meanwhile: async () => {
            second = world.askAgain(`POST /subscriptions/${id}/confirm-removal`, { as: 'editor' });
            await doneOrWaiting(second);
          },
        });
        await keepEvents(contextOver(store), store, id);
        expect((await second)?.body).toMatchObject({ code: 'rest_no_removal' });
      },
    );

    // The embedded store has one writer at a time.
    test.skipIf(isEmbedded)('as a whole, or replaced as a whole, beside the import of a complete export', async () => {
      const [{ id: own }, { id: chosen }] = [await world.category(), await world.category()];
      const { id } = await world.event({ title: 'First', categories: [own] });
      const lines: string[] = [];
      await exportAll(other, world.config, async (text) => void lines.push(String(text)), {});
      const request = { name: 'all', mode: 'upsert', batch: 500, stopOnError: 0, isDryRun: false } as const;
      const shown: unknown[] = [];
      for (let after = 1; ; after++) {
        await world.send(`PATCH /events/${id}`, { title: 'Second', categories: [own] });
        let saved: ReturnType<typeof world.askAgain> | undefined;
        const { store, isPaused } = pausedStore(other, {
          table: event.table,
          after,
          meanwhile: async () => {
            saved = world.askAgain(`PATCH /events/${id}`, {
              as: 'editor',
              body: { title: 'Edited', categories: [chosen] },
            });
            await doneOrWaiting(saved);
          },
        });
        const host = { store, currentContext: async () => contextOver(store) };
        const file = () => Readable.from(lines.map((line) => Buffer.from(line)));
        const { run } = await openImport(host, { ...request, force: true, resume: false }, file);
        await run(() => undefined);
        if (!isPaused()) break;
        expect((await saved)?.statusCode).toBe(200);
        const { title, categories } = await world.get(`/events/${id}`);
        shown.push([title, categories.map((category: Answered) => category.id)]);
      }
      for (const one of shown)
        expect([
          ['First', [own]],
          ['Edited', [chosen]],
        ]).toContainEqual(one);
      expect(shown).toContainEqual(['Edited', [chosen]]);
    });

    const recompute = async (store: Store, known = '2000a'): Promise<void> => {
      await other.transact((writer) => writer.setMeta('time-zones', known));
      const { call, ...context } = contextOver(store);
      await timeZonesJob.run({ ...context, store, call: () => call, signal: new AbortController().signal });
    };
    const wrong = { utc_start_date: '2027-07-06 08:00:00', utc_end_date: '2027-07-06 10:00:00' };
    const times = { start_date: '2027-07-06 10:00:00', end_date: '2027-07-06 12:00:00', timezone: 'Europe/Paris' };

    test(`beside the job that recomputes instants, ${rounds} times at every moment`, { timeout }, async () => {
      const found = await lostOf({
        prepare: async () => {
          const { id } = await world.event(times);
          await other.transact((writer) =>
            writer.update(event, id, { ...wrong, utc_start_date: '2027-07-06 07:00:00' }),
          );
          return id;
        },
        work: recompute,
        edit: (id) => [`/events/${id}`, { start_date: '2027-07-08 20:00:00', end_date: '2027-07-08 21:00:00' }],
        expected: (change) => ({ ...change, utc_start_date: '2027-07-08 18:00:00' }),
      });
      report('time zones', found);
    });

    test('followers get the events that the job has corrected', async () => {
      const { id } = await world.event(times);
      await other.transact((writer) => writer.update(event, id, { utc_start_date: '2027-07-06 07:00:00' }));
      await settled(other);
      const { next } = await world.get('/changes?since=now');
      await recompute(other);
      await settled(other);
      const { changes } = await world.get(`/changes?since=${next}`);
      expect(changes.map(({ event }: Answered) => event?.utc_start_date)).toContain('2027-07-06 08:00:00');
    });

    test('the job leaves events alone that a process with a newer time zone database recomputed', async () => {
      const { id } = await world.event(times);
      const stored = { utc_start_date: '2027-07-06 07:00:00' };
      await other.transact((writer) => writer.update(event, id, stored));
      await recompute(other, '9999a');
      expect(await world.store.read({ table: event, where: is('id', id) })).toMatchObject(stored);
      expect(await other.transact((writer) => writer.getMeta('time-zones'))).toBe('9999a');
    });

    test('the job leaves events alone whose zone this runtime does not know', async () => {
      const { id } = await world.event(times);
      const stored = { timezone: 'Europe/Newtown', utc_start_date: '2027-07-06 07:00:00' };
      await other.transact((writer) => writer.update(event, id, stored));
      await recompute(other);
      expect(await world.store.read({ table: event, where: is('id', id) })).toMatchObject(stored);
    });

    test(`of a series beside that job, ${rounds} times at every moment`, { timeout }, async () => {
      let series = 0;
      const found = await lostOf({
        prepare: async () => {
          ({ id: series } = await world.event({ ...times, recurrence: 'FREQ=WEEKLY;COUNT=3' }));
          const { events } = await world.get(`/events?occurrence_of=${series}`);
          const [first] = events as readonly Answered[];
          await other.transact((writer) =>
            writer.update(event, first?.id ?? 0, { ...wrong, utc_start_date: '2027-07-06 07:00:00' }),
          );
          return first?.id ?? 0;
        },
        work: recompute,
        edit: (id) => [
          `/events/${id}`,
          { scope: 'all', start_date: '2027-07-06 20:00:00', end_date: '2027-07-06 21:00:00' },
        ],
        expected: ({ scope: _, ...change }) => ({ ...change, utc_start_date: '2027-07-06 18:00:00' }),
      });
      report('time zones of a series', found);
    });
  });
});
