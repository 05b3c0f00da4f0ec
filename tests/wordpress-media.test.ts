// wp/v2/media: filters, paging and visibility, there and on the native mount.
import { describe, expect, test } from 'vitest';
import { roles } from '../src/core/actor.js';
import { expectRefusal, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { drawn, png, stored, upload } from './harness/pictures.js';
import { type Answered, baseUrl, useWorld, word } from './harness/world.js';

const at = '//wp-json/wp/v2/media';
const writers: readonly Who[] = ['administrator', 'editor', 'author', 'contributor'];
const readers: readonly Who[] = ['anonymous', 'subscriber'];

onOneEngine((engine) => {
  const world = useWorld(engine);
  const ask = (query: string, as: Who = 'editor') => world.ask(`GET ${at}${query}`, { as });
  const idsOf = async (query: string, as?: Who): Promise<readonly number[]> => {
    const { statusCode, body, text } = await ask(query, as);
    expect(statusCode, text).toBe(200);
    return body.map(({ id }: { id: number }) => id);
  };
  const refused = (params: readonly string[]) => ({ statusCode: 400, code: 'rest_invalid_param', params });

  describe('filters', () => {
    test('a slug finds its image and no other', async () => {
      const stem = word('slug');
      const first = await stored(world, undefined, { query: `?title=${stem}` });
      const second = await stored(world, undefined, { query: `?title=${stem}` });
      expect(await idsOf(`?slug=${stem}`)).toEqual([first.id]);
      expect(await idsOf(`?slug[]=${stem}-2&slug[]=${stem}`)).toEqual([second.id, first.id]);
      expect(await idsOf('?slug=no-such-picture')).toEqual([]);
      expect(await idsOf('?slug=')).toEqual([]);
      expect((await ask(`/${second.id}`)).body.slug).toBe(`${stem}-2`);
    });

    test('a slug stays when the title changes, and can be given', async () => {
      const stem = word('given');
      const { id } = await stored(world, undefined, { query: `?title=${stem}` });
      const change = (body: object) => world.ask(`POST ${at}/${id}`, { as: 'author', body });
      expect((await change({ title: 'Another' })).body.slug).toBe(stem);
      expect((await change({ slug: `${stem} New` })).body.slug).toBe(`${stem}-new`);
      expect(await idsOf(`?slug=${stem}-new`)).toEqual([id]);
      expect(await idsOf(`?slug=${stem}`)).toEqual([]);
    });

    test('ids, people, dates, types and use', async () => {
      const stem = word('lib');
      const send = async (moment: string, end: string, as: Who, type = 'image/png') => {
        world.clock.now = moment;
        const bytes = type === 'image/png' ? await png(40, 30) : await drawn(40, 30).jpeg().toBuffer();
        return stored(world, bytes, { as, type, query: `?title=${stem}-${end}` });
      };
      const a = await send('2027-06-16 10:00:00', 'z', 'author');
      const b = await send('2027-06-17 10:00:00', 'y', 'editor', 'image/jpeg');
      const c = await send('2027-06-18 10:00:00', 'x', 'author');
      const event = await world.event({ image: b.id });
      const draft = await world.event({ image: c.id, status: 'draft' });
      const found = (query: string, as?: Who) => idsOf(`?search=${stem}&${query}`, as);
      expect(await found('')).toEqual([c.id, b.id, a.id]);
      expect(await found(`include=${a.id},${c.id},999999`)).toEqual([c.id, a.id]);
      expect(await found(`include=${a.id},${c.id}&orderby=include`)).toEqual([a.id, c.id]);
      expect(await found(`exclude=${b.id}`)).toEqual([c.id, a.id]);
      expect(await found(`author=${world.people.author.id}`)).toEqual([c.id, a.id]);
      expect(await found(`author_exclude=${world.people.author.id}`)).toEqual([b.id]);
      // 10:00 in UTC is 06:00 on the site's clock.
      expect(await found('after=2027-06-17T05:59:00')).toEqual([c.id, b.id]);
      expect(await found('after=2027-06-17T06:00:00')).toEqual([c.id]);
      expect(await found('before=2027-06-17T10:00:00Z')).toEqual([a.id]);
      expect(await found('modified_after=2027-06-18T00:00:00')).toEqual([c.id]);
      expect(await found('modified_before=2027-06-17T00:00:00')).toEqual([a.id]);
      expect(await found('mime_type=image/jpeg')).toEqual([b.id]);
      expect(await found('mime_type=image/svg%2Bxml')).toEqual([]);
      expect(await found('media_type=image')).toEqual([c.id, b.id, a.id]);
      expect(await found('media_type=video')).toEqual([]);
      expect(await found(`parent=${event.id}`)).toEqual([b.id]);
      expect(await found(`parent=${draft.id},${event.id}`)).toEqual([c.id, b.id]);
      expect(await found(`parent=${draft.id}`, 'author')).toEqual([]);
      expect(await found('parent=0')).toEqual([a.id]);
      expect(await found(`parent_exclude=${event.id}`)).toEqual([c.id, a.id]);
      expect(await found('order=asc')).toEqual([a.id, b.id, c.id]);
      expect(await found('orderby=title&order=asc')).toEqual([c.id, b.id, a.id]);
      expect(await found('orderby=slug')).toEqual([a.id, b.id, c.id]);
      expect(await found('orderby=id&order=asc')).toEqual([a.id, b.id, c.id]);
      expect(await found('status=inherit')).toHaveLength(3);
    });

    test.each([
      'order=up',
      'orderby=relevance',
      'media_type=hologram',
      'status=publish',
      'per_page=101',
      'per_page=0',
      'offset=-1',
      'parent=x',
      'author=me',
      'after=soon-ish',
      'context=all',
    ])('%s is refused', async (wrong) => {
      expectRefusal(await ask(`?${wrong}`), refused([wrong.split('=')[0] as string]));
    });

    test.each(['categories', 'tags', 'tribe_events_cat', 'sticky', 'menu_order', 'search_columns', 'tax_relation'])(
      '%s, which works elsewhere, is refused and not ignored',
      async (name) => {
        expectRefusal(await ask(`?${name}=1`), refused([name]));
      },
    );

    test('ignores parameters unknown to WordPress', async () => {
      const { id } = await stored(world);
      expect(await idsOf(`?include=${id}&_embed=1&_locale=user&_=1700000000&cachebuster=7`)).toEqual([id]);
    });

    test('pages, and an offset in place of a page', async () => {
      const stem = word('page');
      const made: number[] = [];
      for (let more = 0; more < 5; more++) made.unshift((await stored(world, undefined, { name: `${stem}.png` })).id);
      const found = (query: string) => ask(`?search=${stem}&${query}`);
      const page = await found('per_page=2&page=3');
      expect(page.body.map(({ id }: Answered) => id)).toEqual(made.slice(4));
      expect([page.headers.get('x-wp-total'), page.headers.get('x-wp-totalpages')]).toEqual(['5', '3']);
      expect(page.headers.get('link')).toContain('page=2>; rel="prev"');
      expectRefusal(await found('page=2'), { statusCode: 400, code: 'rest_post_invalid_page_number' });
      const skipped = await found('per_page=2&offset=1&page=3');
      expect(skipped.body.map(({ id }: Answered) => id)).toEqual(made.slice(1, 3));
      expect([skipped.headers.get('x-wp-total'), skipped.headers.get('link')]).toEqual([
        '5',
        expect.not.stringContaining('rel="next"'),
      ]);
      const past = await found('offset=99');
      expect([past.statusCode, past.body, past.headers.get('x-wp-total')]).toEqual([200, [], '0']);
    });
  });

  describe('visibility', () => {
    const pictures = async () => {
      const stem = word('seen');
      const picture = () => stored(world, undefined, { name: `${stem}.png` });
      const used = async (by: (image: number) => Promise<unknown>) => {
        const { id } = await picture();
        await by(id);
        return id;
      };
      return {
        stem,
        open: [
          (await picture()).id,
          await used((image) => world.event({ image })),
          await used((image) => world.venue({ image })),
          await used((image) => world.organizer({ image })),
          await used(async (image) => [await world.event({ image, status: 'draft' }), await world.event({ image })]),
        ],
        hidden: [
          ...(await Promise.all(
            ['draft', 'pending', 'private'].map((status) => used((image) => world.event({ image, status }))),
          )),
          await used((image) => world.event({ image, date: '2027-12-01', status: 'publish' })),
          await used((image) => world.event({ image, password: 'sesame' })),
          await used((image) => world.venue({ image, status: 'draft' })),
          await used(async (image) => {
            const { id } = await world.event({ image });
            await world.send(`DELETE /events/${id}`, {});
          }),
        ],
      };
    };

    test('images of public records and of none are public; others are visible to users who can write', async () => {
      const { stem, open, hidden } = await pictures();
      const newest = (list: readonly number[]) => list.toSorted((a, b) => b - a);
      for (const as of [...readers, ...writers]) {
        const seen = writers.includes(as) ? [...open, ...hidden] : open;
        const list = await ask(`?search=${stem}&per_page=100`, as);
        expect(list.body.map(({ id }: Answered) => id)).toEqual(newest(seen));
        expect([as, list.headers.get('x-wp-total')]).toEqual([as, String(seen.length)]);
        const native = await world.get(`/media?search=${stem}&per_page=100`, { as });
        expect([native.total, native.media.map(({ id }: Answered) => id)]).toEqual([seen.length, newest(seen)]);
        for (const id of seen) expect([id, (await ask(`/${id}`, as)).statusCode]).toEqual([id, 200]);
        for (const id of seen) expect((await world.ask(`GET /media/${id}`, { as })).statusCode).toBe(200);
        for (const id of hidden.filter((one) => !seen.includes(one))) {
          const status = as === 'anonymous' ? 401 : 403;
          expectRefusal(await ask(`/${id}`, as), { statusCode: status, code: 'rest_forbidden' });
          expect((await world.ask(`GET /media/${id}`, { as })).statusCode).toBeGreaterThanOrEqual(403);
        }
      }
      for (const filter of ['parent=0', 'orderby=title', `include=${hidden.join(',')}`, `exclude=${open.join(',')}`]) {
        const expected = filter.startsWith('orderby') ? open : filter === 'parent=0' ? open.slice(0, 1) : [];
        const found = await idsOf(`?search=${stem}&${filter}`, 'anonymous');
        expect([filter, newest(found)]).toEqual([filter, newest(expected)]);
      }
    });

    test('an image is public as long as its record is, and without a record', async () => {
      const { id } = await stored(world);
      const seen = async () => [
        (await ask(`/${id}`, 'anonymous')).statusCode,
        await idsOf(`?include=${id}`, 'anonymous'),
      ];
      expect(await seen()).toEqual([200, [id]]);
      const event = await world.event({ image: id, status: 'draft' });
      expect(await seen()).toEqual([401, []]);
      await world.send(`PATCH /events/${event.id}`, { status: 'publish' });
      expect(await seen()).toEqual([200, [id]]);
      await world.send(`PATCH /events/${event.id}`, { password: 'sesame' });
      expect(await seen()).toEqual([401, []]);
      await world.send(`PATCH /events/${event.id}`, { password: '', image: '' });
      expect(await seen()).toEqual([200, [id]]);
      await world.send(`PATCH /events/${event.id}`, { status: 'private', image: id });
      expect(await seen()).toEqual([401, []]);
      await world.send(`PATCH /events/${event.id}`, { status: 'publish' });
      expect(await seen()).toEqual([200, [id]]);
      await world.send(`DELETE /events/${event.id}`, {});
      expect(await seen()).toEqual([401, []]);
      await world.send(`DELETE /events/${event.id}?force=true`, {});
      expect(await seen()).toEqual([200, [id]]);
    });

    test('an image of a date alone is as hidden as the date', async () => {
      const series = await world.event({ recurrence: 'FREQ=WEEKLY;COUNT=2' });
      const { events } = await world.get(`/events/${series.id}/occurrences`);
      const { id } = await stored(world);
      await world.send(`PATCH /events/${events[0].id}`, { image: id, password: 'sesame' });
      expect((await ask(`/${id}`, 'anonymous')).statusCode).toBe(401);
      await world.send(`PATCH /events/${series.id}`, { image: id });
      expect((await ask(`/${id}`, 'anonymous')).statusCode).toBe(200);
    });

    test('only users who may publish store images, so that no other image can become public', async () => {
      const file = await png(40, 30);
      for (const as of ['contributor', 'subscriber', 'anonymous'] as const) {
        expect((await upload(world, file, { as })).statusCode).toBeGreaterThanOrEqual(401);
        const image = { title: word(), start_date: '2027-07-01', end_date: '2027-07-01', image: `${baseUrl}/x.png` };
        expect((await world.ask('POST /events', { as, body: image })).statusCode).toBeGreaterThanOrEqual(400);
      }
    });

    test('an image has the name and size of its file, and its texts as stored for editors only', async () => {
      const { id, filesize, url } = await stored(world, undefined, { name: 'a&b.png' });
      const { body } = await ask(`/${id}`, 'anonymous');
      expect(body).toMatchObject({
        ...{ title: { rendered: 'a&amp;b' }, featured_media: 0, filesize, filename: url.split('/').at(-1) },
        caption: { rendered: '' },
      });
      expect([body.title, body.caption].map(Object.keys)).toEqual([['rendered'], ['rendered']]);
      expect((await ask(`/${id}?context=edit`, 'editor')).body.title).toEqual({ raw: 'a&b', rendered: 'a&amp;b' });
    });

    test('an image does not reveal a hidden record', async () => {
      const { id } = await stored(world);
      await world.event({ image: id });
      const secret = await world.event({ image: id, password: 'sesame' });
      const draft = await world.event({ image: id, status: 'draft' });
      for (const as of readers) {
        for (const hidden of [secret, draft]) expect(await idsOf(`?parent=${hidden.id}`, as)).toEqual([]);
        expect(await idsOf(`?include=${id}&parent_exclude=${secret.id},${draft.id}`, as)).toEqual([id]);
      }
    });
  });

  describe('HTTP behaviour', () => {
    test('an unknown id, another kind and a huge number are 404', async () => {
      const { id } = await world.event();
      for (const other of [id, 999_999, '99999999999']) {
        expectRefusal(await ask(`/${other}`, 'anonymous'), { statusCode: 404, code: 'rest_post_invalid_id' });
      }
    });

    test('context=edit is for people who may edit', async () => {
      const { id } = await stored(world);
      await world.event({ image: id });
      for (const path of ['?context=edit', `/${id}?context=edit`]) {
        expectRefusal(await ask(path, 'anonymous'), { statusCode: 401, code: 'rest_forbidden_context' });
        expectRefusal(await ask(path, 'subscriber'), { statusCode: 403, code: 'rest_forbidden_context' });
      }
      expect(await idsOf('?context=edit', 'contributor')).toEqual([]);
      expectRefusal(await ask(`/${id}?context=edit`, 'contributor'), {
        statusCode: 403,
        code: 'rest_forbidden_context',
      });
      expect(await idsOf(`?context=edit&include=${id}`, 'author')).toEqual([id]);
    });

    test('deleting requires force', async () => {
      const { id } = await stored(world);
      const remove = (query: string) => world.ask(`DELETE ${at}/${id}${query}`, { as: 'author' });
      expectRefusal(await remove(''), { statusCode: 501, code: 'rest_trash_not_supported' });
      expect((await ask(`/${id}`)).statusCode).toBe(200);
      expect((await remove('?force=true')).body).toMatchObject({ deleted: true, previous: { id } });
    });

    test('raw titles are text, rendered titles are HTML', async () => {
      const { id } = await stored(world, undefined, { query: `?title=${encodeURIComponent('Fish & "Chips" 1 < 2')}` });
      expect((await ask(`/${id}`)).body.title.rendered).toBe('Fish &amp; &quot;Chips&quot; 1 &lt; 2');
    });

    test.each(roles)('OPTIONS returns the schema to a %s', async (as) => {
      const { body } = await world.ask(`OPTIONS ${at}`, { as });
      expect(body.schema).toMatchObject({
        title: 'media',
        type: 'object',
        properties: { source_url: { type: 'string' } },
      });
      expect(Object.keys(body.endpoints[0].args)).toEqual(expect.arrayContaining(['slug', 'parent', 'mime_type']));
      expect(Object.keys(body.endpoints[0].args)).not.toContain('sticky');
    });
  });
});
