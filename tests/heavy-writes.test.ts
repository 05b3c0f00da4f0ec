// Writes that take long: their cost is bounded before the work begins, counted in the rate limit, and other requests are
// answered meanwhile.
import { describe, expect, test } from 'vitest';
import { is } from '../src/core/condition.js';
import { event } from '../src/models/event/event.js';
import { expectRefusal } from './harness/client.js';
import { engines, onOneEngine } from './harness/engines.js';
import { useWorld, type World, word } from './harness/world.js';

const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 11:00:00' };
const tooManyTags = 'Contains more than 20000 HTML tags. Use fewer.';
const seriesOf = (count: number) => ({
  title: word('Daily '),
  ...times,
  recurrence: { rule: `FREQ=DAILY;COUNT=${count}` },
});

const [first] = engines;
if (!first) throw new Error('there is no engine');

describe('HTML with very many tags', () => {
  const world = useWorld(first);
  const list = (items: number) => `<ul>${'<li>'.repeat(items)}`;

  test.each([
    ['in one text', { description: list(20_000) }, 'description'],
    ['in several texts together', { description: list(9_000), excerpt: list(11_000) }, 'excerpt'],
    ['in a new venue', { venue: { venue: word('Hall '), description: list(20_000) } }, 'venue'],
    ['that are comments', { description: '<!---->'.repeat(20_001) }, 'description'],
    ['that are closing tags', { description: '</p>'.repeat(20_001) }, 'description'],
  ])('is refused %s, in a single change, an upsert and a batch', async (_, given, name) => {
    const body = { title: word('Tags '), ...times, ...given };
    const refusal = { statusCode: 400, code: 'rest_invalid_param', params: [name] };
    for (const request of ['POST /events', `PUT /events/by-external/box/${word('id-')}`]) {
      const reply = await world.ask(request, { as: 'contributor', body });
      expectRefusal(reply, refusal);
      if (name !== 'venue') expect(reply.body.data.params[name]).toBe(tooManyTags);
    }
    const operations = [{ method: 'POST', path: '/events', body }];
    const reply = await world.ask('POST /batch', { as: 'contributor', body: { operations } });
    expect([reply.statusCode, reply.text]).toEqual([400, expect.stringContaining(tooManyTags)]);
  });

  test('is stored below the limit', async () => {
    const { id } = await world.event({ description: list(19_000) }, { as: 'contributor' });
    expect(id).toBeGreaterThan(0);
  });
});

describe('values that take long to read', () => {
  const world = useWorld(first);
  const body = { title: word('Long '), ...times };
  const tooBig = { description: 'é'.repeat(150_000) };
  const unknownDay = { recurrence: 'FREQ=WEEKLY;BYDAY=XX' };
  const writes = ['POST /events', 'POST /events/1', 'PUT /events/by-external/box/one'];
  const requests: readonly (readonly [string, string, object])[] = [
    ...writes.flatMap((request) => [
      ['description', request, tooBig] as const,
      ['recurrence', request, unknownDay] as const,
    ]),
    ['recurrence', 'POST /events/recurrence-preview', unknownDay],
  ];

  test.each(requests)('are read for callers with the right: %s of %s', async (name, request, given) => {
    const send = (as: 'anonymous' | 'subscriber' | 'editor') => world.ask(request, { as, body: { ...body, ...given } });
    const invalid = { statusCode: 400, code: 'rest_invalid_param', params: [name] };
    expectRefusal(await send('anonymous'), { statusCode: 401, code: 'rest_forbidden' });
    expectRefusal(await send('subscriber'), { statusCode: 403, code: 'rest_forbidden' });
    expectRefusal(await send('editor'), invalid);
  });

  test.each([
    ['recurrence', true],
    ['recurrence', ['x'.repeat(300_000)]],
    ['description', 5],
    ['description', 'x'.repeat(500_001)],
    ['description', '<b>'.repeat(20_001)],
  ])('are checked for everyone: %s', async (name, value) => {
    for (const as of ['anonymous', 'editor'] as const)
      expectRefusal(await world.ask('POST /events', { as, body: { ...body, [name]: value } }), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: [name],
      });
  });
});

onOneEngine((engine) => {
  /** 100 changes at once, and 10 per second. */
  const world = useWorld(engine, { settings: { ALMANAC_RATE_LIMIT: 'on', ALMANAC_WRITE_LIMIT: '600' } });

  const create = (given: object, as: 'administrator' | 'author' | 'editor' | 'contributor', path = '/events') =>
    world.ask(`POST ${path}`, { as, body: given });
  const limited = { statusCode: 429, code: 'rest_too_many_requests' };

  describe('the rate limit of changes', () => {
    test('counts a series by its dates', async () => {
      expect((await create(seriesOf(1_000), 'contributor')).statusCode).toBe(201);
      const next = await create({ title: word('Next '), ...times }, 'contributor');
      expectRefusal(next, limited);
      expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(60);
    });

    test('counts a dry run of a series by the few dates that its response needs', async () => {
      const given = { ...seriesOf(0), recurrence: 'FREQ=DAILY;COUNT=10000;BYHOUR=9,10,11,12,13,14,15,16,17,18,19,20' };
      const dry = await create(given, 'administrator', '/events?dry_run=true');
      expect([dry.statusCode, dry.body.recurrence.count]).toEqual([200, 10_000]);
      expect((await create({ title: word('Next '), ...times }, 'administrator')).statusCode).toBe(201);
    });

    test('counts the dates that a change moves', async () => {
      const made = await world.send('POST /events', seriesOf(60), { as: 'editor' });
      const moved = await world.ask(`PATCH /events/${made.id}`, {
        as: 'editor',
        body: { start_date: '2027-07-01 12:00:00', end_date: '2027-07-01 13:00:00' },
      });
      expectRefusal(moved, limited);
      expect((await world.get(`/events/${made.id}`)).start_date).toBe(times.start_date);
    });

    test('counts series in a batch, which then changes nothing', async () => {
      const operations = Array.from({ length: 3 }, () => ({ method: 'POST', path: '/events', body: seriesOf(80) }));
      expectRefusal(await create({ operations }, 'author', '/batch'), limited);
      const where = is('author', world.people.author.id);
      expect(await world.store.count({ table: event, where })).toBe(0);
    });
  });
});

describe('a series with more erased dates than a request may add', () => {
  const world = useWorld(first);

  test('can be edited by its form', async () => {
    const { id } = await world.event({ recurrence: { rule: 'FREQ=DAILY;COUNT=3' } });
    const except = Array.from({ length: 1_200 }, (_, n) => `${1_000 + n}-01-01`);
    await world.store.transact(async (writer) => {
      const row = await writer.read({ table: event, where: is('id', id) });
      if (row?.recurrence) await writer.update(event, id, { recurrence: { ...row.recurrence, except } });
    });
    const { _input: form } = await world.get(`/events/${id}?context=edit`, { as: 'editor' });
    expect(form.recurrence.except).toHaveLength(1_200);
    const body = { ...form, title: word('Edited ') };
    const reply = await world.ask(`PATCH /events/${id}?context=edit`, { as: 'editor', body });
    expect([reply.statusCode, reply.body.title], reply.text.slice(0, 300)).toEqual([200, body.title]);
  });
});

describe('a dry run of a long series', () => {
  const world = useWorld(first);
  const body = {
    title: word('Ferry '),
    start_date: '2027-05-01 09:00:00',
    end_date: '2027-05-01 09:30:00',
    recurrence: { rule: 'FREQ=DAILY;BYHOUR=9,15;COUNT=300', except: ['2027-05-03'] },
  };
  const dryRun = (request: string) => world.ask(`${request}?dry_run=true`, { as: 'editor', body });

  test('shows the series as it would be', async () => {
    const { body: dry } = await dryRun('POST /events');
    const made = await world.send('POST /events', body, { as: 'editor' });
    expect(dry.recurrence).toEqual(made.recurrence);
    expect(dry.recurrence).toMatchObject({ count: 298, next: expect.stringMatching(/^2027-06-15T15:00:00/) });
    expect([dry.start_date, dry.url]).toEqual([made.start_date, made.url]);
  });

  test('shows all dates that an event would get', async () => {
    const { title, start_date, end_date } = body;
    const { id } = await world.event({ title, start_date, end_date });
    const { body: dry } = await dryRun(`PATCH /events/${id}`);
    const made = await world.send(`PATCH /events/${id}`, body, { as: 'editor' });
    expect(dry.recurrence).toEqual(made.recurrence);
    expect(dry.series.added).toHaveLength(298);
    expect(await world.get(`/events/${id}/occurrences?per_page=1`)).toMatchObject({ total: 298 });
  });
});

describe('a long write', () => {
  const world = useWorld(first);

  /** Probes that are answered while the request is. */
  async function answeredDuring(sending: Promise<unknown>, { ask }: Pick<World, 'ask'>): Promise<number> {
    let [isDone, answered] = [false, 0];
    const done = sending.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await ask('GET //healthz');
      if (!isDone) answered++;
    }
    await done;
    return answered;
  }

  test('of a series lets other requests be answered meanwhile', async () => {
    const body = seriesOf(2_000);
    const sending = world.ask('POST /events', { as: 'contributor', body });
    expect(await answeredDuring(sending, world)).toBeGreaterThan(3);
    expect((await sending).statusCode).toBe(201);
  });
});
