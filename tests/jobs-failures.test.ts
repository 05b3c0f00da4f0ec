// Jobs over many records: one that fails does not stop the others, and none is left out because there are many.
import { beforeEach, describe, expect, test } from 'vitest';
import { contextOf, openWithoutMigrating } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { operator } from '../src/core/actor.js';
import { is } from '../src/core/condition.js';
import { plusMonths, plusSeconds } from '../src/core/time/clock.js';
import type { Job } from '../src/jobs/job.js';
import { publishJob } from '../src/jobs/publish.js';
import { recurrenceJob } from '../src/jobs/recurrence.js';
import type { EventRow } from '../src/models/event/columns.js';
import { event } from '../src/models/event/event.js';
import { tag } from '../src/models/tag/tag.js';
import { checksOf } from '../src/storage/maintenance.js';
import { onOneEngine } from './harness/engines.js';
import { startOfWorld, useWorld } from './harness/world.js';

type Recurrence = NonNullable<EventRow['recurrence']>;

onOneEngine((engine) => {
  const world = useWorld(engine);
  beforeEach(() => {
    world.clock.now = startOfWorld;
  });
  const run = (job: Job) => {
    const { call, ...context } = contextOf(world.config, world.store, operator);
    const now = () => ({ ...call, now: world.clock.now });
    return job.run({ ...context, store: world.store, call: now, signal: new AbortController().signal });
  };

  test('one failing series does not keep the dates of all others from being added', async () => {
    const endless = () => world.event({ recurrence: 'FREQ=WEEKLY' });
    const [broken, good] = [await endless(), await endless()];
    const horizonOf = async (series: number) =>
      String((await world.store.read({ table: event, where: is('id', series) }))?.horizon);
    const [series, others] = [broken.id, good.id];
    const stored = await world.store.read({ table: event, where: is('id', series) });
    await world.store.transact((writer) => writer.update(event, series, { recurrence: {} as Recurrence }));
    world.clock.now = plusMonths(startOfWorld, 3);
    await expect(run(recurrenceJob)).rejects.toThrow(new RegExp(`^1 failed: series ${series}: `));
    expect((await horizonOf(others)) > plusMonths(startOfWorld, 61)).toBe(true);
    await world.store.transact((writer) =>
      writer.update(event, series, { recurrence: stored?.recurrence as Recurrence }),
    );
    await run(recurrenceJob);
    expect(await horizonOf(series)).toBe(await horizonOf(others));
  });

  test('a series in the trash gets its dates after it was restored', async () => {
    const made = await world.event({ recurrence: 'FREQ=WEEKLY' });
    const rows = () => world.store.count({ table: event, where: is('series', made.id) });
    const before = await rows();
    await world.ask(`DELETE /events/${made.id}`, { as: 'administrator' });
    world.clock.now = plusMonths(startOfWorld, 3);
    await run(recurrenceJob);
    expect(await rows()).toBe(before);
    await world.ask(`PATCH /events/${made.id}`, { as: 'administrator', body: { status: 'publish' } });
    await run(recurrenceJob);
    expect(await rows()).toBeGreaterThan(before);
  });

  test('a date beyond the horizon that exists is not added again', async () => {
    const made = await world.event({ recurrence: 'FREQ=WEEKLY' });
    const list = { table: event, where: is('series', made.id), order: [{ column: 'original_start' }], limit: 500 };
    const dates = async () => (await world.store.list(list)).map((row) => String(row.original_start));
    const before = await dates();
    const { length } = before;
    const last = await world.store.list({ ...list, order: [{ column: 'original_start', descending: true }], limit: 1 });
    await world.ask(`PATCH /events/${last[0]?.id}`, { as: 'administrator', body: { title: 'The last one' } });
    const horizon = `${before[length - 10]?.slice(0, 10)} 23:59:59`;
    await world.store.transact((writer) => writer.update(event, made.id, { horizon }));
    await run(recurrenceJob);
    expect(await dates()).toEqual(before);
  });

  test('a due record that fails is named', async () => {
    const due = plusSeconds(startOfWorld, 60);
    const bad = await world.event({ date_utc: due });
    await world.store.transact((writer) => writer.update(event, bad.id, { end_date: '2020-01-01 00:00:00' }));
    world.clock.now = due;
    await expect(run(publishJob)).rejects.toThrow(new RegExp(`^1 failed: event ${bad.id}: `));
  });

  describe('new languages', () => {
    /** More than any list of the job returns at once. */
    const count = 10_050;

    test('index all records that were changed during the switch', async () => {
      await world.send('PATCH /settings', { languages: ['en', 'fr'] });
      await world.runDue();
      const [first] = await world.store.transact(async (writer) => {
        const ids = await writer.takeIds(tag, count);
        const row = { slug: '', description: '', count: 0, version: 1, source: '', external_id: '', language: 'en' };
        for (let at = 0; at < count; at += 1_000)
          await writer.insertAll(
            tag,
            ids.slice(at, at + 1_000).map((id) => ({
              ...row,
              id,
              name: `Tag ${id}`,
              name_key: `tag ${id}`,
              translations: { fr: { name: `Mot ${id}` } },
              modified_utc: world.clock.now,
            })),
          );
        return ids;
      });
      expect(first).toBeGreaterThan(0);
      world.clock.now = plusSeconds(startOfWorld, 61);
      await world.runDue();
      const { engine: database, registry } = openWithoutMigrating(readConfig(world.settings));
      const [check] = checksOf(database, registry).filter(({ name }) => name === 'languages tags');
      expect(await check?.faults()).not.toContainEqual(expect.stringContaining('without a localized index row'));
      await database.close();
    });
  });
});
