// Tickets of events: what is accepted, how it is shown, and the filter by it, on both mounts.
import { beforeAll, describe, expect, test } from 'vitest';
import { event } from '../src/models/event/event.js';
import { expectRefusal, mounts } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { type Answered, baseUrl, useWorld, word } from './harness/world.js';

const invalid = { statusCode: 400, code: 'rest_invalid_param', params: ['tickets'] };
const titlesOf = (list: Answered): readonly string[] => list.events.map(({ title }: Answered) => title);

onOneEngine((engine) => {
  describe('tickets', () => {
    const world = useWorld(engine);
    const times = { start_date: '2027-07-01 10:00', end_date: '2027-07-01 11:00' };

    test('are stored completely and in order, on both mounts', async () => {
      const tickets = [
        {
          name: 'Adults',
          price: 12.5,
          currency: 'EUR',
          url: 'https://t.example/?a=1&b=2',
          capacity: 200,
          provider: 'woo',
        },
        { name: 'Children', price: 0, currency: 'EUR', capacity: 0, provider: 'woo' },
        { name: 'Friends “of” \\ the <mill>', currency: 'CHF', provider: 'rsvp' },
      ];
      const { id } = await world.event({ tickets });
      for (const on of mounts) {
        const read = await world.get(`/events/${id}`, { on });
        expect(read.ticketed).toEqual(['woo', 'rsvp']);
        expect(read.tickets).toEqual([...tickets.slice(0, 2), { ...tickets[2], name: 'Friends “of” \\ the' }]);
        const keys = Object.keys(read);
        expect(keys.slice(keys.indexOf('organizer'))).toEqual([
          'organizer',
          'tickets',
          'ticketed',
          'custom_fields',
          'json_ld',
        ]);
      }
    });

    test('accepts a single ticket with only a name', async () => {
      const made = await world.event({ tickets: { name: 'Entry', price: '', url: null, extra: 'ignored' } });
      expect(made.tickets).toEqual([{ name: 'Entry', currency: 'USD', provider: 'link' }]);
      expect(made.ticketed).toEqual(['link']);
    });

    test('take the currency of the event’s cost unless they have their own', async () => {
      const currencyOf = async (cost: string, more = {}) =>
        (await world.event({ cost, tickets: [{ name: 'Entry', price: 5, ...more }] })).tickets[0].currency;
      expect(await currencyOf('€5')).toBe('EUR');
      expect(await currencyOf('5 SEK')).toBe('SEK');
      expect(await currencyOf('20 kr')).toBe('USD');
      expect(await currencyOf('Donation')).toBe('USD');
      expect(await currencyOf('€5', { currency: 'gbp' })).toBe('GBP');
    });

    test('are replaced as a whole, cleared, and otherwise left alone', async () => {
      const { id } = await world.event({ tickets: [{ name: 'One' }, { name: 'Two' }] });
      const change = (body: object) => world.send(`PATCH /events/${id}`, body as never);
      expect((await change({ title: 'Other' })).tickets).toHaveLength(2);
      expect((await change({ tickets: null })).tickets).toHaveLength(2);
      expect((await change({ tickets: [{ name: 'Three' }] })).tickets.map(({ name }: Answered) => name)).toEqual([
        'Three',
      ]);
      expect(await change({ tickets: [] })).toMatchObject({ tickets: [], ticketed: false });
      await change({ tickets: { name: 'Four' } });
      expect(await change({ tickets: '' })).toMatchObject({ tickets: [], ticketed: false });
    });

    test('come as a form', async () => {
      const parts = {
        title: word('Form'),
        ...times,
        'tickets[0][name]': 'Adults',
        'tickets[0][price]': '12.3456',
        'tickets[0][capacity]': '0',
        'tickets[0][url]': '',
        'tickets[1][name]': 'Children',
        'tickets[1][currency]': 'eur',
        'tickets[1][provider]': 'Box-Office_1',
      };
      const reply = await world.ask('POST /events', { as: 'editor', raw: new URLSearchParams(parts).toString() });
      expect(reply.body.tickets).toEqual([
        { name: 'Adults', price: 12.3456, currency: 'USD', capacity: 0, provider: 'link' },
        { name: 'Children', currency: 'EUR', provider: 'box-office_1' },
      ]);
      const single = new URLSearchParams({ title: word('Form'), ...times, 'tickets[name]': 'Only' }).toString();
      expect((await world.ask('POST /events', { as: 'editor', raw: single })).body.tickets).toHaveLength(1);
    });

    const faults: readonly (readonly [unknown, RegExp])[] = [
      [[{}], /Item 1, name/],
      [{}, /Item 1, name/],
      [[{ name: 'Ok' }, { name: ' ' }], /Item 2, name/],
      [[{ name: 'x'.repeat(201) }], /Item 1, name/],
      [[{ name: 5 }], /Item 1, name/],
      [[{ name: 'nul\u0000' }], /Item 1, name/],
      [[{ name: 'Ok', price: -1 }], /Item 1, price/],
      [[{ name: 'Ok', price: 1e9 + 1 }], /Item 1, price/],
      [[{ name: 'Ok', price: '1.23456' }], /Item 1, price/],
      [[{ name: 'Ok', price: 'free' }], /Item 1, price/],
      [[{ name: 'Ok', price: [] }], /Item 1, price/],
      [[{ name: 'Ok', currency: 'EURO' }], /Item 1, currency/],
      [[{ name: 'Ok', currency: 'ABC' }], /Item 1, currency/],
      [[{ name: 'Ok', currency: 5 }], /Item 1, currency/],
      [[{ name: 'Ok', url: 'ftp://t.example/' }], /Item 1, url/],
      [[{ name: 'Ok', url: 'javascript:alert(1)' }], /Item 1, url/],
      [[{ name: 'Ok', capacity: -1 }], /Item 1, capacity/],
      [[{ name: 'Ok', capacity: 1.5 }], /Item 1, capacity/],
      [[{ name: 'Ok', provider: 'two words' }], /Item 1, provider/],
      [[{ name: 'Ok', provider: 'x'.repeat(51) }], /Item 1, provider/],
      [[{ name: 'Ok', price: -1, capacity: -1 }], /Item 1, price.*Item 1, capacity/],
      [['Entry'], /Item 1/],
      [[null], /Item 1/],
      [[[{ name: 'Ok' }]], /Item 1/],
      ['Entry', /Item 1/],
      [5, /Item 1/],
      [true, /Item 1/],
      [Array.from({ length: 51 }, () => ({ name: 'Ok' })), /50/],
    ];
    test.each(faults)('%j is refused', async (tickets, message) => {
      const body = { title: 'Wrong', ...times, tickets };
      const reply = await world.ask('POST /events', { as: 'editor', body });
      expectRefusal(reply, invalid);
      expect(reply.body.data.params.tickets).toMatch(message);
    });

    test('fifty of them are the most', async () => {
      const made = await world.event({ tickets: Array.from({ length: 50 }, (_, at) => ({ name: `No. ${at}` })) });
      expect(made.tickets).toHaveLength(50);
    });

    test('are listed in JSON-LD, else the cost is', async () => {
      const { id, slug } = await world.event({
        cost: '€5',
        date: '2027-01-02 00:00:00',
        tickets: [
          { name: 'Adults', price: 5, url: 'https://t.example/' },
          { name: 'Children', price: 2.5, capacity: 0 },
          { name: 'Friends' },
        ],
      });
      const validFrom = '2027-01-02T05:00:00+00:00';
      const page = `${baseUrl}/event/${slug}/`;
      const inStock = 'https://schema.org/InStock';
      expect((await world.get(`/events/${id}`)).json_ld.offers).toEqual([
        {
          '@type': 'Offer',
          name: 'Adults',
          price: 5,
          priceCurrency: 'EUR',
          url: 'https://t.example/',
          availability: inStock,
          validFrom,
        },
        {
          '@type': 'Offer',
          name: 'Children',
          price: 2.5,
          priceCurrency: 'EUR',
          url: page,
          availability: 'https://schema.org/SoldOut',
          validFrom,
        },
        { '@type': 'Offer', name: 'Friends', url: page, availability: inStock, validFrom },
      ]);
      await world.send(`PATCH /events/${id}`, { tickets: [] });
      expect((await world.get(`/events/${id}`)).json_ld.offers).toMatchObject({ price: 5, priceCurrency: 'EUR' });
    });
  });

  describe('the filter', () => {
    const world = useWorld(engine);
    beforeAll(async () => {
      await world.event({ title: 'with', tickets: { name: 'Entry' } });
      await world.event({ title: 'without' });
      await world.event({ title: 'locked with', tickets: { name: 'Secret' }, password: 'sesame' });
      await world.event({ title: 'locked without', password: 'sesame' });
    });

    test.each(mounts)('works both ways on the %s mount, and never finds protected events', async (on) => {
      expect(titlesOf(await world.get('/events?ticketed=true', { on }))).toEqual(['with']);
      expect(titlesOf(await world.get('/events?ticketed=0', { on }))).toEqual(['without']);
      const edit = { on, as: 'editor' } as const;
      expect(titlesOf(await world.get('/events?ticketed=true', edit))).toEqual(['with']);
      expect(titlesOf(await world.get('/events?ticketed=1&context=edit', edit))).toEqual(['with', 'locked with']);
      expect(titlesOf(await world.get('/events?ticketed=false&context=edit', edit))).toEqual([
        'without',
        'locked without',
      ]);
    });

    test('a protected event hides its tickets in a list', async () => {
      const { events } = await world.get('/events');
      const locked = events.filter(({ title }: Answered) => title.startsWith('locked'));
      expect(locked.map(({ tickets, ticketed }: Answered) => [tickets, ticketed])).toEqual([
        [[], null],
        [[], null],
      ]);
    });

    test('links carry it', async () => {
      const { rest_url } = await world.get('/events?ticketed=true');
      expect(new URL(rest_url).searchParams.get('ticketed')).toBe('true');
    });
  });

  describe('switched off', () => {
    const world = useWorld(engine, { settings: { ALMANAC_TICKETS: 'off' } });

    test('rejects only requests that use tickets', async () => {
      const made = await world.event({ tickets: [] });
      await world.event({ tickets: '' });
      for (const on of mounts) {
        expect((await world.get('/events?ticketed=false', { on })).total).toBeGreaterThan(0);
        const asked = await world.ask('GET /events?ticketed=true', { on });
        expectRefusal(asked, { ...invalid, params: ['ticketed'] });
        expect(asked.body.data.details.ticketed.code).toBe('event-tickets-not-active');
        expectRefusal(await world.ask('GET /events?ticketed=zz', { on }), { ...invalid, params: ['ticketed'] });
        const body = { tickets: [{ name: 'Entry' }] };
        const sent = await world.ask(`PATCH /events/${made.id}`, { as: 'editor', on, body });
        expectRefusal(sent, invalid);
        expect(sent.body.data.details.tickets.code).toBe('event-tickets-not-active');
      }
    });

    test('responses have no tickets, even stored ones', async () => {
      const { id } = await world.event({ cost: '$5' });
      const tickets = [{ name: 'Entry', currency: 'USD', provider: 'link' }];
      await world.store.transact((writer) => writer.update(event, id, { tickets, ticketed: true }));
      const read = await world.get(`/events/${id}`);
      expect(read).not.toHaveProperty('ticketed');
      expect(read).not.toHaveProperty('tickets');
      expect(read.json_ld.offers.price).toBe(5);
      expect((await world.get('/events?ticketed=false')).events.map((one: Answered) => one.id)).toContain(id);
    });
  });
});
