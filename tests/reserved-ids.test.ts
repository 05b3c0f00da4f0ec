// Ids that an import brings along: the sequence never returns them, and it is never lowered.
import { expect, test } from 'vitest';
import { openEngine } from '../src/app.js';
import { venue } from '../src/models/venue/venue.js';
import { setSequences } from '../src/storage/copy/tables.js';
import { forEachEngine } from './harness/engines.js';
import { useWorld } from './harness/world.js';

forEachEngine((engine) => {
  const world = useWorld(engine);
  const take = (count: number) => world.store.transact((writer) => writer.takeIds(venue, count));
  const reserve = (...ids: number[]) => world.store.transact((writer) => writer.reserveIds(venue, ids));
  const setTo = async (value: number) => {
    const other = openEngine(world.config);
    await setSequences(other, new Map([['post', value]]));
    await other.close();
  };

  test('a sequence goes on above the largest reserved id', async () => {
    await reserve(5_000, 41, 4_999);
    expect(await take(2)).toEqual([5_001, 5_002]);
  });

  test('reserving a smaller id does not lower the sequence', async () => {
    const [last = 0] = await take(1);
    await reserve(last - 3);
    expect(await take(1)).toEqual([last + 1]);
  });

  test('ids taken while others are reserved are all different', async () => {
    const [start = 0] = await take(1);
    const results = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        await reserve(start + at * 50);
        return take(3);
      }),
    );
    const ids = results.flat();
    expect(new Set(ids).size).toBe(60);
    expect(await take(1)).toEqual([Math.max(...ids, start + 950) + 1]);
  });

  test('a preview reserves nothing, and predicts ids above the reserved ones', async () => {
    const [last = 0] = await take(1);
    const predicted = await world.store.preview(async (writer) => {
      await writer.reserveIds(venue, [last + 100]);
      return [...(await writer.takeIds(venue, 1)), ...(await writer.takeIds(venue, 2))];
    });
    expect(predicted).toEqual([last + 101, last + 102, last + 103]);
    expect(await take(1)).toEqual([last + 1]);
  });

  test('ids from 10,000,000 on do not raise the sequence, which later goes on above the highest of them', async () => {
    const [last = 0] = await take(1);
    await reserve(10_000_007, 10_000_030, 10_000_000);
    await reserve(10_000_012);
    expect(await take(1)).toEqual([last + 1]);
    await setTo(9_999_998);
    expect(await take(3)).toEqual([10_000_031, 10_000_032, 10_000_033]);
    expect(await take(1)).toEqual([10_000_034]);
  });
});
