// One request is one transaction: a failure changes nothing. Terms of events, their tree and their counts.
import { describe, expect, test } from 'vitest';
import { expectRefusal } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { type Answered, type Body, useWorld, word } from './harness/world.js';

const invalid = (...params: string[]) => ({ statusCode: 400, code: 'rest_invalid_param', params });
const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };
const idsOf = (items: readonly Answered[]) => items.map(({ id }) => id);

forEachEngine((engine) => {
  const world = useWorld(engine);

  async function everything(): Promise<Body> {
    const lists: Record<string, unknown> = {};
    for (const path of ['events', 'venues', 'organizers', 'categories', 'tags']) {
      const status = ['categories', 'tags'].includes(path) ? 'hide_empty=false' : 'status=any';
      const list = await world.get(`/${path}?per_page=100&context=edit&${status}`, { as: 'administrator' });
      lists[path] = list[path];
    }
    return lists;
  }

  describe('a request that fails', () => {
    const mark = word('rolled');
    const failing: readonly (readonly [string, Body, number])[] = [
      ['a tag that may not be made', { venue: { venue: mark }, categories: [mark], tags: [mark] }, 403],
      ['an end before the start', { venue: { venue: mark }, categories: [mark], end_date: '2020-01-01' }, 400],
      ['an unknown organizer', { venue: { venue: mark }, organizer: [{ organizer: mark }, 999_999] }, 400],
      ['another author', { venue: { venue: mark }, author: 1 }, 403],
      ['an unknown parent', { venue: { venue: mark }, categories: [mark], parent: 999_999 }, 400],
      ['a wrong website of the venue', { organizer: { organizer: mark }, venue: { venue: mark, website: 'x' } }, 400],
      ['a date outside the years', { venue: { venue: mark }, date_utc: '9999-12-31 23:59:59 -12:00' }, 400],
    ];

    test.each(failing)('by %s leaves nothing behind when creating', async (_, body, statusCode) => {
      await world.event({}, { as: 'author' });
      const before = await everything();
      const reply = await world.ask('POST /events', { as: 'author', body: { title: mark, ...times, ...body } });
      expect(reply.statusCode, reply.text).toBe(statusCode);
      expect(await everything()).toEqual(before);
    });

    test.each(failing)('by %s leaves nothing behind when updating', async (_, body, statusCode) => {
      const known = await world.category();
      const { id } = await world.event({ categories: [known.id] }, { as: 'author' });
      const before = await everything();
      const reply = await world.ask(`PATCH /events/${id}`, { as: 'author', body: { title: mark, ...body } });
      expect(reply.statusCode, reply.text).toBe(statusCode);
      expect(await everything()).toEqual(before);
    });
  });

  describe('terms of an event', () => {
    test('are given by id, slug or name, found once, and made when unknown', async () => {
      const known = await world.category({ name: `Été ${word()}`, slug: word('summer-') });
      for (const value of [known.id, String(known.id), known.slug, known.name, known.name.toUpperCase(), [known.id]]) {
        expect(idsOf((await world.event({ categories: value })).categories)).toEqual([known.id]);
      }
      const same = await world.event({ categories: [known.id, known.slug, known.name, ` ${known.name} `, ''] });
      expect(idsOf(same.categories)).toEqual([known.id]);
      const name = word('Brand ');
      const made = await world.event({ tags: `${name}, ${name.toUpperCase()}` });
      expect(made.tags.map((term: Answered) => term.name)).toEqual([name]);
      expect(idsOf((await world.event({ tags: [name.toLowerCase()] })).tags)).toEqual(idsOf(made.tags));
    });

    test('come sorted by name and are cleared by an empty list or text', async () => {
      const names = ['b', 'Á', 'c'].map((letter) => `${letter} ${word()}`);
      const event = await world.event({ tags: names });
      expect(event.tags.map(({ name }: Answered) => name)).toEqual([names[1], names[0], names[2]]);
      expect((await world.send(`PATCH /events/${event.id}`, { tags: [] })).tags).toEqual([]);
      await world.send(`PATCH /events/${event.id}`, { tags: names[0] });
      expect((await world.send(`PATCH /events/${event.id}`, { tags: '' })).tags).toEqual([]);
    });

    test.each([true, {}, { a: 'b' }, [[1]], [true], ['x'.repeat(201)], ['<b></b>']])(
      '%j is refused',
      async (categories) => {
        const reply = await world.ask('POST /events', { as: 'editor', body: { title: 'T', ...times, categories } });
        expectRefusal(reply, invalid('categories'));
      },
    );
  });

  describe('new records inside an event', () => {
    test.each(['native', 'dropin'] as const)('that are named twice are created once on the %s mount', async (on) => {
      const [organizer, venue] = [word('Twice '), word('Twice ')];
      const event = await world.event(
        { organizer: [{ organizer }, { organizer: organizer.toUpperCase() }], venue: [{ venue }, { venue }] },
        { on },
      );
      expect([event.organizer.length, event.venue.venue]).toEqual([1, venue]);
      expect((await world.get(`/organizers?search=${encodeURIComponent(organizer)}`)).total).toBe(1);
      expect((await world.get(`/venues?search=${encodeURIComponent(venue)}`)).total).toBe(1);
    });
  });

  describe('counts of terms', () => {
    test.each(['category', 'tag'] as const)('of a %s are right after every change', async (kind) => {
      const [field, path] = kind === 'category' ? ['categories', 'categories'] : ['tags', 'tags'];
      const [a, b] = [await world[kind](), await world[kind]()];
      const counts = async () => [
        (await world.get(`/${path}/${a.id}`)).count,
        (await world.get(`/${path}/${b.id}`)).count,
      ];
      const event = await world.event({ [field]: [a.id] });
      const patch = (body: Body) => world.send(`PATCH /events/${event.id}`, body);
      const steps: readonly (readonly [string, () => Promise<unknown>, readonly number[]])[] = [
        ['created', async () => undefined, [1, 0]],
        ['another', () => world.event({ [field]: [a.id, b.id] }), [2, 1]],
        ['relinked', () => patch({ [field]: [b.id] }), [1, 2]],
        ['both', () => patch({ [field]: [a.id, b.id, a.id] }), [2, 2]],
        ['untouched', () => patch({ cost: '5' }), [2, 2]],
        ['drafted', () => patch({ status: 'draft' }), [1, 1]],
        ['relinked as a draft', () => patch({ [field]: [b.id] }), [1, 1]],
        ['published', () => patch({ status: 'publish' }), [1, 2]],
        ['private', () => patch({ status: 'private' }), [1, 1]],
        ['private and relinked', () => patch({ status: 'publish', [field]: [a.id] }), [2, 1]],
        ['set ahead', () => patch({ date: '2030-01-01' }), [1, 1]],
        ['set back', () => patch({ date: '2020-01-01' }), [2, 1]],
        ['removed', () => world.send(`DELETE /events/${event.id}`, {}), [1, 1]],
        ['changed in the trash', () => patch({ [field]: [a.id, b.id] }), [1, 1]],
        ['restored', () => patch({ status: 'publish' }), [2, 2]],
        ['trashed by status', () => patch({ status: 'trash' }), [1, 1]],
        ['restored as pending', () => patch({ status: 'pending' }), [1, 1]],
        ['cleared', () => patch({ [field]: [] }), [1, 1]],
      ];
      for (const [name, step, wanted] of steps) {
        await step();
        expect([name, await counts()]).toEqual([name, wanted]);
      }
      const listed = await world.get(`/${path}?include=${a.id},${b.id}`);
      expect(listed[path].map(({ count }: Answered) => count)).toEqual([1, 1]);
    });

    test('a removed term leaves its events', async () => {
      const [category, other] = [await world.category(), await world.category()];
      const { id } = await world.event({ categories: [category.id, other.id] });
      await world.send(`DELETE /categories/${category.id}`, {});
      expect(idsOf((await world.get(`/events/${id}`)).categories)).toEqual([other.id]);
      expect((await world.get(`/categories/${other.id}`)).count).toBe(1);
    });
  });

  describe('the tree of categories', () => {
    const tree = async () => {
      const top = await world.category();
      const middle = await world.category({ parent: top.id });
      const leaf = await world.category({ parent: middle.id });
      return { top, middle, leaf };
    };
    const page = (...terms: readonly Answered[]) =>
      `https://calendar.example/events/category/${terms.map(({ slug }) => slug).join('/')}/`;

    test('is part of the URLs, and moves with a category', async () => {
      const { top, middle, leaf } = await tree();
      expect(leaf.url).toBe(page(top, middle, leaf));
      const other = await world.category();
      await world.send(`PATCH /categories/${middle.id}`, { parent: other.id });
      expect((await world.get(`/categories/${leaf.id}`)).url).toBe(page(other, middle, leaf));
      const slug = word('moved-');
      await world.send(`PATCH /categories/${middle.id}`, { parent: 0, slug });
      const moved = await world.get(`/categories/${middle.id}`);
      expect([moved.parent, moved.slug, moved.url, moved.urls.up]).toEqual([0, slug, page(moved), undefined]);
      expect((await world.get(`/categories/${leaf.id}`)).url).toBe(page(moved, leaf));
    });

    test('has no loops', async () => {
      const { top, middle, leaf } = await tree();
      for (const parent of [top.id, middle.id, leaf.id]) {
        const reply = await world.ask(`PATCH /categories/${top.id}`, { as: 'editor', body: { parent } });
        expectRefusal(reply, invalid('parent'));
      }
      expect((await world.get(`/categories/${top.id}`)).parent).toBe(0);
    });

    test('moves children up when a category is removed', async () => {
      const { top, middle, leaf } = await tree();
      await world.send(`DELETE /categories/${middle.id}`, {});
      const moved = await world.get(`/categories/${leaf.id}`);
      expect([moved.parent, moved.url]).toEqual([top.id, page(top, leaf)]);
      await world.send(`DELETE /categories/${top.id}`, {});
      const alone = await world.get(`/categories/${leaf.id}`);
      expect([alone.parent, alone.url]).toEqual([0, page(leaf)]);
    });

    test('filters follow a moved category', async () => {
      const { top, middle, leaf } = await tree();
      const event = await world.event({ categories: [leaf.id] });
      const found = async (id: number) => (await world.get(`/events?categories=${id}`)).total;
      expect(await found(top.id)).toBe(1);
      await world.send(`PATCH /categories/${middle.id}`, { parent: 0 });
      expect([await found(top.id), await found(middle.id), await found(leaf.id)]).toEqual([0, 1, 1]);
      expect(event.categories).toHaveLength(1);
    });

    test('works in any script', async () => {
      const above = await world.category({ name: `東京 ${word()}` });
      const below = await world.category({ name: `大阪 100%_ ${word()}`, parent: above.id });
      const { id } = await world.event({ categories: [below.id] });
      expect(below.url).toBe(page(above, below));
      for (const given of [above.id, above.slug, below.slug]) {
        const list = await world.get(`/events?categories=${encodeURIComponent(given)}`);
        expect(idsOf(list.events)).toEqual([id]);
      }
    });

    test('an emptied slug is generated again and unique', async () => {
      const { top, middle } = await tree();
      const name = word('Same ');
      const first = await world.category({ name, parent: top.id });
      const second = await world.category({ name, parent: middle.id, slug: word('own-') });
      const emptied = await world.send(`PATCH /categories/${second.id}`, { slug: '' });
      expect(emptied.slug.startsWith(first.slug)).toBe(true);
      expect(emptied.slug).not.toBe(first.slug);
    });

    test('allows equal names under different parents only', async () => {
      const { top, middle } = await tree();
      const name = word('Twin ');
      const first = await world.category({ name, parent: top.id });
      const second = await world.category({ name, parent: middle.id });
      expect([second.name, second.slug]).toEqual([name, `${first.slug}-${middle.slug}`]);
      const reply = await world.ask('POST /categories', {
        as: 'editor',
        body: { name: name.toUpperCase(), parent: top.id },
      });
      expectRefusal(reply, { statusCode: 400, code: 'term_exists' });
      expect(reply.body.data.term_id).toBe(first.id);
    });
  });

  describe('terms by themselves', () => {
    test.each(['categories', 'tags'])('%s: blank, overlong and taken names and slugs are refused', async (path) => {
      const [a, b] = [
        await world.send(`POST /${path}`, { name: word('A ') }),
        await world.send(`POST /${path}`, { name: word('B ') }),
      ];
      for (const name of ['', '  ', '0', '<i> </i>', 'x'.repeat(201)]) {
        expectRefusal(await world.ask(`POST /${path}`, { as: 'editor', body: { name } }), invalid('name'));
        expectRefusal(await world.ask(`PATCH /${path}/${a.id}`, { as: 'editor', body: { name } }), invalid('name'));
      }
      const twin = await world.ask(`POST /${path}`, { as: 'editor', body: { name: a.name.toUpperCase() } });
      expectRefusal(twin, { statusCode: 400, code: 'term_exists' });
      expect(twin.body.data).toEqual({ status: 400, term_id: a.id });
      const numbered = await world.send(`POST /${path}`, { name: word('C '), slug: a.slug });
      expect(numbered.slug).toBe(`${a.slug}-2`);
      const taken = await world.ask(`PATCH /${path}/${b.id}`, { as: 'editor', body: { slug: a.slug } });
      expectRefusal(taken, invalid('slug'));
      expect((await world.send(`PATCH /${path}/${b.id}`, { name: a.name })).name).toBe(a.name);
    });

    test('a tag has no parent', async () => {
      const category = await world.category();
      const reply = await world.ask('POST /tags', { as: 'editor', body: { name: word(), parent: category.id } });
      expectRefusal(reply, { statusCode: 400, code: 'rest_taxonomy_not_hierarchical' });
    });

    test('80 events with one new tag at once make one tag', async () => {
      const name = word('Rush ');
      const replies = await Promise.all(
        Array.from({ length: 80 }, (_, n) =>
          world.askAgain('POST /events', { as: 'editor', body: { title: `Rush ${n}`, ...times, tags: [name] } }),
        ),
      );
      expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
      const found = await world.get(`/tags?search=${encodeURIComponent(name)}`);
      expect(found.tags.map(({ count }: Answered) => count)).toEqual([80]);
    });
  });

  describe('concurrent requests', () => {
    const together = <T>(count: number, work: (n: number) => Promise<T>) =>
      Promise.all(Array.from({ length: count }, (_, n) => work(n)));
    const tally = (replies: readonly { statusCode: number }[]) =>
      Object.fromEntries(
        [...new Set(replies.map(({ statusCode }) => statusCode))].map((statusCode) => [
          statusCode,
          replies.filter((reply) => reply.statusCode === statusCode).length,
        ]),
      );

    test('one of many changes to the same version succeeds', async () => {
      const { id } = await world.venue();
      const tag = (await world.ask(`GET /venues/${id}`)).headers.get('etag') ?? '';
      const replies = await together(20, (n) =>
        world.askAgain(`PATCH /venues/${id}`, { as: 'editor', body: { phone: `${n}` }, headers: { 'if-match': tag } }),
      );
      expect(tally(replies)).toEqual({ 200: 1, 412: 19 });
      const [won] = replies.filter(({ statusCode }) => statusCode === 200);
      expect((await world.get(`/venues/${id}`)).phone).toBe(won?.body.phone);
    });

    test('concurrent creates of one venue on the drop-in mount create it once', async () => {
      const venue = word('Known ');
      const replies = await together(20, () =>
        world.askAgain('POST /venues', { as: 'author', on: 'dropin', body: { venue } }),
      );
      expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    });

    test('concurrent creates of one term create it once', async () => {
      const name = word('Twin ');
      const replies = await together(20, () => world.askAgain('POST /categories', { as: 'editor', body: { name } }));
      expect(tally(replies)).toEqual({ 201: 1, 400: 19 });
    });

    test('changes to different fields of one record are all kept', async () => {
      const { id } = await world.venue();
      const fields = ['address', 'city', 'country', 'province', 'zip', 'phone'];
      await together(fields.length, (n) => world.send(`PATCH /venues/${id}`, { [fields[n] ?? '']: `new ${n}` }));
      const read = await world.get(`/venues/${id}`);
      expect(fields.map((name) => read[name])).toEqual(fields.map((_, n) => `new ${n}`));
    });

    test('concurrent deletes succeed once', async () => {
      const { id } = await world.event();
      const replies = await together(10, () => world.askAgain(`DELETE /events/${id}`, { as: 'editor' }));
      expect(tally(replies)).toEqual({ 200: 1, 410: 9 });
      const tag = await world.tag();
      const terms = await together(10, () => world.askAgain(`DELETE /tags/${tag.id}`, { as: 'editor' }));
      expect(tally(terms)).toEqual({ 200: 1, 404: 9 });
    });

    test('readers see a change completely or not at all', async () => {
      const { id } = await world.event({ title: 'Pair 0', cost: '0.00', tags: ['pair'], excerpt: 'Pair 0' });
      const writing = (async () => {
        for (let n = 1; n <= 20; n++)
          await world.send(`PATCH /events/${id}`, { title: `Pair ${n}`, excerpt: `Pair ${n}` });
      })();
      const reading = together(60, async () => {
        const read = await world.get(`/events/${id}`);
        expect(read.excerpt).toBe(`<p>${read.title}</p>`);
      });
      await Promise.all([writing, reading]);
    });
  });
});
