// Webhooks over real HTTP: what is sent, to whom, how often, and what is never sent.
import { beforeEach, describe, expect, test } from 'vitest';
import { contextOf } from '../src/app.js';
import { operator } from '../src/core/actor.js';
import { everything, is } from '../src/core/condition.js';
import { mails } from '../src/core/mail.js';
import { plusSeconds } from '../src/core/time/clock.js';
import { webhookDeliveries, webhookMessages, webhooks, webhookTries } from '../src/core/webhook.js';
import { users } from '../src/models/account/account.js';
import { openGuardedClient } from '../src/net/fetch.js';
import { removeOldDeliveries, runWebhooks } from '../src/webhooks/run.js';
import type { SendContext } from '../src/webhooks/send.js';
import { forEachEngine } from './harness/engines.js';
import { type Answer, status, verify } from './harness/open-receiver.js';
import { closedUrl, useReceiver } from './harness/webhook-receiver.js';
import { type Answered, type Body, startOfWorld, startWorld, useWorld, type World } from './harness/world.js';

const reach = { allow: (address: string) => address === '127.0.0.1' };
const settings = { ALMANAC_WEBHOOK_HTTP: 'on', ALMANAC_SECRET: 'a secret of at least 24 characters' };

/** What the job of webhooks is given. */
function sendContextOf({ config, store, clock }: World) {
  const { call, ...context } = contextOf(config, store, operator);
  const parts: SendContext = {
    store,
    now: () => clock.now,
    site: () => call.site,
    signal: new AbortController().signal,
    openClient: (connections) => openGuardedClient(connections, reach),
    isTarget: () => true,
    vault: context.vault,
    sendsMail: () => false,
    changeToken: async () => '',
  };
  return { context: { ...context, store, call: { ...call, now: clock.now } }, parts };
}

const removeAll = async ({ store }: World): Promise<void> =>
  store.transact(async (writer) => {
    for (const table of [webhooks, webhookMessages, webhookDeliveries, webhookTries, mails])
      await writer.remove(table, everything);
  });
const count = ({ store }: World, table: Parameters<World['store']['count']>[0]['table']) =>
  store.count({ table, where: everything });

forEachEngine((engine) => {
  const world = useWorld(engine, { reach, settings });
  const receiver = useReceiver();
  beforeEach(async () => {
    world.clock.now = startOfWorld;
    await removeAll(world);
    receiver.reset();
  });
  const create = async (given: object = {}, as: 'administrator' | 'editor' = 'administrator'): Promise<Answered> =>
    world.send('POST /webhooks', { url: await receiver.url(), ...given }, { as });
  const readWebhook = (id: number) => world.get(`/webhooks/${id}`, { as: 'administrator' });
  const deliveriesOf = async (id: number): Promise<readonly Answered[]> =>
    (await world.get(`/webhooks/${id}/deliveries`, { as: 'administrator' })).deliveries as Answered[];
  const later = (seconds: number) => {
    world.clock.now = plusSeconds(world.clock.now, seconds);
    return world.runDue();
  };

  test('is created and changed by a request that names its language', async () => {
    const multilingual = await startWorld(engine, { reach, settings: { ...settings, ALMANAC_LANGUAGES: 'en,fr' } });
    try {
      const given = { url: await receiver.url(), i18n_language: 'fr' };
      const { id } = await multilingual.send('POST /webhooks', given);
      const changed = { description: 'Newsletter', i18n_language: 'en' };
      expect(await multilingual.send(`PATCH /webhooks/${id}`, changed)).toMatchObject({ description: 'Newsletter' });
    } finally {
      await multilingual.stop();
    }
  });

  describe('a change', () => {
    test('is sent once, signed, with the names of the record and the changed fields', async () => {
      const { id, secret } = await create();
      const event = await world.event({ title: 'Fair' });
      await world.send(`PATCH /events/${event.id}`, { title: 'Harvest Fair', website: 'https://a.example/' });
      await world.runDue();
      await world.runDue();
      expect(receiver.received.map(({ body }) => body.type)).toEqual(['event.published', 'event.updated']);
      for (const one of receiver.received) verify(secret, one);
      const { headers, body } = receiver.received[1] ?? {};
      expect(headers?.['content-type']).toBe('application/json');
      expect(headers?.['webhook-id']).toMatch(/^msg_[A-Za-z0-9]{27}$/);
      const shown = await world.get(`/events/${event.id}`);
      expect(body).toEqual({
        type: 'event.updated',
        timestamp: `${startOfWorld.replace(' ', 'T')}Z`,
        data: {
          resource: 'event',
          id: event.id,
          uid: `event-${event.id}@calendar.example`,
          action: 'updated',
          version: expect.any(String),
          url: shown.url,
          rest_url: shown.rest_url,
          change_token: expect.any(String),
          changed: expect.arrayContaining(['title', 'website']),
          visible: true,
        },
      });
      expect(await deliveriesOf(id)).toMatchObject([
        { type: 'event.updated', state: 'sent', attempts: 1, status_code: 204, record: event.id },
        { type: 'event.published', state: 'sent' },
      ]);
      expect(await count(world, webhookMessages)).toBe(0);
    });

    test('is not written as a message without an active webhook, nor by a dry run or a refused change', async () => {
      const { id } = await create({ active: false });
      await world.event();
      expect(await count(world, webhookMessages)).toBe(0);
      await world.send(`POST /webhooks/${id}/enable`, {}, { as: 'administrator' });
      await world.send('POST /events?dry_run=true', {
        title: 'Dry',
        start_date: '2027-10-01 10:00:00',
        end_date: '2027-10-01 11:00:00',
      });
      await world.ask('POST /events', { as: 'editor', body: { title: 'Refused', start_date: 'never' } });
      const rolledBack = world.store.transact(async (writer) => {
        await writer.append(
          webhookMessages,
          [
            {
              resource: 'event',
              record_id: 1,
              uid: '',
              action: 'created',
              milestones: [],
              changed: [],
              at_utc: startOfWorld,
            },
          ],
          { table: webhooks, where: everything },
        );
        throw new Error('rolled back');
      });
      await expect(rolledBack).rejects.toThrow('rolled back');
      expect(await count(world, webhookMessages)).toBe(0);
      await world.event();
      expect(await count(world, webhookMessages)).toBe(1);
    });

    test('of every kind has its type: created, moved, trashed, restored and removed', async () => {
      await create({
        types: ['event.created', 'event.moved', 'event.trashed', 'event.restored', 'event.removed', 'venue.updated'],
      });
      const event = await world.event({ status: 'draft' });
      const venue = await world.venue();
      await world.send(`PATCH /venues/${venue.id}`, { venue: 'Barn' });
      await world.send(`PATCH /events/${event.id}`, { venue: { id: venue.id } });
      await world.send(`PATCH /events/${event.id}`, { title: 'Other' });
      await world.send(`DELETE /events/${event.id}`, {});
      await world.send(`PATCH /events/${event.id}`, { status: 'draft' });
      await world.send(`DELETE /events/${event.id}`, {});
      await world.send(`DELETE /events/${event.id}?force=true`, {});
      await world.runDue();
      expect(receiver.received.map(({ body }) => body.type).sort()).toEqual(
        [
          'event.created',
          'event.moved',
          'event.removed',
          'event.restored',
          'event.trashed',
          'event.trashed',
          'venue.updated',
        ].sort(),
      );
      const removed = receiver.received.find(({ body }) => body.type === 'event.removed')?.body.data;
      expect(removed).toMatchObject({ id: event.id, version: null, url: null, visible: false });
    });

    test('that the public may not see is named without its words, also in full messages', async () => {
      await create({ payload: 'full' });
      const draft = await world.event({ status: 'draft', title: 'Confidential' });
      const open = await world.event({ title: 'Open day' });
      await world.event({ title: 'Hidden words', password: 'let me in', description: 'Hidden text' });
      await world.runDue();
      const texts = receiver.received.map(({ text }) => text);
      expect(texts.filter((text) => /confidential|Hidden text/i.test(text))).toEqual([]);
      const of = (id: number) => receiver.received.find(({ body }) => body.data.id === id)?.body.data;
      expect(of(draft.id)).toMatchObject({ visible: false, url: null });
      expect(of(draft.id)).not.toHaveProperty('record');
      expect(of(open.id).record).toEqual(await world.get(`/events/${open.id}`));
    });

    test('is sent to those whose filters match, and also when the record leaves them', async () => {
      const music = await world.category({ name: 'Music' });
      await create({ filters: `categories=${music.slug}`, types: ['event.created', 'event.updated'] });
      const concert = await world.event({ title: 'Concert', categories: [music.id], status: 'draft' });
      await world.event({ title: 'Fair', status: 'draft' });
      await world.runDue();
      expect(receiver.received.map(({ body }) => body.data.id)).toEqual([concert.id]);
      await world.send(`PATCH /events/${concert.id}`, { categories: [] });
      await world.runDue();
      expect(receiver.received.at(-1)?.body.data).toMatchObject({ id: concert.id, matches: false });
      const wrong = { as: 'administrator', body: { url: await receiver.url(), filters: 'colour=red' } } as const;
      expect((await world.ask('POST /webhooks', wrong)).statusCode).toBe(400);
    });

    test('that leaves the filters is sent without a log of what was sent before, and to nobody who has not asked for it', async () => {
      const [music, sports] = [await world.category({ name: 'Choir' }), await world.category({ name: 'Rugby' })];
      const types = ['event.created', 'event.updated'];
      const inMusic = await create({ url: await receiver.url('/music'), filters: `categories=${music.slug}`, types });
      await create({ url: await receiver.url('/sports'), filters: `categories=${sports.slug}&status=draft`, types });
      await create({ url: await receiver.url('/free'), filters: 'free=true', types });
      await create({ url: await receiver.url('/words'), filters: 'search=concert', types });
      const concert = await world.event({ title: 'Concert', categories: [music.id], cost: '0', status: 'draft' });
      const pathsSince = async (change: Body) => {
        await world.runDue();
        await world.store.transact((writer) => writer.remove(webhookDeliveries, everything));
        receiver.reset();
        await world.send(`PATCH /events/${concert.id}`, change);
        await world.runDue();
        return receiver.received.map(({ path, body }) => [path, body.data.matches ?? true]).sort();
      };
      expect(await pathsSince({ website: 'https://a.example/' })).toEqual([
        ['/free', true],
        ['/music', true],
        ['/words', true],
      ]);
      expect(await pathsSince({ categories: [] })).toEqual([
        ['/free', true],
        ['/music', false],
        // It may have been in the category that it was removed from.
        ['/sports', false],
        ['/words', true],
      ]);
      expect(await pathsSince({ cost: '5' })).toEqual([
        ['/free', false],
        ['/words', true],
      ]);
      expect(await pathsSince({ title: 'Play' })).toEqual([['/words', false]]);
      expect(await pathsSince({ website: '' })).toEqual([]);
      await world.send(`PATCH /webhooks/${inMusic.id}`, { filters: '' });
      expect(await pathsSince({ website: 'https://b.example/' })).toEqual([['/music', true]]);
    });

    test('is found again with its token: everything since the message is among the changes', async () => {
      await create();
      const first = await world.event({ title: 'One' });
      await world.runDue();
      const second = await world.event({ title: 'Two' });
      await world.runDue();
      const token = receiver.received.at(-1)?.body.data.change_token;
      const { changes } = await world.get(`/changes?since=${encodeURIComponent(token)}`, { as: 'administrator' });
      const ids = (changes as Answered[]).map(({ id }) => id);
      expect(ids).toContain(second.id);
      expect(ids).not.toContain(first.id);
    });
  });

  describe('a delivery that fails', () => {
    test('is tried again by the table with the same ID, and not before Retry-After', async () => {
      const { id, secret } = await create();
      receiver.answer(status(500, {}, 'a'.repeat(5_000)));
      await world.event();
      await world.runDue();
      await world.runDue();
      expect(receiver.received).toHaveLength(1);
      await later(6);
      receiver.answer(status(503, { 'retry-after': '3600' }));
      await later(360);
      await later(2_200);
      expect(receiver.received).toHaveLength(3);
      receiver.answer(status(200, {}, 'thanks'));
      await later(1_500);
      expect(receiver.received).toHaveLength(4);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      for (const one of receiver.received) verify(secret, one);
      const [{ id: delivery } = { id: 0 }] = await deliveriesOf(id);
      const shown = await world.get(`/webhooks/${id}/deliveries/${delivery}`, { as: 'administrator' });
      expect(shown).toMatchObject({ state: 'sent', attempts: 4, body: receiver.received[0]?.text });
      expect(shown.tries.map(({ status_code }: Answered) => status_code)).toEqual([200, 503, 500, 500]);
      expect(shown.tries[3].response).toBe('a'.repeat(2_048));
      expect(shown.tries[3].headers['webhook-signature']).toBe(receiver.received[0]?.headers['webhook-signature']);
    });

    test('ends after ten tries, tells the owner, and the webhook is disabled after five days', async () => {
      await world.restart({ ALMANAC_SMTP_URL: 'smtp://127.0.0.1:9' });
      await world.store.transact((writer) =>
        writer.updateWhere(users, is('role', 'administrator'), { email: 'ada@example.org', language: 'de' }),
      );
      const { id } = await create();
      receiver.answer(status(302, { location: 'http://127.0.0.1/other' }));
      for (const title of ['One', 'Two', 'Three']) await world.event({ title });
      await world.runDue();
      expect(await readWebhook(id)).toMatchObject({ state: 'failing', failing_since: startOfWorld });
      for (let at = 0; at < 40; at++) {
        const queued = (await deliveriesOf(id)).flatMap(({ next_attempt_utc: next }) => next ?? []).sort();
        if (queued[0] === undefined) break;
        world.clock.now = queued[0];
        await world.runDue();
      }
      expect((await deliveriesOf(id)).map(({ state, attempts }) => [state, attempts])).toEqual(
        Array.from({ length: 3 }, () => ['failed', 10]),
      );
      expect(receiver.received).toHaveLength(30);
      await world.event({ title: 'Four' });
      world.clock.now = plusSeconds(startOfWorld, 5 * 86_400);
      await world.runDue();
      expect(await readWebhook(id)).toMatchObject({ state: 'disabled', reason: 'failing', active: false });
      const sent = await world.store.list({ table: mails, where: everything, order: [{ column: 'id' }], limit: 9 });
      expect(sent.map(({ recipient }) => recipient)).toEqual(['ada@example.org', 'ada@example.org']);
      expect(sent.map(({ subject }) => subject)).toEqual([
        expect.stringContaining('schlägt fehl'),
        expect.stringContaining('deaktiviert'),
      ]);
      await world.event({ title: 'Five' });
      expect(await count(world, webhookMessages)).toBe(0);
    });

    test('disables the webhook at once with 410, and can be replayed after it is enabled', async () => {
      const { id } = await create();
      receiver.answer(status(410));
      await world.event({ title: 'One' });
      await world.runDue();
      expect(await readWebhook(id)).toMatchObject({ state: 'disabled', reason: 'gone' });
      expect(await deliveriesOf(id)).toMatchObject([{ state: 'failed', status_code: 410, error: 'status' }]);
      const refused = await world.ask(`POST /webhooks/${id}/replay`, { as: 'administrator', body: {} });
      expect(refused.statusCode).toBe(409);
      receiver.answer(status(200));
      await world.send(`POST /webhooks/${id}/enable`, {}, { as: 'administrator' });
      await later(10);
      expect(receiver.received).toHaveLength(1);
      expect(await world.send(`POST /webhooks/${id}/replay`, {}, { as: 'administrator' })).toEqual({ replayed: 1 });
      await world.runDue();
      expect(await deliveriesOf(id)).toMatchObject([{ state: 'sent' }]);
      expect(await readWebhook(id)).toMatchObject({ state: 'ok' });
    });

    test('does not delay other webhooks, and five failed connections pause its host', async () => {
      const closed = await create({ url: await closedUrl(), types: ['event.created'] });
      const open = await create({ types: ['event.created'] });
      for (let at = 0; at < 6; at++) await world.event({ title: `Event ${at}`, status: 'draft' });
      for (let at = 0; at < 6; at++) await world.runDue();
      expect(receiver.received).toHaveLength(6);
      expect(await readWebhook(open.id)).toMatchObject({ state: 'ok' });
      expect(await readWebhook(closed.id)).toMatchObject({ state: 'failing' });
      const row = await world.store.read({ table: webhooks, where: is('id', closed.id) });
      expect(row?.paused_until).toBe(plusSeconds(world.clock.now, 60));
    });

    test('that answers with Retry-After pauses its own webhook only, also if it closes the next connection', async () => {
      const slow = await create({ url: await receiver.url('/slow'), types: ['event.created'] });
      const other = await create({ types: ['event.updated'] });
      const answers: Answer[] = [status(503, { 'retry-after': '86400' }), (response) => void response.destroy()];
      receiver.answer((response, received) => (answers.shift() ?? status(204))(response, received));
      const events = [await world.event({ status: 'draft' }), await world.event({ status: 'draft' })];
      // Both are in flight at once: the second fails while the first has paused the webhook.
      await world.runDue();
      expect(receiver.received.map(({ path }) => path)).toEqual(['/slow', '/slow']);
      const pausedUntil = async (id: number) =>
        (await world.store.read({ table: webhooks, where: is('id', id) }))?.paused_until;
      expect(await pausedUntil(slow.id)).toBe(plusSeconds(world.clock.now, 86_400));
      expect(await pausedUntil(other.id)).toBe('');
      await world.send(`PATCH /events/${events[0]?.id}`, { title: 'Other' });
      await world.runDue();
      expect(receiver.received.at(-1)?.path).toBe('/hook');
    });

    test('while its webhook is disabled has failed, also if it was in flight or was made at that moment', async () => {
      const { id } = await create({ types: ['event.created'] });
      receiver.answer((response) => {
        const answer = () => void response.writeHead(500).end();
        world.send(`PATCH /webhooks/${id}`, { active: false }).then(answer, answer);
      });
      for (let at = 0; at < 3; at++) await world.event({ status: 'draft' });
      await world.runDue();
      const [delivery] = await deliveriesOf(id);
      expect((await deliveriesOf(id)).map(({ state, next_attempt_utc: next }) => [state, next])).toEqual(
        Array.from({ length: 3 }, () => ['failed', null]),
      );
      await world.store.transact((writer) =>
        writer.update(webhookDeliveries, Number(delivery?.id), { state: 'queued', next_attempt_utc: startOfWorld }),
      );
      await removeOldDeliveries(world.store, world.clock.now);
      expect(await deliveriesOf(id)).toMatchObject(
        Array.from({ length: 3 }, () => ({ state: 'failed', next_attempt_utc: null })),
      );
    });

    test('for a reason of our own ends neither the run nor the deliveries of others, and is named', async () => {
      const broken = await create({ url: await receiver.url('/broken'), types: ['event.created'] });
      await create({ url: await receiver.url('/whole'), types: ['event.created'] });
      await world.event({ status: 'draft' });
      const { context, parts } = sendContextOf(world);
      const isTarget = (url: string) => {
        if (url.endsWith('/broken')) throw new TypeError('out of order');
        return true;
      };
      await expect(runWebhooks(context, { ...parts, isTarget })).rejects.toThrow(`webhook ${broken.id}: out of order`);
      expect(receiver.received.map(({ path }) => path)).toEqual(['/whole']);
    });
  });

  test('one process makes deliveries at a time, and another one after that has died', async () => {
    await create();
    await world.event();
    // As a process that died while it made them.
    const lease = plusSeconds(world.clock.now, 20);
    await world.store.transact((writer) => writer.setMeta('webhook_lease', lease));
    await world.runDue();
    expect([receiver.received.length, await count(world, webhookMessages)]).toEqual([0, 1]);
    await later(19);
    expect(receiver.received).toHaveLength(0);
    await later(1);
    expect(receiver.received).toHaveLength(1);
    await world.event();
    await world.runDue();
    expect(receiver.received).toHaveLength(2);
  });

  describe('a replay', () => {
    test('is in the change log, which wakes idle jobs of all processes', async () => {
      const { id } = await create();
      await world.event();
      await world.runDue();
      const changed = new Set<string>();
      world.store.subscribe((changes) => {
        for (const { table } of changes ?? []) changed.add(table);
      });
      const isLogged = async () => {
        await world.store.pollChanges(true);
        world.store.deliverChanges();
        const isLogged = changed.has(webhooks.table);
        changed.clear();
        return isLogged;
      };
      await isLogged();
      const [one] = await deliveriesOf(id);
      for (const path of [`/deliveries/${one?.id}/replay`, '/replay']) {
        expect(await isLogged()).toBe(false);
        await world.send(`POST /webhooks/${id}${path}`, {}, { as: 'administrator' });
        expect(await isLogged()).toBe(true);
      }
    });

    test('sends one delivery, a range, or all since a token again, with the same IDs', async () => {
      const { id } = await create();
      await world.event({ title: 'One' });
      await world.runDue();
      world.clock.now = plusSeconds(world.clock.now, 60);
      await world.event({ title: 'Two' });
      await world.runDue();
      const [two, one] = await deliveriesOf(id);
      await world.send(`POST /webhooks/${id}/deliveries/${one?.id}/replay`, {}, { as: 'administrator' });
      await world.runDue();
      const replay = (body: object) =>
        world.send(`POST /webhooks/${id}/replay`, { status: 'any', ...body }, { as: 'administrator' });
      expect(await replay({ from: `${world.clock.now.replace(' ', 'T')}Z` })).toEqual({ replayed: 1 });
      await world.runDue();
      const tokens = receiver.received.map(({ body }) => body.data.change_token);
      expect(await replay({ from: tokens[1] })).toEqual({ replayed: 1 });
      expect(await replay({ from: tokens[0], to: startOfWorld })).toEqual({ replayed: 1 });
      await world.runDue();
      const sent = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(sent.slice(0, 4)).toEqual([one, two, one, two].map((delivery) => delivery?.message_id));
      expect(sent.slice(4).sort()).toEqual([one, two].map((delivery) => delivery?.message_id).sort());
      const wrong = { as: 'administrator', body: { from: 'yesterday' } } as const;
      expect((await world.ask(`POST /webhooks/${id}/replay`, wrong)).statusCode).toBe(400);
    });
  });

  describe('the secret', () => {
    test('is shown once, stored encrypted, and both sign for a day after it was rotated', async () => {
      const created = await create();
      const { id, secret } = created;
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(await readWebhook(id)).not.toHaveProperty('secret');
      const stored = await world.store.read({ table: webhooks, where: is('id', id) });
      expect(JSON.stringify(stored)).not.toContain(secret.slice(6));
      const { secret: rotated } = await world.send(`POST /webhooks/${id}/rotate`, {}, { as: 'administrator' });
      await world.event();
      await world.runDue();
      const [both] = receiver.received;
      if (!both) throw new Error('nothing was received');
      verify(secret, both);
      verify(rotated, both);
      await world.event();
      await later(86_401);
      const last = receiver.received.at(-1);
      if (!last) throw new Error('nothing was received');
      verify(rotated, last);
      expect(() => verify(secret, last)).toThrow();
    });

    test('that cannot be decrypted disables the webhook until it is rotated', async () => {
      const { id } = await create();
      await world.restart({ ALMANAC_SECRET: 'another secret of 24 characters' });
      await world.event();
      await world.runDue();
      expect(receiver.received).toEqual([]);
      expect(await readWebhook(id)).toMatchObject({ state: 'disabled', reason: 'key' });
      const { secret } = await world.send(`POST /webhooks/${id}/rotate`, {}, { as: 'administrator' });
      await world.event();
      await world.runDue();
      const [only] = receiver.received;
      expect(only && verify(secret, only)).toBeTruthy();
      await world.restart();
    });
  });

  describe('rights', () => {
    test('of editors are over their own webhooks, and others have none', async () => {
      const mine = await create({}, 'editor');
      const theirs = await create();
      const list = await world.get('/webhooks', { as: 'editor' });
      expect((list.webhooks as Answered[]).map(({ id }) => id)).toEqual([mine.id]);
      for (const path of ['', '/deliveries']) {
        expect((await world.ask(`GET /webhooks/${theirs.id}${path}`, { as: 'editor' })).statusCode).toBe(404);
        expect((await world.ask(`GET /webhooks/${mine.id}${path}`, { as: 'administrator' })).statusCode).toBe(200);
        expect((await world.ask(`GET /webhooks/${mine.id}${path}`, { as: 'author' })).statusCode).toBe(403);
        expect((await world.ask(`GET /webhooks/${mine.id}${path}`)).statusCode).toBe(401);
      }
      for (const action of ['rotate', 'enable', 'test', 'replay']) {
        const asked = await world.ask(`POST /webhooks/${theirs.id}/${action}`, { as: 'editor', body: {} });
        expect([403, 404], action).toContain(asked.statusCode);
      }
      const body = { url: await receiver.url() };
      expect((await world.ask('POST /webhooks', { body })).statusCode).toBe(401);
      expect((await world.ask('POST /webhooks', { as: 'author', body })).statusCode).toBe(403);
      expect((await world.ask(`DELETE /webhooks/${theirs.id}`, { as: 'editor' })).statusCode).not.toBe(200);
    });

    test('that an owner has lost disable the webhook before anything is sent', async () => {
      const { id } = await create({}, 'editor');
      await world.event();
      const where = is('id', world.people.editor.id);
      await world.store.transact((writer) => writer.updateWhere(users, where, { role: 'author' }));
      await world.runDue();
      expect(receiver.received).toEqual([]);
      expect(await readWebhook(id)).toMatchObject({ state: 'disabled', reason: 'owner' });
      await world.store.transact((writer) => writer.updateWhere(users, where, { role: 'editor' }));
    });
  });

  test('programs create a webhook, find it by its URL, test it and delete it with its log', async () => {
    const url = await receiver.url('/private-4711');
    const { id, secret } = await create({ url, types: ['event.created'] });
    const found = await world.get(`/webhooks?url=${encodeURIComponent(url)}`, { as: 'administrator' });
    expect((found.webhooks as Answered[]).map((one) => one.id)).toEqual([id]);
    expect(await world.get('/webhooks?url=https://other.example/', { as: 'administrator' })).toMatchObject({
      total: 0,
    });
    await world.send(`PATCH /webhooks/${id}`, { active: false }, { as: 'administrator' });
    const tested = await world.send(`POST /webhooks/${id}/test`, {}, { as: 'administrator' });
    expect(tested).toMatchObject({ type: 'webhook.test', state: 'sent', tries: [{ status_code: 204 }] });
    const [only] = receiver.received;
    expect(only && verify(secret, only)).toMatchObject({ type: 'webhook.test' });
    // A success enables no disabled webhook.
    expect(await readWebhook(id)).toMatchObject({ state: 'disabled', reason: 'paused', active: false });
    await world.send(`DELETE /webhooks/${id}`, {}, { as: 'administrator' });
    expect(await count(world, webhookDeliveries)).toBe(0);
    expect(await count(world, webhookTries)).toBe(0);
    expect((await world.ask(`GET /webhooks/${id}`, { as: 'administrator' })).statusCode).toBe(404);
  });
});
