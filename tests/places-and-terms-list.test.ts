// The lists of venues, organizers, categories and tags: filters, order, errors and page links.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Ask, expectRefusal, mounts, prefixes } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { type Answered, baseUrl, startOfWorld, useWorld } from './harness/world.js';

type Finding = readonly [query: string, names: readonly string[]];
const invalid = (...params: string[]) => ({ statusCode: 400, code: 'rest_invalid_param', params });

forEachEngine((engine) => {
  describe.each([
    ['venues', 'venue'],
    ['organizers', 'organizer'],
  ] as const)('%s', (path, field) => {
    const world = useWorld(engine);
    const id: Record<string, number> = {};
    const names = async (query: string, ask?: Ask) => {
      const list = await world.get(`/${path}?per_page=50&${query}`, ask);
      const found = list[path].map((record: Answered) => record[field]);
      expect(list.total).toBe(found.length);
      return found;
    };
    const fill = (query: string) => query.replace(/\{([\w ]+)\}/g, (_, name) => String(id[name]));

    beforeAll(async () => {
      const make = async (name: string, minute: number, given: object = {}) => {
        world.clock.now = `2027-06-15 10:${minute}:00`;
        id[name] = (await world.send(`POST /${path}`, { [field]: name, ...given })).id;
      };
      await make('Café Noir', 10, { description: 'A <strong>cosy</strong> cellar', phone: '555-0100' });
      await make(
        'Town Barn',
        11,
        field === 'venue' ? { city: 'Oakton', zip: '05001' } : { email: 'barn@oakton.example' },
      );
      await make('Old Mill', 12, { website: 'https://wheel.example/' });
      await make('Empty Hall', 13, {});
      await make('Running Place', 14);
      await make('Past Place', 15);
      await make('Draft Place', 16, { status: 'draft' });
      await make('東京 Hall', 17);
      await make('Hidden Only', 18);
      world.clock.now = startOfWorld;
      const event = async (title: string, name: string, start_date: string, end_date: string, more = {}) => {
        id[title] = (await world.event({ title, start_date, end_date, [field]: id[name], ...more })).id;
      };
      await event('upcoming', 'Town Barn', '2027-07-01', '2027-07-02');
      await event('running', 'Running Place', '2027-06-01', '2027-06-20');
      await event('past', 'Past Place', '2027-01-01', '2027-01-02');
      await event('draft', 'Hidden Only', '2027-07-01', '2027-07-02', { status: 'draft' });
      await event('both', 'Town Barn', '2027-08-01', '2027-08-02', { [field]: [id['Town Barn'], id['Old Mill']] });
    });

    const all = [
      'Hidden Only',
      '東京 Hall',
      'Past Place',
      'Running Place',
      'Empty Hall',
      'Old Mill',
      'Town Barn',
      'Café Noir',
    ];
    const withEvents = ['Past Place', 'Running Place', 'Old Mill', 'Town Barn'];
    const withoutEvents = ['Hidden Only', '東京 Hall', 'Empty Hall', 'Café Noir'];
    const findings: readonly Finding[] = [
      ['', all],
      ['status=publish', all],
      ['search=cafe', ['Café Noir']],
      ['search=NOIR café', ['Café Noir']],
      ['search=noir cosy', []],
      ['search=cosy cellar', ['Café Noir']],
      ['search=strong', []],
      ['search=oakton', ['Town Barn']],
      ['search=hall', ['東京 Hall', 'Empty Hall']],
      ['search=東京', ['東京 Hall']],
      ['search="empty hall"', ['Empty Hall']],
      ['search=hall -empty', ['東京 Hall']],
      ['search=555-0100', ['Café Noir']],
      ['search=draft', []],
      ['search=%25', []],
      ['search=wheel', field === 'organizer' ? ['Old Mill'] : []],
      ['event={both}', ['Old Mill', 'Town Barn']],
      ['event={past}', ['Past Place']],
      ...['true', '1', 'yes', 'on', 'Y', 'enabled'].map((word): Finding => [`has_events=${word}`, withEvents]),
      ...['false', '0', 'no', 'banana', ''].map((word): Finding => [`has_events=${word}`, withoutEvents]),
      ['only_with_upcoming=true', ['Running Place', 'Old Mill', 'Town Barn']],
      ['only_with_upcoming=false', all],
      ['has_events=yes&search=place', ['Past Place', 'Running Place']],
      ['only_with_upcoming=1&event={both}', ['Old Mill', 'Town Barn']],
      ['unknown=1&order=asc&include=1', all],
    ];

    test.each(findings)('"%s" finds %j', async (query, wanted) => {
      expect(await names(fill(query))).toEqual(wanted);
    });

    test('editors find what is hidden, in lists and through hidden events', async () => {
      const as = 'editor' as const;
      expect(await names('status=draft', { as })).toEqual(['Draft Place']);
      expect(await names('search=draft', { as })).toEqual(['Draft Place']);
      expect(await names(fill('event={draft}'), { as })).toEqual(['Hidden Only']);
      expect(await names('only_with_upcoming=yes', { as })).toEqual([
        'Hidden Only',
        'Running Place',
        'Old Mill',
        'Town Barn',
      ]);
    });

    test('what ends exactly now has ended', async () => {
      world.clock.now = '2027-06-20 04:00:00';
      expect(await names('only_with_upcoming=yes')).toEqual(['Old Mill', 'Town Barn']);
      world.clock.now = '2027-06-20 03:59:59';
      expect(await names('only_with_upcoming=yes')).toEqual(['Running Place', 'Old Mill', 'Town Barn']);
      world.clock.now = startOfWorld;
    });

    test.each([
      ['search=', 'search'],
      ['search[]=a', 'search'],
      ['event=999999', 'event'],
      ['event={draft}', 'event'],
      ['event=abc', 'event'],
      ['event={Town Barn}', 'event'],
      ['event=', 'event'],
      ['status=draft', 'status'],
      ['status=any', 'status'],
      ['status=banana', 'status'],
      ['has_events[]=1', 'has_events'],
      ['page=0', 'page'],
      ['per_page=x', 'per_page'],
    ])('"%s" is refused', async (query, name) => {
      for (const on of mounts) expectRefusal(await world.ask(`GET /${path}?${fill(query)}`, { on }), invalid(name));
    });

    test('the whole answer around the records', async () => {
      const query = fill('per_page=1&search=hall&has_events=no&page=2');
      const { body, headers } = await world.ask(`GET /${path}?${query}`);
      const list = `${baseUrl}${prefixes.native}/${path}/`;
      expect({ ...body, [path]: body[path].length }).toEqual({
        [path]: 1,
        rest_url: expect.stringContaining(`${list}?page=2&per_page=1&has_events=0`),
        previous_rest_url: `${list}?per_page=1&search=hall&has_events=no`,
        total: 2,
        total_pages: 2,
      });
      expect(Object.keys(body)).toEqual([path, 'rest_url', 'previous_rest_url', 'total', 'total_pages']);
      expect(headers.get('link')).toBe(`<${list}?per_page=1&search=hall&has_events=no>; rel="prev"`);
      const nothing = await world.get(`/${path}?search=nothing`);
      expect({ ...nothing, rest_url: '' }).toEqual({ [path]: [], rest_url: '', total: 0, total_pages: 0 });
    });
  });

  describe.each([
    ['categories', 'category'],
    ['tags', 'tag'],
  ] as const)('%s', (path, kind) => {
    const world = useWorld(engine);
    const id: Record<string, number> = {};
    const names = async (query: string, ask?: Ask) => {
      const list = await world.get(`/${path}?per_page=50&${query}`, ask);
      const found = list[path].map(({ name }: Answered) => name);
      expect(list.total).toBe(found.length);
      return found;
    };
    const fill = (query: string) => query.replace(/\{([\w ]+)\}/g, (_, name) => String(id[name]));

    beforeAll(async () => {
      const make = async (name: string, given: object = {}) => {
        id[name] = (await world[kind]({ name, ...given })).id;
      };
      await make('beta', { slug: 'zz-first', description: 'third words' });
      await make('Alpha', { slug: 'yy-second', description: 'first words' });
      await make('Émile', { slug: 'xx-third', description: 'second words' });
      await make('unused', { slug: 'ww-fourth' });
      if (kind === 'category') await make('child', { slug: 'vv-fifth', parent: id.beta });
      const event = async (title: string, terms: readonly string[], more = {}) => {
        id[title] = (await world.event({ title, [path]: terms.map((name) => id[name]), ...more })).id;
      };
      await event('one', ['beta', 'Alpha']);
      await event('two', ['beta', 'Émile']);
      await event('three', ['beta', 'Alpha']);
      await event('draft', ['unused'], { status: 'draft' });
    });

    const child = kind === 'category' ? ['child'] : [];
    const findings: readonly Finding[] = [
      ['', ['Alpha', 'beta', 'Émile']],
      ['hide_empty=true', ['Alpha', 'beta', 'Émile']],
      ['hide_empty=1', ['Alpha', 'beta', 'Émile']],
      ['hide_empty=false', ['Alpha', 'beta', ...child, 'Émile', 'unused']],
      ['hide_empty=0&search=unu', ['unused']],
      ['search=unu', []],
      ['search=ALPH', ['Alpha']],
      ['search=emile', ['Émile']],
      ['search=yy-sec', ['Alpha']],
      ['search=words', []],
      ['search=%25', []],
      ['slug=yy-second', ['Alpha']],
      ['slug=YY Second', ['Alpha']],
      ['slug=yy', []],
      ['slug=yy-second,zz-first', []],
      ['include={beta},{Alpha}', ['Alpha', 'beta']],
      ['include[]={beta}', ['beta']],
      ['include={unused}', []],
      ['include={unused}&hide_empty=0', ['unused']],
      ['include={beta},{Émile},{Alpha}&orderby=include', ['beta', 'Émile', 'Alpha']],
      ['exclude={beta}', ['Alpha', 'Émile']],
      ['exclude={beta},{Émile}', ['Alpha']],
      ['order=asc', ['Alpha', 'beta', 'Émile']],
      ['order=ASC', ['Alpha', 'beta', 'Émile']],
      ['order=desc', ['Émile', 'beta', 'Alpha']],
      ['order=banana', ['Émile', 'beta', 'Alpha']],
      ['orderby=slug', ['Émile', 'Alpha', 'beta']],
      ['orderby=id', ['beta', 'Alpha', 'Émile']],
      ['orderby=term_id&order=desc', ['Émile', 'Alpha', 'beta']],
      ['orderby=count', ['Émile', 'Alpha', 'beta']],
      ['orderby=count&order=desc', ['beta', 'Alpha', 'Émile']],
      ['orderby=description', ['Alpha', 'Émile', 'beta']],
      ['orderby=banana', ['Alpha', 'beta', 'Émile']],
      ['orderby=name', ['Alpha', 'beta', 'Émile']],
      ['orderby=include', ['Alpha', 'beta', 'Émile']],
      ['post={one}', ['Alpha', 'beta']],
      ['event={two}', ['beta', 'Émile']],
      ['event={two}&post={one}', ['beta', 'Émile']],
      ...(kind === 'category'
        ? ([
            ['parent={beta}&hide_empty=0', ['child']],
            ['parent={beta}', []],
            ['parent={child}&hide_empty=0', []],
          ] as const)
        : ([['parent=5', ['Alpha', 'beta', 'Émile']]] as const)),
    ];

    test.each(findings)('"%s" finds %j', async (query, wanted) => {
      const filled = query.replace(/\{([^}]+)\}/g, (_, name) => String(id[name]));
      expect(await names(filled)).toEqual(wanted);
    });

    test('an editor asks for the terms of a hidden event, others may not', async () => {
      expect(await names(fill('event={draft}&hide_empty=0'), { as: 'editor' })).toEqual(['unused']);
      expectRefusal(await world.ask(fill(`GET /${path}?event={draft}`)), invalid('event'));
    });

    test.each([
      ['search=', 'search'],
      ['include=999999', 'include'],
      ['include=', 'include'],
      ['include=abc', 'include'],
      ['exclude=999999', 'exclude'],
      ['order=', 'order'],
      ['orderby=', 'orderby'],
      ['hide_empty=maybe', 'hide_empty'],
      ['hide_empty=', 'hide_empty'],
      ['post=999999', 'post'],
      ['event=0', 'event'],
      ['slug=', 'slug'],
      ['page=-1', 'page'],
      ...(kind === 'category'
        ? [
            ['parent=0', 'parent'],
            ['parent=999999', 'parent'],
            ['parent=abc', 'parent'],
          ]
        : []),
    ])('"%s" is refused', async (query, name) => {
      for (const on of mounts) expectRefusal(await world.ask(`GET /${path}?${query}`, { on }), invalid(name as string));
    });

    test('an id of the other taxonomy is unknown here', async () => {
      const other = kind === 'category' ? await world.tag() : await world.category();
      expectRefusal(await world.ask(`GET /${path}?include=${other.id}`), invalid('include'));
    });

    test('the whole answer around the terms, and links that carry every filter', async () => {
      const list = `${baseUrl}${prefixes.native}/${path}/`;
      const query = 'per_page=1&orderby=count&order=desc&hide_empty=true';
      const { body, headers } = await world.ask(`GET /${path}?${query}&page=2`);
      expect({ ...body, [path]: body[path].length }).toEqual({
        rest_url: list,
        total: 3,
        total_pages: 3,
        [path]: 1,
        next_rest_url: expect.any(String),
        previous_rest_url: expect.any(String),
      });
      expect(Object.keys(body)).toEqual([
        'rest_url',
        'total',
        'total_pages',
        path,
        'next_rest_url',
        'previous_rest_url',
      ]);
      const filters = { per_page: '1', orderby: 'count', order: 'desc', hide_empty: 'true' };
      expect(Object.fromEntries(new URL(body.next_rest_url).searchParams)).toEqual({ ...filters, page: '3' });
      expect(Object.fromEntries(new URL(body.previous_rest_url).searchParams)).toEqual(filters);
      expect(headers.get('x-tec-total')).toBe('3');
    });
  });
});
