// Every write says what it changed: the record before and after, and the records that were created with it.
import { describe, expect, test } from 'vitest';
import { contextOf } from '../src/app.js';
import { operator } from '../src/core/actor.js';
import { is } from '../src/core/condition.js';
import type { WriteContext } from '../src/core/context.js';
import { embedsOf } from '../src/core/embeds.js';
import type { Given } from '../src/core/field.js';
import type { Written } from '../src/core/model.js';
import { eventShape } from '../src/facades/events/event.js';
import { lookUpForModel, parse } from '../src/facades/parse.js';
import { readLocked } from '../src/operations/lock.js';
import { createEach, writesOf } from '../src/operations/write.js';
import { onOneEngine } from './harness/engines.js';
import { useWorld, word } from './harness/world.js';

const { model, fields } = eventShape;
const times = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 12:00:00' };

onOneEngine((engine) => {
  describe('a write', () => {
    const world = useWorld(engine);

    const written = <Result>(work: (context: WriteContext) => Promise<Result>): Promise<Result> =>
      world.store.transact((writer) => {
        const context = contextOf(world.config, world.store, operator);
        return work({ ...context, call: { ...context.call, now: world.clock.now }, store: writer });
      });
    const given = (context: WriteContext, input: Given, complete = true): Promise<Given> =>
      lookUpForModel(fields, parse(fields, input, context.call, complete), context);
    const stored = async (context: WriteContext, id: number) => {
      const embeds = embedsOf(model, operator, context);
      const row = await readLocked(context.store, model, id, () =>
        context.store.read({ table: model, where: is('id', id), embeds }),
      );
      if (!row) throw new Error(`there is no event ${id}`);
      return row;
    };
    const namesOf = (some: readonly Written[]) => some.map((one) => [one.model.name, one.after?.name]);

    test('returns the new record and the records created with it', async () => {
      const [venue, tag] = [word('Barn'), word('tag')];
      const one = await written(async (context) => {
        const input = { title: 'Fair', ...times, venue: { venue }, tags: [tag] };
        return writesOf(model).create(context, model, await given(context, input));
      });
      expect([one.model.name, one.before, one.after?.title]).toEqual(['event', undefined, 'Fair']);
      expect(namesOf(one.alsoWritten)).toEqual([
        ['venue', venue],
        ['tag', tag],
      ]);
      expect((await world.get(`/events/${one.id}`)).venue.id).toBe(one.alsoWritten[0]?.id);
    });

    test('returns the state before and after, for changes, trash and erasure', async () => {
      const { id } = await world.event({ title: 'Fair' });
      const [tag, writes] = [word('tag'), writesOf(model)];
      const changed = await written(async (context) =>
        writes.update(
          context,
          model,
          await stored(context, id),
          await given(context, { title: 'Market', tags: [tag] }, false),
        ),
      );
      expect([changed.before?.title, changed.after?.title]).toEqual(['Fair', 'Market']);
      expect(namesOf(changed.alsoWritten)).toEqual([['tag', tag]]);
      const trashed = await written(async (context) => writes.remove(context, model, await stored(context, id), {}));
      expect([trashed.before?.status, trashed.after?.status]).toEqual(['publish', 'trash']);
      const erased = await written(async (context) => writes.erase(context, model, await stored(context, id)));
      expect([erased.before?.status, erased.after]).toEqual(['trash', undefined]);
    });

    test('returns every record of a batch', async () => {
      const venue = word('Barn');
      const many = await written(async (context) => {
        const inputs = ['One', 'Two'].map((title) => ({ title, ...times, venue: { venue } }));
        return createEach(context, model, await Promise.all(inputs.map((input) => given(context, input))));
      });
      expect(many.map(({ after }) => after?.title)).toEqual(['One', 'Two']);
      expect(many.map(({ alsoWritten }) => namesOf(alsoWritten))).toEqual([[['venue', venue]], []]);
    });
  });
});
