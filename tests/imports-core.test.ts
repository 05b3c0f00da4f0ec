// Incoming records: created once, updated when their source changes, and left alone when someone changed them here.
import { describe, expect, test } from 'vitest';
import { contextWithSettings } from '../src/app.js';
import { operator } from '../src/core/actor.js';
import type { Given } from '../src/core/field.js';
import type { Incoming, IncomingPage } from '../src/imports/incoming.js';
import { leaseMs, type Owner, SourceBusy, takeLease } from '../src/imports/lease.js';
import { type ImportRequest, runImport } from '../src/imports/run.js';
import type { ImportRow } from '../src/imports/tables.js';
import { onOneEngine } from './harness/engines.js';
import { useWorld } from './harness/world.js';

const fair: Incoming = {
  resource: 'event',
  externalId: 'event:1',
  fields: { title: 'Fair', start_date: '2027-07-01 10:00', end_date: '2027-07-01 12:00' },
  references: { venue: ['venue:1'] },
  place: 'line 1',
};
const barn: Incoming = { resource: 'venue', externalId: 'venue:1', fields: { venue: 'Barn' }, place: 'line 2' };

const withTitle = (title: string, more: Partial<Incoming> = {}): Incoming => ({
  ...fair,
  ...more,
  fields: { ...fair.fields, title },
});

const page = (position: number, ...records: readonly Incoming[]): IncomingPage => ({
  records,
  warnings: [],
  position: { page: position },
});

onOneEngine((engine) => {
  const world = useWorld(engine);

  const run = async (
    pages: readonly IncomingPage[],
    source: string,
    more: Partial<ImportRequest> = {},
    store = world.store,
  ): Promise<ImportRow> => {
    const { config } = world;
    const opened = await contextWithSettings(config, store, operator);
    const context = { ...opened, call: { ...opened.call, now: world.clock.now } };
    const request: ImportRequest = { kind: 'csv', name: 'x.csv', source, options: {}, ...more };
    return runImport(context, store, request, async function* ({ page: from = 0 }: Given) {
      for (const one of pages) if (Number(one.position.page) > Number(from)) yield one;
    });
  };
  const eventsOf = async (source: string) =>
    (await world.get(`/events?source=${source}&status=any&start_date=2000-01-01&end_date=2100-01-01`, { as: 'editor' }))
      .events as Given[];

  test('an import that lost its database goes on at once when it is started again', async () => {
    const lost = new Error('the database is away');
    const pages = [page(1, withTitle('First')), page(2, withTitle('Second', { externalId: 'event:2' }))];
    let isAway = false;
    const store: typeof world.store = {
      ...world.store,
      transact: (...given) => (isAway ? Promise.reject(lost) : world.store.transact(...given)),
    };
    const more = {
      resume: true,
      onApplied: () => {
        isAway = true;
      },
    };
    await expect(run(pages, 'away', more, store)).rejects.toThrow(lost);
    const again = await run(pages, 'away', { resume: true });
    expect([again.state, again.report.counts.event?.created]).toEqual(['finished', 2]);
  });

  test('hashes the passwords of events before the transaction that writes them', async () => {
    const { secrets, ...opened } = await contextWithSettings(world.config, world.store, operator);
    let isInside = false;
    const store: typeof world.store = {
      ...world.store,
      transact: (work, options) =>
        world.store.transact(async (writer) => {
          isInside = true;
          return work(writer).finally(() => {
            isInside = false;
          });
        }, options),
    };
    const hashed: [string, boolean][] = [];
    const hash = (text: string) => {
      hashed.push([text, isInside]);
      return secrets.hash(text);
    };
    const one = { ...fair, references: {}, fields: { ...fair.fields, password: '2027' } };
    const other = { ...fair, references: {}, externalId: 'event:2', ifEmpty: { password: 'hidden' } };
    const context = { ...opened, secrets: { ...secrets, hash } };
    const row = await runImport(
      context,
      store,
      { kind: 'csv', name: '', source: 'pw', options: {} },
      async function* () {
        yield page(1, one, other);
      },
    );
    expect(row.report.counts.event?.created).toBe(2);
    expect(hashed.sort()).toEqual([
      ['2027', false],
      ['hidden', false],
    ]);
    for (const [at, password] of ['2027', 'hidden'].entries()) {
      const { id } = (await eventsOf('pw')).find((found) => found.external_id === `event:${at + 1}`) ?? {};
      expect((await world.ask(`GET /events/${id}?password=${password}`)).statusCode).toBe(200);
      expect((await world.ask(`GET /events/${id}?password=none`)).statusCode).not.toBe(200);
    }
  });

  test('a password for events without one does not replace the password that somebody set here', async () => {
    const protects = { references: {}, ifEmpty: { password: 'hidden' } };
    await run([page(1, withTitle('Fair', protects))], 'kept');
    const [{ id } = {}] = await eventsOf('kept');
    await world.send(`PATCH /events/${id}`, { password: 'ours' });
    await run([page(1, withTitle('Fair again', protects))], 'kept');
    const statusWith = async (password: string) =>
      (await world.ask(`GET /events/${id}?password=${password}`)).statusCode;
    expect(await statusWith('ours')).toBe(200);
    expect(await statusWith('hidden')).not.toBe(200);
  });

  test('a lease that ended is taken over, and its first owner neither renews nor ends the new one', async () => {
    const [one, other] = [1, 2].map((pid) => ({ host: 'elsewhere', pid, token: `token ${pid}` }));
    if (!one || !other) throw new TypeError('there are two owners');
    let now = 0;
    const take = (owner: Owner) =>
      takeLease(
        world.store,
        'site',
        owner,
        () => false,
        () => now,
      );
    const first = await take(one);
    await expect(take(other)).rejects.toThrow(SourceBusy);
    now += leaseMs;
    const second = await take(other);
    await expect(first.renew()).rejects.toThrow(SourceBusy);
    await first.release();
    await expect(take(one)).rejects.toThrow(SourceBusy);
    await second.release();
    await take(one);
  });

  describe('an import', () => {
    test('creates records with their links once, and updates those that changed', async () => {
      const first = await run([page(1, barn), page(2, fair)], 'once');
      expect(first.report.counts).toMatchObject({ venue: { created: 1 }, event: { created: 1 } });
      const again = await run([page(1, barn, fair)], 'once');
      expect(again.report.counts).toMatchObject({ venue: { same: 1, created: 0 }, event: { same: 1, created: 0 } });
      const changed = await run([page(1, barn, withTitle('Great fair'))], 'once');
      expect(changed.report.counts).toMatchObject({ venue: { same: 1 }, event: { updated: 1 } });
      const [event, ...others] = await eventsOf('once');
      expect(others).toEqual([]);
      expect(event).toMatchObject({ title: 'Great fair', venue: { venue: 'Barn' }, external_id: 'event:1' });
    });

    test('leaves a record alone that someone changed here, unless it overwrites', async () => {
      await run([page(1, barn, fair)], 'edited');
      const [event] = await eventsOf('edited');
      await world.send(`PATCH /events/${event?.id}`, { title: 'Our fair' }, { as: 'editor' });
      const skipped = await run([page(1, withTitle('Their fair'))], 'edited');
      expect(skipped.report).toMatchObject({
        counts: { event: { skipped: 1 } },
        warnings: { 'changed here': { count: 1 } },
      });
      expect((await eventsOf('edited'))[0]?.title).toBe('Our fair');
      await run([page(1, withTitle('Their fair'))], 'edited', { overwrite: true });
      expect((await eventsOf('edited'))[0]?.title).toBe('Their fair');
    });

    test('updates a record whose status an editor decided on', async () => {
      await run([page(1, { ...fair, initial: { status: 'pending' } })], 'reviewed');
      const [event] = await eventsOf('reviewed');
      expect(event?.status).toBe('pending');
      await world.send(`PATCH /events/${event?.id}`, { status: 'publish' }, { as: 'editor' });
      await run([page(1, withTitle('New title', { initial: { status: 'pending' } }))], 'reviewed');
      expect((await eventsOf('reviewed'))[0]).toMatchObject({ title: 'New title', status: 'publish' });
    });

    test('reports faults with their place, and writes the other records of the page', async () => {
      const wrong = {
        ...fair,
        externalId: 'event:2',
        place: 'line 7',
        fields: { ...fair.fields, end_date: '2027-06-01' },
      };
      const untitled = { ...fair, externalId: 'event:3', fields: { start_date: '2027-07-01' }, place: 'line 8' };
      const { report } = await run([page(1, barn, wrong, fair, untitled)], 'faulty');
      expect(report.counts).toMatchObject({ event: { created: 1, failed: 2 } });
      expect(report.warnings.invalid?.examples.map(({ place }) => place).toSorted()).toEqual(['line 7', 'line 8']);
      expect(await eventsOf('faulty')).toHaveLength(1);
    });

    test('goes on behind its last page after an interruption', async () => {
      const stop = new AbortController();
      const pages = [page(1, barn), page(2, fair), page(3, withTitle('Second', { externalId: 'event:2' }))];
      const resume = true;
      await run(pages, 'resumed', { resume, signal: stop.signal, onApplied: () => stop.abort() });
      const finished = await run(pages, 'resumed', { resume });
      expect(finished.report.counts).toMatchObject({ venue: { created: 1 }, event: { created: 2 } });
      expect(finished.state).toBe('finished');
      expect(await eventsOf('resumed')).toHaveLength(2);
    });

    test('as a dry run reports the same and writes nothing', async () => {
      const pages = [page(1, barn), page(2, fair)];
      const dry = await run(pages, 'dry', { isDryRun: true });
      expect(await eventsOf('dry')).toEqual([]);
      const real = await run(pages, 'dry');
      expect(dry.report).toEqual(real.report);
    });

    test('creates records under their IDs, and reports those that are taken', async () => {
      const { id } = await world.event();
      const wanted = [withTitle('Kept', { id: 900_001 }), withTitle('Taken', { id, externalId: 'event:2' })];
      const { report } = await run([page(1, ...wanted)], 'ids');
      expect(report.warnings['ID taken']?.count).toBe(1);
      const events = await eventsOf('ids');
      expect(events.find(({ title }) => title === 'Kept')?.id).toBe(900_001);
      expect(events.find(({ title }) => title === 'Taken')?.id).not.toBe(id);
    });
  });
});
