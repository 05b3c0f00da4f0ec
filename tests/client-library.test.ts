// The client library against a real server: retries that change nothing twice, conditions, lists, batches, following,
// webhooks, and the package as people install it.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AlmanacError, type Client, createClient, type Event, verifyWebhook } from '../client/client.js';
import { forEachEngine, onOneEngine } from './harness/engines.js';
import { type FaultProxy, startFaultProxy } from './harness/fault-proxy.js';
import { settled } from './harness/positions.js';
import { useWorld, type World, word } from './harness/world.js';

const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };

/** A client behind a proxy that fails when told to; it notes how long it would wait instead of waiting. */
function useClient(world: World) {
  const waits: number[] = [];
  const found = { waits } as { proxy: FaultProxy; client: Client; anonymous: Client; waits: number[] };
  beforeAll(async () => {
    found.proxy = await startFaultProxy(() => world.address);
    const { name: username, password } = world.people.editor;
    const options = {
      url: found.proxy.url,
      wait: async (ms: number) => {
        waits.push(ms);
      },
    };
    found.client = createClient({ ...options, auth: { username, password } });
    found.anonymous = createClient(options);
  });
  afterAll(() => found.proxy?.stop());
  return found;
}

const totalOf = async (world: World, search: string): Promise<number> =>
  (await world.get(`/events?search=${search}&status=any`, { as: 'administrator' })).total;

forEachEngine((engine) => {
  const world = useWorld(engine);
  const its = useClient(world);

  test('creates one record, however often the response is lost or the request is refused', async () => {
    const title = word('once');
    its.proxy.faults.push({ status: 429, headers: { 'Retry-After': '3' } }, 'cut', { status: 504 }, 'cut');
    const before = its.proxy.requests.length;
    its.waits.length = 0;
    const event = await its.client.events.create({ title, ...times });
    expect(event.title).toBe(title);
    expect(await totalOf(world, title)).toBe(1);
    const sent = its.proxy.requests.slice(before);
    expect(sent).toHaveLength(5);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(its.waits[0]).toBe(3_000);
    expect(its.waits.slice(1).every((ms, at) => ms >= 0 && ms <= 500 * 2 ** (at + 1))).toBe(true);
  });

  test('two creations of equal records are two records', async () => {
    const title = word('twice');
    await Promise.all([1, 2].map(() => its.client.events.create({ title, ...times })));
    expect(await totalOf(world, title)).toBe(2);
  });

  test('an update whose response was lost is no conflict with itself', async () => {
    const { id } = await world.event();
    const event = await its.client.events.read(id);
    its.proxy.faults.push('cut');
    const changed = await its.client.events.update(event, { title: 'Changed' });
    expect(changed.title).toBe('Changed');
    // The new version is known: the next change needs no further read.
    expect((await its.client.events.update(changed, { title: 'Again' })).title).toBe('Again');
    const refused = its.client.events.update(event, { title: 'Late' });
    await expect(refused).rejects.toMatchObject({ status: 412, name: 'AlmanacError' });
    expect((await world.get(`/events/${id}`)).title).toBe('Again');
  });

  test('a removal whose response was lost is done, and one of an unknown record is an error', async () => {
    const { id } = await world.event();
    its.proxy.faults.push('cut');
    await its.client.events.remove(id);
    expect((await world.ask(`GET /events/${id}`)).statusCode).toBe(410);
    await expect(its.client.events.remove(id)).rejects.toMatchObject({ status: 410 });
    const read = await its.client.events.read((await world.event()).id);
    await world.send(`PATCH /events/${read.id}`, { title: 'Changed' });
    await expect(its.client.events.remove(read)).rejects.toMatchObject({ status: 412 });
  });

  test('a batch whose response was lost runs once, with references and texts that look like them', async () => {
    const batch = its.client.batch();
    const one = word('batch');
    const venue = batch.create('venues', { venue: `Barn ${one}` });
    const event = batch.create('events', { title: '$op0.id', excerpt: one, ...times, venue });
    batch.update('events', event, { featured: true, categories: [`New ${one}`] });
    batch.remove('events', await its.client.events.read((await world.event()).id));
    its.proxy.faults.push('cut');
    const { results, summary } = await batch.run();
    expect(summary).toMatchObject({ created: 2, updated: 1, deleted: 1, failed: 0 });
    const made = await world.get(`/events/${results[1]?.id}`);
    expect(made).toMatchObject({ title: '$op0.id', featured: true, venue: { id: results[0]?.id } });
    expect((await world.get(`/venues?search=${one}`)).total).toBe(1);
  });

  test('an upsert whose response was lost writes one record', async () => {
    const external = { source: 'box-office', external_id: `${word('show')}/7 ü` };
    its.proxy.faults.push('cut');
    const made = await its.client.events.upsert(external, { title: 'Hamlet', ...times });
    const again = await its.client.events.upsert(external, { title: 'Hamlet' });
    expect(again.id).toBe(made.id);
  });

  test('follows from nothing, then change by change, and starts again after an expired token', async () => {
    const category = await world.category();
    const { id } = await world.event({ categories: [category.id] });
    const stop = new AbortController();
    const query = { resources: 'events', categories: category.slug, include: 'id', signal: stop.signal } as const;
    const pages = its.anonymous.follow(query);
    const first = (await pages.next()).value;
    // Beside events that are not in this category, as removed ones.
    const whole = {
      reset: true,
      changes: expect.arrayContaining([expect.objectContaining({ change: 'updated', id })]),
    };
    expect(first).toMatchObject(whole);
    const waiting = pages.next();
    const { id: second } = await world.event({ categories: [category.id] });
    expect((await waiting).value).toMatchObject({ reset: false, changes: [{ change: 'updated', id: second }] });
    await world.send(`DELETE /events/${second}`, {});
    expect((await pages.next()).value).toMatchObject({ changes: [{ change: 'removed', id: second }] });
    await world.send(`DELETE /tags/${(await world.tag()).id}`, {});
    await settled(world.store);
    await world.store.positions.purge('9999-01-01 00:00:00');
    const again = its.anonymous.follow({ ...query, since: first.token });
    expect((await again.next()).value).toMatchObject(whole);
    const last = again.next();
    stop.abort();
    await expect(last).rejects.toMatchObject({ name: 'AbortError' });
  });
});

onOneEngine((engine) => {
  const world = useWorld(engine);
  const its = useClient(world);

  test('repeats a POST without a key only if nothing was done', async () => {
    const { id } = await world.event();
    const count = () => its.proxy.requests.length;
    let before = count();
    its.proxy.faults.push('cut');
    const lost = its.client.request('POST /events/{id}/duplicate', { params: { id } });
    await expect(lost).rejects.toMatchObject({ status: 0, code: 'network-error' });
    expect(count() - before).toBe(1);
    before = count();
    its.proxy.faults.push({ status: 503, headers: { 'Retry-After': 'Wed, 21 Oct 2015 07:28:00 GMT' } });
    its.waits.length = 0;
    const copy = await its.client.request('POST /events/{id}/duplicate', { params: { id } });
    expect(copy).toMatchObject({ status: 'draft' });
    expect([count() - before, its.waits]).toEqual([2, [0]]);
  });

  test('gives up after four repetitions, and at once if it had to wait for more than a minute', async () => {
    const before = its.proxy.requests.length;
    its.proxy.faults.push(...Array.from({ length: 5 }, () => ({ status: 502 })));
    await expect(its.client.events.list()).rejects.toMatchObject({ status: 502, code: 'http-502' });
    its.proxy.faults.push({ status: 429, headers: { 'Retry-After': '61' } });
    await expect(its.client.events.list()).rejects.toMatchObject({ status: 429 });
    expect(its.proxy.requests.length - before).toBe(6);
  });

  test('an error has the code, the message and the parameters of the response', async () => {
    const error = await its.client.events.create({ title: 'x', ...times, start_date: 'soon' }).catch((one) => one);
    expect(error).toBeInstanceOf(AlmanacError);
    expect(error).toMatchObject({
      status: 400,
      code: 'rest_invalid_param',
      data: { params: { start_date: expect.any(String) } },
    });
    await expect(its.anonymous.events.create({ title: 'x', ...times })).rejects.toMatchObject({ status: 401 });
  });

  test('loops over all pages of a list, without records that moved to the next page', async () => {
    const tag = await world.tag();
    const ids: number[] = [];
    for (let at = 0; at < 5; at++) ids.push((await world.event({ tags: [tag.id] })).id);
    const query = { tags: [tag.id], per_page: 2 };
    const found: number[] = [];
    for await (const event of its.client.events.all(query)) {
      found.push(event.id);
      // Earlier than the others: it moves each of them by one.
      if (found.length === 2) await world.event({ tags: [tag.id], start_date: '2027-06-30', end_date: '2027-06-30' });
    }
    expect(found).toEqual(ids);
    const { total, events } = await its.client.events.list(query);
    expect([total, events.length]).toEqual([6, 2]);
    const shrinking: number[] = [];
    for await (const event of its.client.events.all({ ...query, per_page: 3 })) {
      shrinking.push(event.id);
      if (shrinking.length === 3) for (const id of ids) await world.send(`DELETE /events/${id}`, {});
    }
    expect(shrinking).toHaveLength(3);
  });

  test('records of a list are changed on condition if the list has their versions', async () => {
    const { id } = await world.event();
    const query = { include: [id], context: 'edit', _versions: '1' };
    const [event] = (await its.client.events.list(query)).events;
    await world.send(`PATCH /events/${id}`, { title: 'Changed' });
    await expect(its.client.events.update(event as Event, { title: 'Late' })).rejects.toMatchObject({ status: 412 });
  });

  test('uploads an image once', async () => {
    const file = readFileSync(new URL('../docs/screenshots/list-phone-light.webp', import.meta.url));
    const form = new FormData();
    form.set('file', new Blob([file], { type: 'image/webp' }), 'list.webp');
    form.set('title', word('picture'));
    its.proxy.faults.push('cut');
    const { id, title } = await its.client.media.create(form);
    expect((await world.get(`/media?search=${form.get('title')}`)).total).toBe(1);
    expect([typeof id, title]).toEqual(['number', form.get('title')]);
  });

  test('an aborted call is not repeated', async () => {
    const stop = new AbortController();
    its.proxy.faults.push('cut');
    const before = its.proxy.requests.length;
    const client = createClient({
      url: its.proxy.url,
      wait: async () => stop.abort(new Error('enough')),
    });
    await expect(client.events.list({}, { signal: stop.signal })).rejects.toThrow('enough');
    expect(its.proxy.requests.length - before).toBe(1);
  });

  test('types follow the OpenAPI document', async () => {
    const { client } = its;
    const calls = () => [
      // @ts-expect-error: a title is required
      client.events.create({ start_date: '2027-01-01', end_date: '2027-01-02' }),
      // @ts-expect-error: no such filter
      client.venues.list({ featured: true }),
      // @ts-expect-error: users have no external IDs
      client.users.upsert,
      // @ts-expect-error: no such route
      client.request('GET /nothing', {}),
      // @ts-expect-error: the path needs an ID
      client.request('GET /events/{id}', {}),
    ];
    expect(calls).toBeTypeOf('function');
    const { events } = await client.events.list({ per_page: 1 });
    const titles: readonly string[] = events.map(({ title }) => title);
    expect(titles.length).toBeLessThanOrEqual(1);
  });
});

describe('verifyWebhook', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;
  const body = JSON.stringify({
    type: 'event.updated',
    timestamp: '2027-01-01T00:00:00Z',
    data: { id: 41, title: 'é' },
  });
  const now = Date.parse('2027-01-01T00:00:00Z');
  const sign = (key: string, text = body, at = now / 1_000): string =>
    `v1,${createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
      .update(`msg_1.${at}.${text}`)
      .digest('base64')}`;
  const headers = (signature: string, at = now / 1_000) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(at),
    'webhook-signature': signature,
  });
  const other = `whsec_${Buffer.from('another secret of 24 byt').toString('base64')}`;

  test('returns the message, of text or bytes, also if the right signature is the second', async () => {
    for (const given of [body, Buffer.from(body)]) {
      expect(await verifyWebhook(secret, headers(sign(secret)), given, { now })).toMatchObject({ data: { id: 41 } });
    }
    const two = headers(`v1a,abc v1,%%% ${sign(other)} ${sign(secret)}`);
    expect(await verifyWebhook(secret, new Headers(two), body, { now })).toMatchObject({ type: 'event.updated' });
  });

  test.each([
    ['another secret', headers(sign(other)), body, 'webhook-signature'],
    ['another body', headers(sign(secret)), body.replace('41', '42'), 'webhook-signature'],
    ['another id', { ...headers(sign(secret)), 'webhook-id': 'msg_2' }, body, 'webhook-signature'],
    ['another version', headers(sign(secret).replace('v1', 'v2')), body, 'webhook-signature'],
    ['an empty signature', headers('v1,'), body, 'webhook-signature'],
    ['an old message', headers(sign(secret, body, now / 1_000 - 301), now / 1_000 - 301), body, 'webhook-timestamp'],
    [
      'a message from the future',
      headers(sign(secret, body, now / 1_000 + 301), now / 1_000 + 301),
      body,
      'webhook-timestamp',
    ],
    ['no headers', {}, body, 'webhook-headers'],
  ])('refuses %s', async (_, given, text, code) => {
    await expect(verifyWebhook(secret, given, text, { now })).rejects.toMatchObject({ status: 401, code });
  });
});

test('the package is one file of at most 8 kB compressed, which imports nothing', () => {
  const text = readFileSync(new URL('../dist/client/client.js', import.meta.url), 'utf8');
  expect(gzipSync(text).length).toBeLessThanOrEqual(8 * 1_024);
  expect(text).not.toMatch(/^\s*import\b|\bimport\(|\brequire\(/m);
});
