// The list of events: every filter with its matches and errors, the order, and the page links.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Ask, expectRefusal, type Mount, mounts, prefixes } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { type Answered, baseUrl, useWorld, type World } from './harness/world.js';

type Finding = readonly [query: string, titles: readonly string[]];

const titlesFor = (world: World) => async (query: string, ask?: Ask) => {
  const list = await world.get(`/events?per_page=50&${query}`, ask);
  const titles = list.events.map(({ title }: Answered) => title);
  expect(list.total).toBe(titles.length);
  return titles;
};
const unix = (iso: string) => Date.parse(iso) / 1_000;

forEachEngine((engine) => {
  describe('dates', () => {
    const world = useWorld(engine);
    const titles = titlesFor(world);
    const ids: Record<string, number> = {};

    beforeAll(async () => {
      const spans: readonly (readonly [string, string, string, object?])[] = [
        ['morning', '2027-07-10 09:00', '2027-07-10 10:00'],
        ['evening', '2027-07-10 20:00', '2027-07-10 23:00'],
        ['overnight', '2027-07-10 22:00', '2027-07-11 02:00'],
        // 19:00 of the day before in New York.
        ['tokyo', '2027-07-11 08:00', '2027-07-11 09:00', { timezone: 'Asia/Tokyo' }],
        ['long', '2027-07-08', '2027-07-12', { all_day: true }],
        ['past', '2026-01-05 10:00', '2026-01-05 11:00'],
        ['far', '2031-01-05 10:00', '2031-01-05 11:00'],
      ];
      for (const [title, start_date, end_date, more] of spans) {
        ids[title] = (await world.event({ title, start_date, end_date, ...more })).id;
      }
    });

    const wholeDays: readonly Finding[] = [
      ['', ['long', 'morning', 'evening', 'overnight', 'tokyo']],
      ['start_date=2027-07-10&end_date=2027-07-10', ['morning', 'evening']],
      ['start_date=2027-07-10&end_date=2027-07-11', ['morning', 'evening', 'overnight', 'tokyo']],
      ['start_date=2027-07-10 23:00&end_date=2027-07-11 01:00', ['morning', 'evening', 'overnight', 'tokyo']],
      ['start_date=2027-07-11', ['tokyo']],
      ['end_date=2027-07-09', []],
      ['end_date=2027-07-12', ['long', 'morning', 'evening', 'overnight', 'tokyo']],
      ['start_date=2026-01-01&end_date=2026-12-31', ['past']],
      ['start_date=2030-01-01&end_date=2032-01-01', ['far']],
      ['start_date=2027-08-01&end_date=2027-07-01', []],
      ['start_date=%2B25 days&end_date=07/12/2027', ['morning', 'evening', 'overnight', 'tokyo']],
      ['starts_before=2027-07-10', ['past', 'long', 'morning', 'evening', 'overnight']],
      ['starts_after=2027-07-10', ['tokyo', 'far']],
      ['ends_before=2027-07-10', ['past', 'morning', 'evening']],
      ['ends_after=2027-07-10', ['long', 'overnight', 'tokyo', 'far']],
      ['starts_before=2027-07-10&ends_after=2027-07-10', ['long', 'overnight']],
      ['starts_after=2027-07-09&starts_before=2027-07-10', ['morning', 'evening', 'overnight']],
      ['starts_after=2027-07-10&end_date=2027-07-12', ['tokyo']],
      ['starts_before=2027-07-10&start_date=2027-07-10', ['morning', 'evening', 'overnight']],
    ];

    test.each(wholeDays)('whole days: "%s" finds %j on both mounts', async (query, wanted) => {
      for (const on of mounts) expect([on, await titles(query, { on })]).toEqual([on, wanted]);
    });

    test('a start without an end covers two years from it on the native mount, two years from today on the drop-in mount', async () => {
      for (const [query, native, end] of [
        ['start_date=2031-01-05', ['far'], '2033-01-05 23:59:59'],
        ['start_date=2029-01-05', ['far'], '2031-01-05 23:59:59'],
        ['start_date=2029-01-04', [], '2031-01-04 23:59:59'],
        ['start_date=2026-01-01', ['past', 'long', 'morning', 'evening', 'overnight', 'tokyo'], '2028-01-01 23:59:59'],
        ['start_date=2020-02-29', [], '2022-02-28 23:59:59'],
        ['start_date=2031-01-06T03:00:00Z&strict_dates=true', [], '2033-01-05 23:59:59'],
        ['start_date=2031-01-05T03:00:00Z&strict_dates=true', ['far'], '2033-01-04 23:59:59'],
        ['start_date=9998-06-01', [], '9999-12-31 23:59:59'],
      ] as const) {
        expect([query, await titles(query)]).toEqual([query, native]);
        const own = async (on: Mount) => new URL((await world.get(`/events?${query}`, { on })).rest_url).searchParams;
        expect([query, (await own('native')).get('end_date')]).toEqual([query, end]);
        expect([query, (await own('dropin')).get('end_date')]).toEqual([query, '2029-06-15 23:59:59']);
      }
      expect(await titles('start_date=2031-01-05', { on: 'dropin' })).toEqual([]);
      // An end that is named stays, and a start that is not is today.
      expect(await titles('start_date=2031-01-01&end_date=2031-01-02')).toEqual([]);
      expect(await titles('end_date=2031-01-06')).toEqual(['long', 'morning', 'evening', 'overnight', 'tokyo', 'far']);
    });

    const strict: readonly Finding[] = [
      ['start_date=2027-07-10 19:00:00', ['evening', 'overnight', 'tokyo']],
      ['start_date=2027-07-10 19:00:01', ['evening', 'overnight']],
      ['end_date=2027-07-10 23:00:00', ['morning', 'evening', 'tokyo']],
      ['end_date=2027-07-10 22:59:59', ['morning', 'tokyo']],
      ['starts_after=2027-07-10 20:00:00', ['overnight', 'far']],
      ['starts_before=2027-07-10 09:00:00', ['past', 'long']],
      ['ends_before=2027-07-10 10:00:00', ['past']],
      ['ends_before=2027-07-10 10:00:01', ['past', 'morning']],
      ['ends_after=2027-07-11 02:00:00', ['long', 'far']],
      ['start_date=2027-07-10T23:00:00Z&end_date=2027-07-11T00:00:00Z', ['tokyo']],
    ];

    test.each(strict)('strict times: "%s" finds %j', async (query, wanted) => {
      for (const word of ['true', '1', 'yes', 'on']) {
        expect([word, await titles(`strict_dates=${word}&${query}`)]).toEqual([word, wanted]);
      }
    });

    test('strict_dates with an unknown word means whole days', async () => {
      for (const word of ['false', '0', 'no', 'banana']) {
        expect(await titles(`strict_dates=${word}&start_date=2027-07-10 19:00:00&end_date=2027-07-10`)).toEqual([
          'morning',
          'evening',
        ]);
      }
      expectRefusal(await world.ask('GET /events?strict_dates='), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: ['strict_dates'],
      });
    });

    test.each([
      ['2027-07-11T02:00:00Z', '2027-07-11T02:00:00Z'],
      ['2027-07-11T11:00:00%2B09:00', '2027-07-11T02:00:00Z'],
      [String(unix('2027-07-11T02:00:00Z')), '2027-07-11T02:00:00Z'],
    ])('the instant %s is its day in the site’s zone, or its UTC day on the drop-in mount', async (text) => {
      expect(await titles(`start_date=${text}`)).toEqual(['morning', 'evening', 'overnight', 'tokyo']);
      expect(await titles(`start_date=${text}`, { on: 'dropin' })).toEqual(['tokyo']);
    });

    test.each(['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'])(
      '%s refuses what is no date',
      async (name) => {
        for (const text of [
          '',
          'banana',
          '2027-13-01',
          '2027-07-10 25:00',
          '99999-01-01',
          '-5 centuries ago of never',
        ]) {
          const reply = await world.ask(`GET /events?${name}=${encodeURIComponent(text)}`);
          expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: [name] });
        }
        expectRefusal(await world.ask(`GET /events?${name}[]=2027-01-01`), {
          statusCode: 400,
          code: 'rest_invalid_param',
          params: [name],
        });
      },
    );

    test('include overrides date filters and keeps the order', async () => {
      const list = `${ids.far},${ids.past},${ids.tokyo}`;
      expect(await titles(`include=${list}`)).toEqual(['past', 'tokyo', 'far']);
      expect(await titles(`include[]=${ids.far}&include[]=${ids.past}`)).toEqual(['past', 'far']);
      for (const name of ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after']) {
        for (const day of ['2027-07-10', '2020-01-01', '2040-01-01']) {
          expect(await titles(`include=${list}&${name}=${day}`)).toEqual(['past', 'tokyo', 'far']);
        }
      }
      expect(await titles(`include=${ids.far},999999`)).toEqual(['far']);
      expect(await titles('include=999999')).toEqual([]);
      for (const text of ['', 'abc', '1,b', '0', '-1', '1.5', `${'1,'.repeat(101)}`]) {
        const reply = await world.ask(`GET /events?include=${text}`);
        expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['include'] });
      }
    });
  });

  describe('search', () => {
    const world = useWorld(engine);
    const titles = titlesFor(world);

    beforeAll(async () => {
      await world.event({
        title: 'Crème Brûlée Night',
        description: 'Dessert & coffee <strong class="wide">tasting</strong>',
        slug: 'sluggish',
        venue: { venue: 'Placeholder Hall' },
        tags: ['sweet'],
      });
      await world.event({ title: 'Jazz brunch', excerpt: 'smooth saxophone', start_date: '2027-07-01 10:30' });
      await world.event({ title: 'Brunch at the mill', description: 'jazz later', start_date: '2027-07-01 11:00' });
      await world.event({ title: 'Ünïcode 東京 100%_sure', start_date: '2027-07-01 11:30' });
      await world.event({ title: 'Protected jazz', description: 'jazz secret', password: 'open sesame' });
      await world.event({ title: 'Draft jazz', status: 'draft' });
      await world.event({ title: 'Ban ana nan', description: 'three """ marks', start_date: '2027-07-01 12:00' });
    });

    const findings: readonly Finding[] = [
      ['creme', ['Crème Brûlée Night']],
      ['CRÈME brulee', ['Crème Brûlée Night']],
      ['rûl', ['Crème Brûlée Night']],
      ['dessert night', ['Crème Brûlée Night']],
      ['tasting', ['Crème Brûlée Night']],
      ['strong', []],
      ['wide', []],
      ['sluggish', []],
      ['Placeholder', ['Crème Brûlée Night']],
      ['sweet', ['Crème Brûlée Night']],
      ['brunch jazz', ['Jazz brunch', 'Brunch at the mill']],
      ['brunch,jazz', ['Jazz brunch', 'Brunch at the mill']],
      ['"jazz brunch"', ['Jazz brunch']],
      ['brunch -jazz', []],
      ['brunch -later', ['Jazz brunch']],
      ['brunch -"jazz later"', ['Jazz brunch']],
      ['saxo', ['Jazz brunch']],
      ['zz', ['Jazz brunch', 'Brunch at the mill']],
      ['at', ['Brunch at the mill']],
      ['the', ['Brunch at the mill']],
      ['& coffee', ['Crème Brûlée Night']],
      ['100%', ['Ünïcode 東京 100%_sure']],
      ['%_', ['Ünïcode 東京 100%_sure']],
      ['%', ['Ünïcode 東京 100%_sure']],
      ['東京', ['Ünïcode 東京 100%_sure']],
      ['unicode', ['Ünïcode 東京 100%_sure']],
      ['secret', []],
      ['-brunch -ana', ['Crème Brûlée Night', 'Ünïcode 東京 100%_sure']],
      ['ban nan', ['Ban ana nan']],
      ['banana', []],
      ['ban ananas', []],
      ['"""', ['Ban ana nan']],
      ['nothing has this', []],
      ["' or 1=1 --", []],
      ['"', ['Ban ana nan']],
      ['AND', []],
      ['words:jazz', []],
    ];

    test.each(findings)('search=%s finds %j', async (text, wanted) => {
      expect(await titles(`search=${encodeURIComponent(text)}`)).toEqual(wanted);
    });

    test.each(['Placeholder', 'sweet'])(
      'on the drop-in mount search=%s does not look at linked names',
      async (text) => {
        expect(await titles(`search=${text}`, { on: 'dropin' })).toEqual([]);
      },
    );

    test('a protected event is not found by text, unless its editor asks with context=edit', async () => {
      for (const as of ['anonymous', 'author', 'administrator'] as const) {
        expect([as, await titles('search=protected', { as })]).toEqual([as, []]);
        const editing = as === 'administrator' ? ['Protected jazz'] : [];
        expect([as, await titles('search=protected&context=edit', { as })]).toEqual([as, editing]);
      }
      expect(await titles('search=jazz', { as: 'administrator' })).toEqual([
        'Draft jazz',
        'Jazz brunch',
        'Brunch at the mill',
      ]);
    });

    test('finds changed words and no longer the old ones', async () => {
      const { id } = await world.event({ title: 'Caterpillar' });
      await world.send(`PATCH /events/${id}`, { title: 'Butterfly', description: 'winged' });
      expect(await titles('search=caterpillar')).toEqual([]);
      expect(await titles('search=butterfly winged')).toEqual(['Butterfly']);
      await world.send(`DELETE /events/${id}`, {});
      expect(await titles('search=butterfly')).toEqual([]);
    });

    test('an empty or listed search is refused', async () => {
      for (const query of ['search=', 'search=%20', 'search[]=a']) {
        expectRefusal(await world.ask(`GET /events?${query}`), {
          statusCode: 400,
          code: 'rest_invalid_param',
          params: ['search'],
        });
      }
    });
  });

  describe('terms, venues, organizers and flags', () => {
    const world = useWorld(engine);
    const titles = titlesFor(world);
    const id: Record<string, number> = {};

    beforeAll(async () => {
      id.arts = (await world.category({ name: 'Arts' })).id;
      id.music = (await world.category({ name: 'Music', parent: id.arts })).id;
      id.jazz = (await world.category({ name: 'Jazz', parent: id.music })).id;
      id.sport = (await world.category({ name: 'Sport' })).id;
      for (const name of ['free', 'loud', 'unused']) id[name] = (await world.tag({ name })).id;
      for (const name of ['Hall', 'Barn']) id[name] = (await world.venue({ venue: name })).id;
      for (const name of ['Guild', 'Club']) id[name] = (await world.organizer({ organizer: name })).id;
      const event = async (title: string, hour: number, given: object) => {
        const at = (h: number) => `2027-07-01 ${String(h).padStart(2, '0')}:00`;
        id[`event ${title}`] = (
          await world.event({ title, start_date: at(hour), end_date: at(hour + 1), ...given })
        ).id;
      };
      await event('arts', 1, { categories: [id.arts], tags: ['free'], venue: id.Hall, featured: true });
      await event('music', 2, { categories: [id.music], tags: ['free', 'loud'], venue: id.Barn, organizer: id.Guild });
      await event('jazz', 3, { categories: [id.jazz, id.sport], tags: ['loud'], venue: [id.Hall, id.Barn] });
      await event('sport', 4, { categories: [id.sport], organizer: [id.Guild, id.Club], featured: true });
      await event('none', 5, {});
      await event('child', 6, { parent: id['event none'] });
    });

    const findings: readonly Finding[] = [
      ['categories={arts}', ['arts', 'music', 'jazz']],
      ['categories=arts', ['arts', 'music', 'jazz']],
      ['categories=music', ['music', 'jazz']],
      ['categories={jazz}', ['jazz']],
      ['categories=sport,{music}', ['music', 'jazz', 'sport']],
      ['categories[]=sport&categories[]={arts}', ['arts', 'music', 'jazz', 'sport']],
      ['tags=free', ['arts', 'music']],
      ['tags=free,loud', ['arts', 'music', 'jazz']],
      ['tags={loud}', ['music', 'jazz']],
      ['tags=unused', []],
      ['tags=loud&categories=sport', ['jazz']],
      ['venue={Hall}', ['arts', 'jazz']],
      ['venue={Hall},{Barn}', ['arts', 'music', 'jazz']],
      ['venue[]={Barn}', ['music', 'jazz']],
      ['organizer={Guild}', ['music', 'sport']],
      ['organizer={Club},{Guild}', ['music', 'sport']],
      ['venue={Barn}&organizer={Guild}', ['music']],
      ['featured=true', ['arts', 'sport']],
      ['featured=1&tags=free', ['arts']],
      ['featured=false', ['music', 'jazz', 'none', 'child']],
      ['featured=FALSE', ['music', 'jazz', 'none', 'child']],
      ['post_parent={event none}', ['child']],
      ['post_parent={event arts}', []],
      ['ticketed=false', ['arts', 'music', 'jazz', 'sport', 'none', 'child']],
      ['ticketed=true', []],
      ['geoloc=true', []],
      ['geoloc=false', ['arts', 'music', 'jazz', 'sport', 'none', 'child']],
      ['unknown=parameter', ['arts', 'music', 'jazz', 'sport', 'none', 'child']],
      ['order=desc', ['child', 'none', 'sport', 'jazz', 'music', 'arts']],
      ['order=asc', ['arts', 'music', 'jazz', 'sport', 'none', 'child']],
      ['orderby=title', ['arts', 'child', 'jazz', 'music', 'none', 'sport']],
      ['orderby=title&order=desc', ['sport', 'none', 'music', 'jazz', 'child', 'arts']],
      ['orderby=id&order=DESC', ['child', 'none', 'sport', 'jazz', 'music', 'arts']],
      ['orderby=start_date', ['arts', 'music', 'jazz', 'sport', 'none', 'child']],
      ['orderby=banana', ['arts', 'music', 'jazz', 'sport', 'none', 'child']],
      ['orderby=constructor', ['arts', 'music', 'jazz', 'sport', 'none', 'child']],
      ['orderby=__proto__', ['arts', 'music', 'jazz', 'sport', 'none', 'child']],
    ];

    test.each(findings)('%s finds %j', async (query, wanted) => {
      expect(await titles(query.replace(/\{([\w ]+)\}/g, (_, name) => String(id[name])))).toEqual(wanted);
    });

    test('orders by the time of the last change', async () => {
      world.clock.now = '2027-06-15 18:00:00';
      await world.send(`PATCH /events/${id['event music']}`, {});
      expect((await titles('orderby=modified&order=desc'))[0]).toBe('music');
      expect((await titles('orderby=modified')).at(-1)).toBe('music');
    });

    const refusals: readonly (readonly [string, string])[] = [
      ['categories=banana', 'categories'],
      ['categories=', 'categories'],
      ['categories=999999', 'categories'],
      ['categories=arts,banana', 'categories'],
      ['tags=banana', 'tags'],
      ['tags[a]=free', 'tags'],
      ['venue=999999', 'venue'],
      ['venue=hall', 'venue'],
      ['venue=', 'venue'],
      ['organizer=999999', 'organizer'],
      ['featured=maybe', 'featured'],
      ['featured=', 'featured'],
      ['featured=constructor', 'featured'],
      ['post_parent=999999', 'post_parent'],
      ['post_parent=abc', 'post_parent'],
      ['ticketed=perhaps', 'ticketed'],
      ['geoloc=perhaps', 'geoloc'],
      ['order=', 'order'],
      ['orderby=', 'orderby'],
      ['page=0', 'page'],
      ['page=-1', 'page'],
      ['page=abc', 'page'],
      ['page=1.5', 'page'],
      ['page=', 'page'],
      ['page=2147483648', 'page'],
      ['page=1e18', 'page'],
      ['per_page=0', 'per_page'],
      ['per_page=-5', 'per_page'],
      ['per_page=all', 'per_page'],
      ['per_page[]=5', 'per_page'],
    ];

    test.each(refusals)('%s is refused', async (query, name) => {
      expectRefusal(await world.ask(`GET /events?${query}`), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: [name],
      });
    });

    test('reports all invalid filters in one response', async () => {
      const reply = await world.ask('GET /events?page=0&categories=banana&venue=999999&status=draft&start_date=never');
      expectRefusal(reply, {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: ['page', 'categories', 'venue', 'status', 'start_date'],
      });
    });

    test('accepts unusual spellings of integers', async () => {
      for (const query of ['per_page=1e1', 'per_page=%205', 'page=1.0', 'page=%2B1']) {
        expect((await world.ask(`GET /events?${query}`)).statusCode).toBe(200);
      }
    });
  });

  describe('status and hidden events', () => {
    const world = useWorld(engine);
    const titles = titlesFor(world);

    beforeAll(async () => {
      await world.event({ title: 'a publish' });
      await world.event({ title: 'b draft', status: 'draft' });
      await world.event({ title: 'c pending', status: 'pending' });
      await world.event({ title: 'd private', status: 'private' });
      await world.event({ title: 'e future', date: '2028-01-01' });
      const { id } = await world.event({ title: 'f trash' });
      await world.send(`DELETE /events/${id}`, {});
      await world.event({ title: 'g hidden', hide_from_listings: true });
      await world.event({ title: 'h hidden', hide_from_listings: true }, { as: 'author' });
    });

    const shown = ['a publish', 'b draft', 'c pending', 'd private', 'e future'];
    const findings: readonly Finding[] = [
      ['', shown],
      ['status=any', shown],
      ['status=', shown],
      ['status=publish', ['a publish']],
      ['status=draft,pending', ['b draft', 'c pending']],
      ['status=draft, pending', ['b draft', 'c pending']],
      ['status[]=private&status[]=future', ['d private', 'e future']],
      ['status=trash', ['f trash']],
      ['status=trash,draft', ['b draft', 'f trash']],
      ['context=edit', [...shown, 'g hidden', 'h hidden']],
      ['context=edit&status=publish', ['a publish', 'g hidden', 'h hidden']],
      ['context=view', shown],
    ];

    test.each(findings)('an editor asking for "%s" finds %j', async (query, wanted) => {
      expect(await titles(query, { as: 'editor' })).toEqual(wanted);
    });

    test('lists hidden events only for their editors, and only on request', async () => {
      expect(await titles('context=edit', { as: 'author' })).toEqual(['a publish', 'h hidden']);
      for (const as of ['anonymous', 'subscriber', 'contributor'] as const) {
        expect(await titles('context=edit', { as })).toEqual(['a publish']);
      }
    });

    test.each(['draft', 'any', 'trash', 'publish,draft', 'publish,publish', ''])(
      'status=%s is refused to those who do not write',
      async (status) => {
        for (const as of ['anonymous', 'subscriber'] as const) {
          const reply = await world.ask(`GET /events?status=${status}`, { as });
          expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['status'] });
        }
      },
    );

    test.each(['banana', 'inherit', 'auto-draft', 'publish,banana', 'any,banana'])(
      'status=%s is refused to everyone',
      async (status) => {
        const reply = await world.ask(`GET /events?status=${status}`, { as: 'administrator' });
        expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['status'] });
      },
    );
  });

  describe('URLs and totals', () => {
    const world = useWorld(engine);

    beforeAll(async () => {
      const { id } = await world.category({ name: 'Paged' });
      await world.tag({ name: 'paged' });
      for (let n = 0; n < 5; n++) {
        await world.event({ title: `page ${n}`, categories: [id], tags: ['paged'], start_date: `2027-07-01 0${n}:00` });
      }
    });

    test.each(mounts)('the complete response of an empty list on the %s mount', async (on) => {
      const reply = await world.ask('GET /events?search=nothing', { on });
      const window = 'start_date=2027-06-15%2000%3A00%3A00&end_date=2029-06-15%2023%3A59%3A59';
      expect(reply.body).toEqual({
        events: [],
        rest_url: `${baseUrl}${prefixes[on]}/events/?page=1&per_page=10&${window}&search=nothing&status=publish`,
        total: 0,
        total_pages: 0,
      });
      for (const [name, value] of Object.entries({
        'x-tec-total': '0',
        'x-tec-totalpages': '0',
        'x-wp-total': '0',
        'x-wp-totalpages': '0',
        link: on === 'dropin' ? `<${baseUrl}/wp-json/>; rel="https://api.w.org/"` : null,
      })) {
        expect([name, reply.headers.get(name)]).toEqual([name, value]);
      }
    });

    test('rest_url names the effective date range and filters', async () => {
      const own = async (query: string, ask?: Ask) => {
        const { rest_url } = await world.get(`/events?${query}`, ask);
        return Object.fromEntries(new URL(rest_url).searchParams);
      };
      const page = { page: '1', per_page: '10' };
      expect(await own('start_date=2027-07-01 15:00&end_date=2027-07-03')).toEqual({
        ...page,
        start_date: '2027-07-01 00:00:00',
        end_date: '2027-07-03 23:59:59',
        status: 'publish',
      });
      expect(await own('include=1', { as: 'editor' })).toEqual({ ...page, include: '1', status: 'any' });
      expect(await own('starts_after=2027-07-01')).toEqual({ ...page, starts_after: '2027-07-01', status: 'publish' });
      expect(await own('strict_dates=true&start_date=2027-07-01T10:00:00Z')).toEqual({
        ...page,
        start_date: '2027-07-01 06:00:00',
        end_date: expect.any(String),
        status: 'publish',
        strict_dates: 'true',
      });
      expect(await own('featured=true&status=publish&per_page=3&include=1')).toEqual({
        page: '1',
        per_page: '3',
        include: '1',
        status: 'publish',
        featured: '1',
      });
    });

    test('page links carry every given filter and never a password', async () => {
      const query =
        'per_page=2&categories=paged&tags=paged&search=page&start_date=2027-07-01&strict_dates=false&order=desc&password=x&nonsense=1';
      const seen: string[] = [];
      let path: string | undefined = `/events?${query}`;
      const filters = {
        per_page: '2',
        start_date: '2027-07-01',
        strict_dates: 'false',
        search: 'page',
        categories: 'paged',
        tags: 'paged',
        order: 'desc',
      };
      for (let page = 1; path !== undefined; page++) {
        const reply = await world.ask(`GET ${path}`);
        seen.push(...reply.body.events.map(({ title }: Answered) => title));
        const { next_rest_url: next, previous_rest_url: previous } = reply.body;
        const links = [previous && `<${previous}>; rel="prev"`, next && `<${next}>; rel="next"`].filter(Boolean);
        expect(reply.headers.get('link')).toBe(links.join(', '));
        expect([reply.headers.get('x-wp-total'), reply.headers.get('x-tec-totalpages')]).toEqual(['5', '3']);
        const asked = (url?: string) => url && Object.fromEntries(new URL(url).searchParams);
        expect(asked(next)).toEqual(page < 3 ? { ...filters, page: String(page + 1) } : undefined);
        expect(asked(previous)).toEqual(
          page === 1 ? undefined : { ...filters, ...(page > 2 && { page: String(page - 1) }) },
        );
        path = next?.slice(baseUrl.length + prefixes.native.length);
      }
      expect(seen).toEqual(['page 4', 'page 3', 'page 2', 'page 1', 'page 0']);
    });
  });
});
