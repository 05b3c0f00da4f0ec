// One line as an event: names of venues and categories are looked up as the caller may see them. What lines mean is tested in
// src/i18n/entry.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forEachEngine } from './harness/engines.js';
import { startWorld, type World } from './harness/world.js';

forEachEngine((engine) => {
  describe('an event in one line', () => {
    let world: World;
    let barn: number;
    let film: number;
    beforeAll(async () => {
      world = await startWorld(engine);
      barn = (await world.venue({ venue: 'Town Barn', city: 'Springfield' })).id;
      film = (await world.category({ name: 'Film Club', slug: 'film' })).id;
    });
    afterAll(() => world.stop());

    const read = (line: string, as: 'editor' | 'author' | 'contributor' = 'editor') =>
      world.get(`/events/entry?text=${encodeURIComponent(line)}`, { as });

    test('is understood with its venue and category', async () => {
      expect(await read('Film night 2027-05-07 8pm at Town Barn #film', 'contributor')).toEqual({
        title: 'Film night',
        date: { start_date: '2027-05-07 20:00:00', end_date: '2027-05-07 21:00:00', all_day: false },
        date_question: null,
        venues: [{ id: barn, name: 'Town Barn', city: 'Springfield' }],
        new_venue: '',
        title_with_venue: 'Film night at Town Barn',
        categories: [{ id: film, name: 'Film Club' }],
        unknown_categories: [],
      });
    });

    test('finds a category by its name, and reports unknown ones', async () => {
      const { categories, unknown_categories } = await read('Quiz #"film club" #chess');
      expect(categories).toEqual([{ id: film, name: 'Film Club' }]);
      expect(unknown_categories).toEqual(['chess']);
    });

    test('keeps words behind the venue in the title, and offers a new venue', async () => {
      expect(await read('Quiz at town barn with prizes')).toMatchObject({
        title: 'Quiz at town barn with prizes',
        venues: [],
      });
      expect(await read('Quiz at Town Barn with prizes')).toMatchObject({ title: 'Quiz with prizes', new_venue: '' });
      expect(await read('Quiz at Old Mill')).toMatchObject({
        title: 'Quiz',
        venues: [],
        new_venue: 'Old Mill',
        title_with_venue: 'Quiz at Old Mill',
      });
    });

    test('asks which venue is meant, and what is unclear', async () => {
      const other = await world.venue({ venue: 'Grange' });
      const same = await world.venue({ venue: 'Grange' });
      const { venues, date, date_question } = await read('Talk 05/06/2027 5pm at Grange');
      expect(venues).toEqual([other, same].map(({ id }) => ({ id, name: 'Grange', city: '' })));
      expect(date).toBeNull();
      expect(date_question).toMatchObject({ about: 'day', choices: [{}, {}] });
    });

    test('shows no venue that the caller may not see', async () => {
      const { id } = await world.venue({ venue: 'Secret Cellar', status: 'private' });
      expect((await read('Talk at Secret Cellar')).venues).toEqual([{ id, name: 'Secret Cellar', city: '' }]);
      expect(await read('Talk at Secret Cellar', 'contributor')).toMatchObject({
        venues: [],
        new_venue: 'Secret Cellar',
      });
    });

    test('is on the chosen day if it names none', async () => {
      const line = (text: string) => `/events/entry?date=2027-07-04&text=${encodeURIComponent(text)}`;
      const startOf = async (text: string) => (await world.get(line(text), { as: 'editor' })).date?.start_date;
      expect(await startOf('Quiz 8pm')).toBe('2027-07-04 20:00:00');
      expect(await startOf('Fair all day')).toBe('2027-07-04 00:00:00');
      expect(await startOf('Quiz 2027-07-09 8pm')).toBe('2027-07-09 20:00:00');
      expect(await startOf('Quiz')).toBeUndefined();
      const invalid = await world.ask('GET /events/entry?date=soonish&text=x', { as: 'editor' });
      expect(invalid.statusCode).toBe(400);
    });

    test('is read in the language of the request', async () => {
      const line = encodeURIComponent('Filmabend 7.5.2027 20 Uhr');
      const { body } = await world.ask(`GET /events/entry?text=${line}&i18n_language=de`, { as: 'editor' });
      expect(body).toMatchObject({ title: 'Filmabend', date: { start_date: '2027-05-07 20:00:00' } });
    });

    test('needs the right to write and a line of bounded length', async () => {
      expect((await world.ask('GET /events/entry?text=x')).statusCode).toBe(401);
      expect((await world.ask('GET /events/entry?text=x', { as: 'subscriber' })).statusCode).toBe(403);
      expect((await world.ask('GET /events/entry', { as: 'editor' })).statusCode).toBe(400);
      const long = await world.ask(`GET /events/entry?text=${'x'.repeat(301)}`, { as: 'editor' });
      expect(long.statusCode).toBe(400);
    });
  });
});
