// Batches: many changes in one request, atomic or each on its own, with references, rights, repetition and limits.
import { describe, expect, test } from 'vitest';
import { openEngine } from '../src/app.js';
import { checksumsOf } from './harness/checksums.js';
import { type Ask, expectRefusal, type Reply, type Who } from './harness/client.js';
import { holdDate } from './harness/date.js';
import { forEachEngine, onOneEngine } from './harness/engines.js';
import { asFile, multipart, png } from './harness/pictures.js';
import { type Answered, type Body, useWorld, type World, word } from './harness/world.js';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body?: Body;
  readonly ref?: string;
  readonly if_match?: string;
}

const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };
const invalid = { statusCode: 400, code: 'rest_invalid_param' };

const venue = (name = word('Venue ')): Operation => ({ method: 'POST', path: '/venues', body: { venue: name } });
const event = (body: Body = {}): Operation => ({
  method: 'POST',
  path: '/events',
  body: { title: word('Event '), ...times, ...body },
});

const keyed = (): Ask => ({ as: 'editor', headers: { 'idempotency-key': word('key-') } });

onOneEngine((engine) => {
  const world = useWorld(engine);

  const run = (operations: readonly Operation[], more: Body = {}, ask: Ask = {}, at: World = world): Promise<Reply> =>
    at.ask('POST /batch', { as: 'editor', body: { operations, ...more }, ...ask });

  /** Runs the batch and expects that it changes no table. */
  async function withoutEffect(work: () => Promise<Reply>): Promise<Reply> {
    const before = await checksumsOf(world);
    const reply = await work();
    expect(await checksumsOf(world)).toEqual(before);
    return reply;
  }

  const missing: Operation = { method: 'PATCH', path: '/events/999999', body: { title: 'None' } };

  test('passwords of events are hashed before the transaction of an atomic batch', async () => {
    const operations = [
      event({ password: 'first' }),
      event({ password: '$$second.id' }),
      { ...event({ password: 'to be replaced' }), ref: 'third' },
      { method: 'PATCH', path: '/events/$third.id', body: { password: 'third' } },
    ];
    expect((await run(operations, { dry_run: true })).statusCode).toBe(200);
    expect((await run(operations, { dry_run: true, atomic: false })).statusCode).toBe(200);
    const reply = await run(operations);
    expect(reply.statusCode, reply.text).toBe(200);
    const opens = async (at: number, password: string) =>
      (await world.ask(`GET /events/${reply.body.results[at].id}?password=${password}`)).statusCode === 200;
    for (const [at, password] of ['first', '$second.id', 'third'].entries()) {
      expect(await opens(at, password), password).toBe(true);
      expect(await opens(at, 'another'), password).toBe(false);
    }
  });

  test('a fault of a value that is prepared early is reported in its turn', async () => {
    const image = {
      method: 'POST',
      path: '/venues',
      body: { venue: 'Barn', image: 'https://elsewhere.example/x.png' },
    };
    const [later, first] = [await run([missing, image]), await run([image, missing])];
    expectRefusal(later, { statusCode: 404, code: 'rest-event-not-found' });
    expectRefusal(first, { ...invalid, params: ['image'] });
    expect(first.body.data).toMatchObject({ index: 0 });
  });

  describe('an atomic batch', () => {
    test('creates, updates and deletes records that refer to each other', async () => {
      const tag = await world.tag();
      const reply = await run([
        { ...venue('Old Barn'), ref: 'barn' },
        { ...event({ title: 'Fair', venue: '$barn.id', tags: [tag.id] }), ref: 'fair' },
        { method: 'PATCH', path: '/events/$fair.id', body: { featured: true } },
        { method: 'PATCH', path: '/events/$fair.id', body: { featured: true } },
        { method: 'DELETE', path: `/tags/${tag.id}` },
      ]);
      expect(reply.statusCode, reply.text).toBe(200);
      const { results, summary } = reply.body;
      expect(summary).toEqual({ created: 2, updated: 1, unchanged: 1, deleted: 1, failed: 0 });
      expect(results.map(({ status }: Answered) => status)).toEqual([201, 201, 200, 200, 200]);
      expect(results[2]).toMatchObject({ id: results[1].id, changed: ['featured'], body: { featured: true } });
      const fair = await world.ask(`GET /events/${results[1].id}`, { as: 'editor' });
      expect(fair.body).toMatchObject({ title: 'Fair', featured: true, venue: { id: results[0].id }, tags: [] });
    });

    test('saves nothing if an operation fails, and returns its error with its place', async () => {
      const reply = await withoutEffect(() => run([venue(), event(), missing, venue()]));
      expectRefusal(reply, { statusCode: 404, code: 'rest-event-not-found' });
      expect(reply.body.data.index).toBe(2);
    });

    test('names the place of an invalid record among records that are created together', async () => {
      const wrong = event({ end_date: '2020-01-01' });
      const reply = await withoutEffect(() => run([event(), event(), wrong, event()]));
      expectRefusal(reply, { ...invalid, params: ['end_date'] });
      expect(reply.body.data.index).toBe(2);
      const unnamed = await withoutEffect(() => run([venue(), { method: 'POST', path: '/venues', body: {} }]));
      expect([unnamed.statusCode, unnamed.body.data.index]).toEqual([400, 1]);
    });

    test('creates many records in a row like single requests', async () => {
      const title = word('Row ');
      const bodies = Array.from({ length: 30 }, (_, at) => ({
        title: at % 3 ? title : word('Other '),
        ...times,
        cost: String(at),
        categories: [`${title} category`],
        organizer: { organizer: `${title} guild` },
        status: at % 4 ? 'publish' : 'draft',
      }));
      const reply = await run(bodies.map((body) => event(body)));
      expect(reply.body.summary).toMatchObject({ created: 30, failed: 0 });
      const ids = reply.body.results.map(({ id }: Answered) => id);
      expect(new Set(ids).size).toBe(30);
      for (const at of [0, 7, 29]) {
        const read = await world.ask(`GET /events/${ids[at]}`, { as: 'editor' });
        expect(read.body).toMatchObject(reply.body.results[at].body);
      }
      const { organizers } = await world.get(`/organizers?search=${encodeURIComponent(`${title} guild`)}`);
      expect(organizers).toHaveLength(1);
    });

    test('creates or updates by external ID', async () => {
      const id = word('show-');
      const path = `/venues/by-external/box/${id}`;
      const upsert = (name: string): Operation => ({ method: 'UPSERT', path, body: { venue: name } });
      const { body } = await run([
        upsert('Hall'),
        upsert('Hall'),
        { method: 'UPSERT', path: '/venues', body: { source: 'box', external_id: id, venue: 'Big Hall' } },
        { method: 'DELETE', path },
      ]);
      expect(body.summary).toEqual({ created: 1, updated: 1, unchanged: 1, deleted: 1, failed: 0 });
      expect(new Set(body.results.map((one: Answered) => one.id)).size).toBe(1);
      const bare = await withoutEffect(() => run([{ method: 'UPSERT', path: '/venues', body: { venue: 'Hall' } }]));
      expectRefusal(bare, { ...invalid, params: ['operations[0].body'] });
    });

    test('selects the fields of records', async () => {
      const { body } = await run([venue('Barn')], { _fields: 'id,venue' });
      expect(body.results[0].body).toEqual({ id: body.results[0].id, venue: 'Barn' });
    });

    test('changes one date of a series', async () => {
      const series = await world.event({ recurrence: 'FREQ=DAILY;COUNT=3' });
      const path = `/events/${series.id}/occurrences/2027-07-02`;
      const { body } = await run([{ method: 'PATCH', path, body: { title: 'Second day' } }]);
      expect(body.results[0]).toMatchObject({ status: 200, body: { title: 'Second day' } });
    });

    test('records each change with the caller', async () => {
      const { body } = await run([venue(), venue()]);
      for (const { id } of body.results) {
        const { revisions } = await world.get(`/revisions?resource=venues&record=${id}`, { as: 'administrator' });
        expect(revisions).toMatchObject([{ action: 'created', user: { id: world.people.editor.id } }]);
      }
    });

    test('fetches no image inside its transaction', async () => {
      const image = 'https://pictures.example/a.png';
      const reply = await withoutEffect(() => run([event({ image })]));
      expectRefusal(reply, { ...invalid, params: ['image'] });
      const [known] = [
        await world.ask('POST /media', {
          as: 'editor',
          ...(await multipart({ file: asFile(await png(3, 3), 'a.png') })),
        }),
      ];
      expect((await run([event({ image: known.body.id })])).body.summary.created).toBe(1);
    });
  });

  describe('a batch that is not atomic', () => {
    test('saves what succeeds and reports what fails', async () => {
      const { statusCode, body } = await run(
        [
          { ...venue(), ref: 'good' },
          { ...missing, ref: 'bad' },
          event({ venue: '$bad.id' }),
          event({ venue: '$good.id' }),
          event({ title: '' }),
        ],
        { atomic: false },
      );
      expect(statusCode).toBe(200);
      expect(body.summary).toEqual({ created: 2, updated: 0, unchanged: 0, deleted: 0, failed: 3 });
      expect(body.results.map(({ status }: Answered) => status)).toEqual([201, 404, 424, 201, 400]);
      expect(body.results[1]).toEqual({
        status: 404,
        error: expect.objectContaining({ code: 'rest-event-not-found' }),
      });
      expect((await world.ask(`GET /events/${body.results[3].id}`)).body.venue.id).toBe(body.results[0].id);
    });
  });

  describe('a dry run', () => {
    test.each([true, false])('returns the results without saving anything (atomic: %s)', async (atomic) => {
      const { id } = await world.event({ title: 'Before' });
      const operations = [
        { ...venue('Dry Barn'), ref: 'barn' },
        event({ venue: '$barn.id' }),
        event(),
        { method: 'PATCH', path: `/events/${id}`, body: { title: 'After', venue: '$barn.id' } },
        ...(atomic ? [] : [missing, { method: 'PATCH', path: `/events/${id}`, body: { end_date: '2020-01-01' } }]),
        { method: 'DELETE', path: `/events/${id}` },
      ];
      const reply = await withoutEffect(() => run(operations, { atomic, dry_run: true }));
      expect([reply.statusCode, reply.headers.get('x-dry-run')]).toEqual([200, '1']);
      const { results, summary } = reply.body;
      expect(summary).toEqual({ created: 3, updated: 1, unchanged: 0, deleted: 1, failed: atomic ? 0 : 2 });
      expect(results[0]).toMatchObject({ status: 201, id: null, body: { id: null, venue: 'Dry Barn' } });
      expect(results[1]).toMatchObject({ id: null, body: { venue: { id: null }, changes: { venue: [null, [null]] } } });
      const changes = { title: ['Before', 'After'], venue: [[], [null]] };
      expect(results[3]).toMatchObject({ status: 200, id, body: { changes } });
      const real = await run(operations, { atomic });
      expect(real.body.summary).toEqual(summary);
      expect(real.body.results.map(({ status, changed }: Answered) => [status, changed])).toEqual(
        results.map(({ status, changed }: Answered) => [status, changed]),
      );
    });

    test('undoes what a failed operation did, before the next one runs', async () => {
      const described = { venue: word('Barn ') };
      // The venue is created before the tag is refused.
      const operations = [event({ venue: described, tags: [word('tag ')] }), event({ venue: described })];
      const { body } = await withoutEffect(() =>
        run(operations, { atomic: false, dry_run: true, _fields: 'venue.id,changes.venue' }, { as: 'author' }),
      );
      expect(body.results).toMatchObject([
        { status: 403 },
        { status: 201, body: { venue: { id: null }, changes: { venue: [null, [null]] } } },
      ]);
    });

    test('fails like the real run, also by a parameter of the query', async () => {
      for (const parameter of ['dry_run', '_preview']) {
        const ask = (operations: readonly Operation[]) =>
          withoutEffect(() => world.ask(`POST /batch?${parameter}=true`, { as: 'editor', body: { operations } }));
        const reply = await ask([venue(), missing]);
        expectRefusal(reply, { statusCode: 404, code: 'rest-event-not-found' });
        expect(reply.body.data.index).toBe(1);
        expect((await ask([venue()])).headers.get('x-dry-run')).toBe('1');
      }
    });
  });

  describe('rights', () => {
    test('each role may do in a batch what it may do in single requests', async () => {
      const other = await world.event();
      const shared = await world.venue();
      const operations: readonly Operation[] = [
        venue('Right Hall'),
        event({ title: 'Right Fair', status: 'publish' }),
        { method: 'PATCH', path: `/events/${other.id}`, body: { title: 'Taken over' } },
        { method: 'DELETE', path: `/venues/${shared.id}` },
        { method: 'POST', path: '/categories', body: { name: word('Right ') } },
      ];
      const roles: readonly Who[] = ['subscriber', 'contributor', 'author', 'editor', 'administrator'];
      for (const as of roles) {
        const dry = await run(operations, { atomic: false, dry_run: true }, { as });
        const singles: Reply[] = [];
        for (const { method, path, body } of operations)
          singles.push(await world.ask(`${method} ${path}?dry_run=true`, { as, body }));
        expect(
          dry.body.results.map(({ status, error }: Answered) => error ?? status),
          as,
        ).toEqual(
          singles.map(({ statusCode, body }, at) =>
            statusCode >= 400 ? body : operations[at]?.method === 'POST' ? 201 : 200,
          ),
        );
      }
    });

    test('a batch needs credentials, and a session its token', async () => {
      expectRefusal(await withoutEffect(() => run([venue()], {}, { as: 'anonymous' })), {
        statusCode: 401,
        code: 'rest_forbidden',
      });
      expect((await run([venue()], {}, { on: 'dropin' })).statusCode).toBe(404);
    });

    test('other resources are out of reach', async () => {
      const { administrator } = world.people;
      const paths = [
        ...[
          '/users',
          `/users/${administrator.id}`,
          '/settings',
          '/batch',
          '/session',
          '/revisions/1/restore',
          '/setup',
        ],
        ...['/events/../users', '/events/1/../../users', '/events%2f1', '//events', '/events/', '/events/1/duplicate'],
        ...['/EVENTS', '/events/41 ', '/cal/events/v1/events', '/events/1#x', '/review/1/approve', '/__proto__'],
      ];
      for (const path of paths) {
        const operation = { method: 'POST', path, body: { name: 'mallory', role: 'administrator' } };
        const reply = await withoutEffect(() => run([operation], {}, { as: 'administrator' }));
        expect([path, reply.statusCode]).toEqual([path, 404]);
        expect(reply.body.data.index).toBe(0);
      }
    });
  });

  describe('If-Match', () => {
    test('rejects the change of a record that has changed', async () => {
      const { id } = await world.venue();
      const { headers } = await world.ask(`GET /venues/${id}`);
      const change = (phone: string): Operation => ({
        method: 'PATCH',
        path: `/venues/${id}`,
        body: { phone },
        if_match: headers.get('etag') ?? '',
      });
      const stale = await withoutEffect(() => run([change('1'), change('2')]));
      expectRefusal(stale, { statusCode: 412, code: 'rest_precondition_failed' });
      expect(stale.body.data.index).toBe(1);
      const { body } = await run([change('1')]);
      const next = { ...change('2'), if_match: body.results[0].headers.etag };
      expect((await run([next])).body.summary.updated).toBe(1);
    });
  });

  describe('an Idempotency-Key', () => {
    test.each([true, false])('applies to the whole batch (atomic: %s)', async (atomic) => {
      const ask = keyed();
      const operations = [venue(), event(), ...(atomic ? [] : [missing])];
      const first = await run(operations, { atomic }, ask);
      const again = await withoutEffect(() => run(operations, { atomic }, ask));
      expect([again.statusCode, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
      expect(again.body).toEqual(first.body);
      expectRefusal(await withoutEffect(() => run([venue()], { atomic }, ask)), {
        statusCode: 422,
        code: 'rest_idempotency_key_reused',
      });
    });

    test('does what is missing when a batch that was interrupted is repeated', async () => {
      const ask = keyed();
      const operations = [venue(), venue(), missing];
      const first = await run(operations, { atomic: false }, ask);
      // As if the process had ended before it stored the response of the whole batch and the second operation.
      const { all, is } = await import('../src/core/condition.js');
      const { idempotentResponses } = await import('../src/models/account/account.js');
      const key = is('idempotency_key', ask.headers?.['idempotency-key'] ?? '');
      await world.store.transact(async (writer) => {
        const route = '/cal/events/v1/batch';
        for (const lost of [route, `${route} 1`]) await writer.remove(idempotentResponses, all(key, is('route', lost)));
      });
      const again = await run(operations, { atomic: false }, ask);
      const ids = ({ body }: Reply) => body.results.map(({ id }: Answered) => id);
      expect(ids(again)[0]).toBe(ids(first)[0]);
      expect(ids(again)[1]).not.toBe(ids(first)[1]);
      expect(again.body.results[2]).toEqual(first.body.results[2]);
    });
  });

  test('an operation that failed with 5xx runs when the batch is repeated under its key', async () => {
    const rename = async (from: string, to: string) => {
      const engine = openEngine(world.config);
      const sql = `alter table venues rename column ${from} to ${to}`;
      await engine.transact(({ run }) => run({ sql, values: [] }));
      await engine.close();
    };
    const ask: Ask = { as: 'editor', headers: { 'idempotency-key': word('key-') } };
    const operations = [{ method: 'POST', path: '/tags', body: { name: word('tag') } }, venue()];
    const statuses = ({ body }: Reply) => body.results.map(({ status }: Answered) => status);
    let failed: Reply;
    await rename('phone', 'phone_away');
    try {
      failed = await run(operations, { atomic: false }, ask);
    } finally {
      await rename('phone_away', 'phone');
    }
    expect(statuses(failed)).toEqual([201, 500]);
    const again = await run(operations, { atomic: false }, ask);
    expect([statuses(again), again.headers.get('idempotency-replayed')]).toEqual([[201, 201], null]);
    expect(again.body.results[0]).toEqual(failed.body.results[0]);
    const third = await withoutEffect(() => run(operations, { atomic: false }, ask));
    expect([third.body, third.headers.get('idempotency-replayed')]).toEqual([again.body, 'true']);
  });

  describe('the rate limit', () => {
    const limited = useWorld(engine, { settings: { ALMANAC_RATE_LIMIT: 'on', ALMANAC_WRITE_LIMIT: '120' } });

    test('counts the operations of a batch', async () => {
      holdDate();
      // A burst is a sixth of the limit.
      expect(
        (
          await run(
            Array.from({ length: 15 }, () => venue()),
            {},
            { as: 'author' },
            limited,
          )
        ).statusCode,
      ).toBe(200);
      const refused = await run(
        Array.from({ length: 6 }, () => venue()),
        { atomic: false },
        { as: 'author' },
        limited,
      );
      expectRefusal(refused, { statusCode: 429, code: 'rest_too_many_requests' });
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(
        (
          await run(
            Array.from({ length: 5 }, () => venue()),
            {},
            { as: 'author' },
            limited,
          )
        ).statusCode,
      ).toBe(200);
      expect((await run([venue()], { dry_run: true }, { as: 'author' }, limited)).statusCode).toBe(429);
    });

    test('an operation that met it runs when the batch is repeated under its key', async () => {
      const pass = holdDate();
      const ask: Ask = { as: 'editor', headers: { 'idempotency-key': word('key-') } };
      const series = { ...event(), body: { ...event().body, recurrence: 'FREQ=DAILY;COUNT=18' } };
      const statuses = ({ body }: Reply) => body.results.map(({ status }: Answered) => status);
      const operations = [series, series];
      expect(statuses(await run(operations, { atomic: false }, ask, limited))).toEqual([201, 429]);
      pass(60);
      expect(statuses(await run(operations, { atomic: false }, ask, limited))).toEqual([201, 201]);
    });
  });

  describe('bad input', () => {
    const refused = async (operations: unknown, params: readonly string[], more: Body = {}) => {
      const body = { operations, ...more };
      const reply = await withoutEffect(() => world.ask('POST /batch', { as: 'editor', body }));
      expectRefusal(reply, { ...invalid, params });
      return reply;
    };

    test('names the operation and its key', async () => {
      const good = { ...venue(), ref: 'v1' };
      const cases: readonly (readonly [unknown, string])[] = [
        [{ method: 'GET', path: '/events' }, '.method'],
        [{ method: 'patch', path: '/events' }, '.method'],
        [{ path: '/events' }, '.method'],
        [{ method: 'POST' }, '.path'],
        [{ method: 'POST', path: 'events' }, '.path'],
        [{ method: 'POST', path: 'https://other.example/events' }, '.path'],
        [{ method: 'POST', path: `/${'x'.repeat(3_000)}` }, '.path'],
        [{ method: 'POST', path: '/events?dry_run=true', body: {} }, '.path'],
        [{ method: 'POST', path: '/events?_fields=id', body: {} }, '.path'],
        [{ method: 'POST', path: '/venues/by-slug/%ff', body: {} }, '.path'],
        [{ method: 'POST', path: '/media', body: { file: 'data:image/png;base64,AA==' } }, '.path'],
        [{ method: 'POST', path: '/events', body: 'title=x' }, '.body'],
        [{ method: 'POST', path: '/events', body: [] }, '.body'],
        [{ method: 'POST', path: '/events', ref: '1 2' }, '.ref'],
        [{ ...venue(), ref: 'v1' }, '.ref'],
        [{ ...venue(), if_match: 3 }, '.if_match'],
        [{ ...venue(), bodyy: {} }, ''],
        [JSON.parse('{"method":"POST","path":"/venues","__proto__":{"body":{"venue":"x"}}}'), ''],
        ['POST /events', ''],
        [null, ''],
        [event({ venue: '$later.id' }), '.body'],
        [{ ...event({ venue: '$self.id' }), ref: 'self' }, '.body'],
        [event({ venue: [{ venue: 'x', nested: ['$none.id'] }] }), '.body'],
        [{ method: 'PATCH', path: '/events/$none.id', body: {} }, '.path'],
      ];
      for (const [operation, key] of cases) {
        const reply = await refused([good, operation, { ...venue(), ref: 'later' }], [`operations[1]${key}`]);
        expect(reply.body.data.index, key).toBe(1);
      }
    });

    test('rejects a list that is empty, too long or no list', async () => {
      const many = Array.from({ length: 501 }, () => venue());
      for (const operations of [[], many, {}, 'x', 7]) await refused(operations, ['operations']);
      const none = await world.ask('POST /batch', { as: 'editor', body: { atomic: true } });
      expectRefusal(none, { statusCode: 400, code: 'rest_missing_callback_param', params: ['operations'] });
      await refused([venue()], ['atomic'], { atomic: 'perhaps' });
    });

    test('accepts 500 operations and a body of 5 MiB, but not one byte more', async () => {
      const description = 'x'.repeat(10_000);
      const operations = Array.from({ length: 500 }, (_, at) => ({
        method: 'POST',
        path: '/venues',
        body: { venue: `Wide ${at}`, description },
      }));
      const text = JSON.stringify({ operations, dry_run: true });
      const ask = (raw: string, as: Who = 'editor') =>
        world.ask('POST /batch', { as, raw, headers: { 'content-type': 'application/json' } });
      const limit = 5 * 1_048_576;
      expect((await ask(text.padEnd(limit))).body?.summary).toMatchObject({ created: 500 });
      expectRefusal(await ask(text.padEnd(limit + 1)), { statusCode: 413, code: 'rest_body_too_large' });
      expectRefusal(await ask(text, 'anonymous'), { statusCode: 401, code: 'rest_forbidden' });
    });

    test('keeps text that looks like a reference if it is escaped, and text that only contains one', async () => {
      const { body } = await run([{ ...venue(), ref: 'v1' }, venue('$$v1.id'), venue('Costs $v1.id'), venue('$v1')]);
      expect(body.results.slice(1).map((one: Answered) => one.body.venue)).toEqual(['$v1.id', 'Costs $v1.id', '$v1']);
    });

    test('never takes values from the prototype of a body', async () => {
      const text = `{"operations":[{"method":"POST","path":"/venues","body":{"__proto__":{"venue":"Polluted"},"constructor":{"prototype":{"venue":"x"}}}}]}`;
      const reply = await withoutEffect(() =>
        world.ask('POST /batch', { as: 'editor', raw: text, headers: { 'content-type': 'application/json' } }),
      );
      expect(reply.statusCode).toBe(400);
      expect(({} as Body).venue).toBeUndefined();
    });
  });
});

forEachEngine((engine) => {
  const world = useWorld(engine);

  test('batches that change the same records in different orders at the same time all succeed', async () => {
    const venues = [await world.venue(), await world.venue()];
    const send = (at: number) => {
      const order = at % 2 ? venues : venues.toReversed();
      const operations = order.map(({ id }) => ({ method: 'PATCH', path: `/venues/${id}`, body: { phone: `${at}` } }));
      return world.askAgain('POST /batch', { as: 'editor', body: { operations } });
    };
    const replies = await Promise.all([0, 1, 2, 3].map(send));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const [one, other] = await Promise.all(venues.map(({ id }) => world.get(`/venues/${id}`)));
    expect(one?.phone).toBe(other?.phone);
  });

  test.each([true, false])('lets a batch that is sent several times at once run once (atomic: %s)', async (atomic) => {
    const name = word('Once ');
    const ask = keyed();
    const operations = [venue(`${name} A`), event({ title: `${name} B` }), venue(`${name} C`)];
    const send = () => world.askAgain('POST /batch', { ...ask, body: { operations, atomic } });
    const replies = await Promise.all(Array.from({ length: 6 }, send));
    for (const { body } of replies) expect(body).toEqual(replies[0]?.body);
    const { total } = await world.get(`/venues?search=${encodeURIComponent(name)}`);
    expect(total).toBe(2);
  });
});
