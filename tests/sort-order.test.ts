// Lists sort by code points on every engine, whatever rules of a language the database has.
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { forEachEngine } from './harness/engines.js';
import { useWorld, word } from './harness/world.js';

forEachEngine((engine) => {
  describe('sorting', () => {
    const world = useWorld(engine);

    if (engine.name === 'postgres') {
      test('is tested in a database that sorts by the rules of a language', async () => {
        const client = new pg.Client(world.settings.ALMANAC_DATABASE_URL);
        await client.connect();
        try {
          // By code points, capital letters come first.
          const { rows } = await client.query(`select 'a' < 'B' as language, 'a' collate "C" < 'B' as points`);
          expect(rows).toEqual([{ language: true, points: false }]);
        } finally {
          await client.end();
        }
      });
    }

    test('titles sort without case and accents by code points, and equal ones by id', async () => {
      for (const title of ['B', 'a', 'A', 'é', 'b', '_y', '-x', '1', 'z', 'f']) await world.event({ title });
      const titles = async (order: string) => {
        const { events } = await world.get(`/events?orderby=title&order=${order}&per_page=50&start_date=2027-01-01`);
        return events.map(({ title }: { title: string }) => title);
      };
      const ascending = ['-x', '1', '_y', 'a', 'A', 'B', 'b', 'é', 'f', 'z'];
      expect(await titles('asc')).toEqual(ascending);
      expect(await titles('desc')).toEqual([...ascending].reverse());
    });

    test('descriptions sort by code points, capital letters first', async () => {
      for (const description of ['B', 'a', 'A', 'é', 'b', '_y', '-x', '1', 'É'])
        await world.tag({ name: word('Sorted '), description });
      const { tags } = await world.get('/tags?orderby=description&order=asc&hide_empty=false&per_page=50');
      expect(tags.map(({ description }: { description: string }) => description)).toEqual([
        ...['-x', '1', 'A', 'B', '_y', 'a', 'b', 'É', 'é'],
      ]);
    });
  });
});
