// Hostile and malformed requests get a 4xx in the one error shape, never a 5xx, and change nothing.
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Ask, expectRefusal, expectSomeRefusal, mounts } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { type Answered, type Body, useWorld, word } from './harness/world.js';

const invalid = (...params: string[]) => ({ statusCode: 400, code: 'rest_invalid_param', params });
const badRequest = { statusCode: 400, code: 'rest_bad_request' };
const badJson = { statusCode: 400, code: 'rest_invalid_json' };
const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };
const event = { title: 'Hostile', ...times };
const json = { 'content-type': 'application/json' };

forEachEngine((engine) => {
  const world = useWorld(engine);
  const post = (path: string, ask: Ask) => world.ask(`POST ${path}`, { as: 'editor', ...ask });

  async function everything(): Promise<Body> {
    const lists: Record<string, unknown> = {};
    for (const path of ['events', 'venues', 'organizers', 'categories', 'tags']) {
      const query = ['categories', 'tags'].includes(path) ? 'hide_empty=false' : 'status=any&context=edit';
      lists[path] = (await world.get(`/${path}?per_page=100&${query}`, { as: 'administrator' }))[path];
    }
    return lists;
  }

  describe('rejected, with nothing changed', () => {
    let before: Body;
    let known: Answered;
    beforeAll(async () => {
      known = await world.event();
      before = await everything();
    });

    test.each([
      '{',
      '{"title":}',
      '{"title":"a",}',
      "{'title':'a'}",
      '{"a":1}}',
      'nonsense',
      '\ufeff{}',
      '{"a":NaN}',
      '[1',
    ])('malformed JSON %s', async (raw) => {
      for (const on of mounts) {
        const reply = await post('/events', { on, raw, headers: json });
        expectRefusal(reply, badJson);
        expect(reply.body.data.json_error_code).toBe(4);
      }
    });

    test.each(['[]', '5', '"text"', 'null', '', '   ', 'true'])(
      'JSON that is no object (%s) counts as empty',
      async (raw) => {
        const reply = await post('/events', { raw, headers: json });
        expectRefusal(reply, {
          statusCode: 400,
          code: 'rest_missing_callback_param',
          params: ['title', 'start_date', 'end_date'],
        });
      },
    );

    test.each([
      ['2 MB of JSON', JSON.stringify({ ...event, description: 'x'.repeat(2_000_000) }), json],
      ['2 MB of a form', `title=${'x'.repeat(2_000_000)}`, {}],
      ['2 MB of nothing known', 'x'.repeat(2_000_000), { 'content-type': 'text/plain' }],
    ] as const)('%s', async (_, raw, headers) => {
      expectRefusal(await post('/events', { raw, headers }), { statusCode: 413, code: 'rest_body_too_large' });
    });

    test.each([
      ['500 lists', `{"title":${'['.repeat(500)}${']'.repeat(500)}}`],
      ['500 objects', `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`],
      ['500,000 brackets', '['.repeat(500_000)],
      ['500,000 brackets in a field', `{"title":${'['.repeat(500_000)}`],
      ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`],
    ])('JSON nested by %s', async (_, raw) => {
      expectRefusal(await post('/events', { raw, headers: json }), badJson);
    });

    test.each([
      ['title', 'a\u0000b'],
      ['title', 'a\ud800b'],
      ['description', '<p>\u0000</p>'],
      ['description', '\udfff'],
      ['excerpt', '\u0000'],
      ['slug', 'a\u0000b'],
      ['timezone', 'UTC\u0000'],
      ['start_date', '2027-01-01\u0000'],
      ['website', 'https://a.example/\u0000'],
      ['password', 'a\u0000b'],
      ['password', '\ud83d'],
      ['cost', '\ud800 5'],
      ['cost', ['5', 'a\u0000']],
      ['categories', ['a\u0000b']],
      ['tags', ['\udc00']],
      ['venue', { venue: 'a\u0000b' }],
      ['organizer', [{ organizer: '\ud800' }]],
      ['status', 'publish\u0000'],
    ])('NUL or half a character in %s', async (name, value) => {
      const body = JSON.stringify({ ...event, [name]: value });
      expectRefusal(await post('/events', { raw: body, headers: json }), invalid(name));
    });

    test.each(['title=a%00b', 'search=%00', 'search=a%00b', 'tags=%00', 'start_date=%00'])(
      'NUL in the parameter %s is refused or ignored',
      async (query) => {
        const reply = await world.ask(`GET /events?${query}`);
        if (reply.statusCode !== 200) expectSomeRefusal(reply);
        else expect(query).toBe('title=a%00b');
      },
    );

    test.each(['%', '%zz', '%e4', '%ed%a0%80', '%ff%fe', '%c0%af'])('the broken escape %s', async (broken) => {
      expectRefusal(await world.ask(`GET /events?search=${broken}`), badRequest);
      expectRefusal(await world.ask(`GET /events?${broken}=1`), badRequest);
      expectRefusal(await post('/events', { raw: `title=${broken}` }), badRequest);
      expectSomeRefusal(await world.ask(`GET /events/by-slug/${broken}`));
      expectSomeRefusal(await world.ask(`GET /events/${broken}`));
      expectSomeRefusal(await world.ask(`GET //${broken}`));
      expectSomeRefusal(await world.ask(`GET //?rest_route=/tribe/events/v1/events/by-slug/${broken}`));
    });

    test.each([
      ['GET', '?page=1e18', 'page'],
      ['GET', '?page=2147483648', 'page'],
      ['GET', '?page=1e999', 'page'],
      ['GET', '?page=9007199254740993', 'page'],
      ['GET', '?per_page=1e999', 'per_page'],
      ['GET', '?per_page=0x10', 'per_page'],
      ['GET', '?include=9007199254740993', 'include'],
      ['GET', '?include=1e999', 'include'],
      ['GET', '?post_parent=1e999', 'post_parent'],
      ['GET', `?include=${'1,'.repeat(5_000)}1`, 'include'],
      ['GET', `?categories=${'a,'.repeat(5_000)}a`, 'categories'],
      ['GET', `?search=${'a'.repeat(5_000)}`, 'search'],
      ['GET', `?start_date=${'1'.repeat(5_000)}`, 'start_date'],
      ['GET', '?start_date=99999999999999999999', 'start_date'],
      ['GET', '?start_date=1e999', 'start_date'],
    ])('%s /events%s', async (method, query, name) => {
      for (const on of mounts) expectRefusal(await world.ask(`${method} /events${query}`, { on }), invalid(name));
    });

    test.each([
      ['author', '1e999'],
      ['author', '9007199254740993'],
      ['author', '-1'],
      ['author', '1.5'],
      ['cost', '1e999'],
      ['all_day', '1e999'],
      ['venue', '9007199254740993'],
      ['organizer', '[1e999]'],
      ['categories', '[9007199254740993]'],
      ['parent', '2147483648'],
      ['image', '5'],
      ['image', '"https://a.example/a.png"'],
      ['start_date', '9007199254740993'],
      ['start_date', '"99999999999999999999"'],
      ['timezone', `"${'x'.repeat(5_000)}"`],
      ['title', `"${'x'.repeat(5_000)}"`],
      ['password', `"${'x'.repeat(5_000)}"`],
      ['website', '"javascript:alert(1)"'],
      ['website', '"data:text/html,x"'],
      ['website', '"//a.example"'],
    ])('%s: %s', async (name, value) => {
      const raw = `{"title":"Hostile","start_date":"2027-07-01","end_date":"2027-07-02","${name}":${value}}`;
      expectRefusal(await post('/events', { raw, headers: json }), invalid(name));
    });

    test('1,000 parameters in a query or a form, and a little more than allowed', async () => {
      const many = (count: number) => Array.from({ length: count }, (_, n) => `a${n}=1`).join('&');
      expectRefusal(await world.ask(`GET /events?${many(1_000)}`), badRequest);
      expectRefusal(await world.ask(`GET /venues?${many(201)}`, { on: 'dropin' }), badRequest);
      expectRefusal(await post('/events', { raw: many(1_000) }), badRequest);
      expect((await world.ask(`GET /events?${many(200)}`)).statusCode).toBe(200);
    });

    test.each(['title[b][c][d]=x', 'title[]=x', 'title[b]=x', 'title[__proto__][x]=y'])(
      'the form field %s is no text',
      async (field) => {
        const raw = `${field}&start_date=2027-07-01&end_date=2027-07-02`;
        expectRefusal(await post('/events', { raw }), invalid('title'));
      },
    );

    test('brackets nested too deep, or by the hundred thousand', async () => {
      expectRefusal(await post('/events', { raw: 'a[b][c][d][e]=1' }), badRequest);
      expectRefusal(await post('/events', { raw: `a${'[]'.repeat(250_000)}=1` }), badRequest);
      expectSomeRefusal(await post('/events', { raw: `${'['.repeat(500_000)}=1` }));
      expectSomeRefusal(await post('/events', { raw: `a${'['.repeat(500_000)}]=1` }));
      expectRefusal(await world.ask('GET /events?a[b][c][d][e]=1'), badRequest);
    });

    test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
      '%s as a key or a word',
      async (name) => {
        const raw = `{"${name}":{"title":"x","isAdmin":true},"start_date":"2027-07-01","end_date":"2027-07-02"}`;
        const missing = { statusCode: 400, code: 'rest_missing_callback_param', params: ['title'] };
        expectRefusal(await post('/events', { raw, headers: json }), missing);
        expectRefusal(
          await post('/events', { raw: `${name}[title]=x&start_date=2027-07-01&end_date=2027-07-02` }),
          missing,
        );
        expect((await world.ask(`GET /events?${name}=1&${name}[a]=2`)).statusCode).toBe(200);
        for (const path of ['events', 'categories', 'tags']) {
          expect((await world.ask(`GET /${path}?orderby=${name}&order=${name}`)).statusCode).toBe(200);
        }
        expectRefusal(await world.ask(`GET /events?featured=${name}`), invalid('featured'));
        expectRefusal(await world.ask(`GET /events?status=${name}`, { as: 'editor' }), invalid('status'));
        expectRefusal(await post('/events', { body: { ...event, sticky: name } }), invalid('sticky'));
        expectRefusal(await post('/events', { body: { ...event, status: name } }), invalid('status'));
        expectRefusal(await post('/events', { body: { ...event, timezone: name } }), invalid('timezone'));
        expectSomeRefusal(await world.ask(`GET /${name}`));
        expectSomeRefusal(await world.ask(`GET /events/by-slug/${name}`));
        expectSomeRefusal(await post('/events', { body: event, headers: { 'x-http-method-override': name } }));
        expect((await world.ask(`GET /events?_fields=${name}`)).body).toEqual({});
        expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
      },
    );

    test('a 10 kB slug in the path or as a search word', async () => {
      const slug = 'a'.repeat(10_000);
      for (const on of mounts) expectSomeRefusal(await world.ask(`GET /events/by-slug/${slug}`, { on }));
      expectRefusal(await post('/events', { body: { ...event, slug } }), invalid('slug'));
    });

    test.each(['0', '00', '99999999999999999999', '2147483648', '9'.repeat(500)])('the id %s', async (id) => {
      for (const path of ['events', 'venues', 'organizers', 'categories', 'tags']) {
        for (const on of mounts) {
          expectSomeRefusal(await world.ask(`GET /${path}/${id}`, { on }));
          expectSomeRefusal(await world.ask(`DELETE /${path}/${id}`, { as: 'editor', on }));
        }
      }
    });

    test.each(['-1', '1.5', 'abc', '1e3', "1'", '1;drop table events', '1 or 1=1', '%31x', '../1'])(
      'the id %s is no route',
      async (id) => {
        const reply = await world.ask(`GET /venues/${encodeURIComponent(id)}`);
        expectRefusal(reply, { statusCode: 404, code: 'rest_no_route' });
      },
    );

    test.each([
      ['If-Match', 'nonsense'],
      ['If-Match', `"${'9'.repeat(5_000)}-x"`],
      ['Idempotency-Key', 'x'.repeat(256)],
    ])('the header %s with nonsense', async (name, value) => {
      const reply = await world.ask(`POST /events/${known.id}`, {
        as: 'editor',
        body: { cost: '99' },
        headers: { [name]: value },
      });
      expectSomeRefusal(reply);
    });

    test.each([
      'Basic',
      'Basic !!!',
      'Basic Og==',
      'Bearer',
      'Bearer \u00ff',
      `Bearer ${'x'.repeat(5_000)}`,
      'Basic AAAA',
    ])('the credential %s', async (authorization) => {
      expectRefusal(await world.ask('GET /events', { headers: { authorization } }), {
        statusCode: 401,
        code: 'incorrect_password',
      });
    });

    test('a body of an unknown type is not read', async () => {
      for (const type of ['text/plain', 'application/xml', 'multipart/form-data', 'nonsense', '/']) {
        const reply = await post('/events', { raw: JSON.stringify(event), headers: { 'content-type': type } });
        expectSomeRefusal(reply);
      }
    });

    test('all of it changed nothing', async () => {
      expect(await everything()).toEqual(before);
    });
  });

  describe('not HTTP at all', () => {
    /** Writes the bytes and answers what comes back until the other side hangs up. */
    const talk = (bytes: string | Buffer): Promise<string> =>
      new Promise((resolve) => {
        const { port } = new URL(world.address);
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
        let received = '';
        socket.on('data', (data) => {
          received += data.toString('latin1');
        });
        socket.on('error', () => undefined);
        socket.on('close', () => resolve(received));
      });

    test.each([
      ['nonsense', 'hello there\r\n\r\n'],
      ['binary', Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10])],
      ['a wrong version', 'GET / HTTP/9.9\r\n\r\n'],
      ['a blank in the address', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'],
      ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx'],
      ['length and chunks', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nx'],
      ['1,500 headers', `GET / HTTP/1.1\r\nHost: a\r\n${'X-Long-Header-Name: some value\r\n'.repeat(1_500)}\r\n`],
      ['a header without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(100_000)}`],
      ['an endless address', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ])('%s gets an error response and a closed connection', async (_, bytes) => {
      const received = await talk(bytes);
      expect(received).toMatch(/^HTTP\/1\.1 4\d\d /);
      const body = JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4));
      expect(Object.keys(body)).toEqual(['code', 'message', 'data']);
      expect((await world.ask('GET /events')).statusCode).toBe(200);
    });

    test('a client that disconnects within its body affects no other', async () => {
      const { port } = new URL(world.address);
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => {
          socket.write('POST /cal/events/v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{"a"', () => {
            socket.destroy();
          });
        });
        socket.on('close', () => resolve());
      });
      expect((await world.ask('GET /events')).statusCode).toBe(200);
    });
  });

  describe('stored exactly', () => {
    test.each([
      'O’Brien & Søn <3',
      '𝒜 fancy 🎉 title',
      'عنوان بالعربية',
      '"quoted" \\ back\\slash',
      "Robert'); DROP TABLE events;--",
      '%s %d {{y}}',
      '\u202eright to left',
      'a < b > c',
      'AT&amp;T',
    ])('the title %s', async (title) => {
      const made = await world.event({ title, description: title });
      expect(made.title).toBe(title);
      expect((await world.get(`/events/${made.id}`)).json_ld.name).toBe(title);
    });

    test('prices at the limits of precision', async () => {
      for (const cost of [2 ** 53 - 1, 0.1, 1e21, '9007199254740993', '00012']) {
        const reply = await post('/events', { body: { ...event, cost } });
        expect(reply.statusCode).toBeLessThan(500);
        if (reply.statusCode === 201) expect(reply.body.cost_details.values.join()).not.toContain('NaN');
      }
      const raw = JSON.stringify({ ...event, cost: 0 }).replace('"cost":0', '"cost":9007199254740993');
      const rounded = await post('/events', { raw, headers: json });
      if (rounded.statusCode === 201) expect(rounded.body.cost).toBe('$9007199254740993');
      else expectRefusal(rounded, invalid('cost'));
    });
  });

  describe('scripts come back without code', () => {
    const payloads = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '<svg/onload=alert(1)>',
      '<a href="javascript:alert(1)">x</a>',
      '<a href="jAvAsCrIpT&#58;alert(1)">x</a>',
      '"><script>alert(1)</script>',
      '</script><script>alert(1)</script>',
      '<iframe src="https://evil.example"></iframe>',
      '<p style="background:url(javascript:alert(1))">x</p>',
      '<scr<script>ipt>alert(1)</scr</script>ipt>',
      '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
      '<style>@import "https://evil.example"</style>',
      '<p onclick="alert(1)">x</p>',
      '<form action="https://evil.example"><input></form>',
    ];
    const live = /<\/?(script|svg|iframe|style|math|form|input)\b|\son\w+\s*=|javascript\s*:|style\s*=|evil\.example"/i;

    test.each(payloads)('%s in every text field, for every role', async (payload) => {
      const text = `x ${payload} y`;
      for (const as of ['administrator', 'author'] as const) {
        const venue = await world.venue(
          {
            ...Object.fromEntries(
              ['venue', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'].map(
                (name) => [name, text],
              ),
            ),
            description: text,
          },
          { as },
        );
        const organizer = await world.organizer(
          { organizer: text, phone: text, email: text, description: text },
          { as },
        );
        const category = await world.category({ name: `${word()} ${text}`, description: text }, { as });
        const made = await world.event(
          {
            title: text,
            description: text,
            excerpt: text,
            cost: text,
            slug: text,
            venue: venue.id,
            organizer: organizer.id,
            categories: [category.id],
          },
          { as },
        );
        const read = await world.get(`/events/${made.id}`);
        const strings: string[] = [];
        JSON.stringify(read, (_, value) => {
          if (typeof value === 'string') strings.push(value);
          return value;
        });
        for (const value of strings) expect(value).not.toMatch(live);
        expect(read.description).toMatch(/^<p>x/);
      }
    });
  });
});
