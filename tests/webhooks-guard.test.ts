// No webhook reaches a private network: neither by a spelling of its address, nor by a redirect, nor by a resolver that changes
// its answer. And no secret is stored without a key.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { is } from '../src/core/condition.js';
import { webhooks } from '../src/core/webhook.js';
import { isPublic } from '../src/net/addresses.js';
import { forEachEngine, onOneEngine } from './harness/engines.js';
import { status } from './harness/open-receiver.js';
import { spellings } from './harness/private-hosts.js';
import { useReceiver } from './harness/webhook-receiver.js';
import { type Answered, useWorld } from './harness/world.js';

onOneEngine((engine) => {
  /** What host names lead to, as of now. */
  let answer = '127.0.0.1';
  const receiver = useReceiver();
  const asked: string[] = [];
  /** Plays a public address, which is the only one that may be connected to. */
  const open = '127.0.0.9';
  const world = useWorld(engine, {
    settings: { ALMANAC_WEBHOOK_HTTP: 'on' },
    reach: {
      allow: (address) => address === open || isPublic(address),
      resolve: async (host) => {
        asked.push(host);
        return [{ address: answer, family: answer.includes(':') ? 6 : 4 }];
      },
    },
  });
  const portOf = async () => new URL(await receiver.url()).port;
  const create = (url: string) => world.ask('POST /webhooks', { as: 'administrator', body: { url } });

  describe('a URL at a private address', () => {
    test.each(spellings)('%s is refused, and nothing is connected to', async (host) => {
      answer = '127.0.0.1';
      for (const scheme of ['http', 'https']) {
        const { statusCode, text } = await create(`${scheme}://${host}:${await portOf()}/`);
        expect(statusCode, text).toBe(400);
      }
      expect(receiver.connections()).toBe(0);
    });

    test.each([
      'http://user:secret@hooks.example/',
      'http://hooks.example:22/',
      'http://hooks.example:25/',
      'ftp://hooks.example/',
      'file:///etc/passwd',
      'javascript:alert(1)',
    ])('%s is refused for its form', async (url) => {
      answer = open;
      expect((await create(url)).statusCode).toBe(400);
    });
  });

  test('a resolver that changes its answer after saving leads to no connection, and to no answer in the log', async () => {
    answer = open;
    const created = await create(`http://rebound.example:${await portOf()}/`);
    expect(created.statusCode).toBe(201);
    answer = '127.0.0.1';
    await world.event();
    await world.runDue();
    const { deliveries } = await world.get(`/webhooks/${created.body.id}/deliveries`, { as: 'administrator' });
    const [first] = deliveries as Answered[];
    expect(first).toMatchObject({ state: 'queued', attempts: 1, status_code: null, error: 'address' });
    const path = `/webhooks/${created.body.id}/deliveries/${first?.id}`;
    expect((await world.get(path, { as: 'administrator' })).tries).toMatchObject([{ response: '', status_code: null }]);
    expect(receiver.connections()).toBe(0);
    expect(asked).toContain('rebound.example');
    await world.send(`DELETE /webhooks/${created.body.id}`, {}, { as: 'administrator' });
  });
});

onOneEngine((engine) => {
  const world = useWorld(engine, {
    settings: { ALMANAC_WEBHOOK_HTTP: 'on', ALMANAC_WEBHOOK_ALLOW: '127.0.0.0/8' },
  });
  const [receiver, inside] = [useReceiver(), useReceiver()];

  test('a redirect is a failure: nothing is connected to, wherever it leads', async () => {
    const created = await world.send('POST /webhooks', { url: await receiver.url() }, { as: 'administrator' });
    const target = await inside.url();
    for (const code of [301, 302, 303, 307, 308]) {
      receiver.answer(status(code, { location: target }, 'moved'));
      const tested = await world.send(`POST /webhooks/${created.id}/test`, {}, { as: 'administrator' });
      expect(tested).toMatchObject({ state: 'failed', status_code: code, error: 'status' });
    }
    expect(inside.connections()).toBe(0);
  });

  test('private networks that the operator names are reached, and no others', async () => {
    const refused = { as: 'administrator', body: { url: 'http://10.1.2.3/' } } as const;
    expect((await world.ask('POST /webhooks', refused)).statusCode).toBe(400);
    expect(receiver.connections()).toBeGreaterThan(0);
  });
});

forEachEngine((engine) => {
  const world = useWorld(engine, { settings: { ALMANAC_WEBHOOK_ALLOW: '127.0.0.0/8' } });
  const body = { url: 'https://127.0.0.1/' };

  test('without a key a webhook is refused on PostgreSQL, and a file has the key of the embedded engine', async () => {
    const created = await world.ask('POST /webhooks', { as: 'administrator', body });
    if (engine.name === 'postgres') {
      expect(created.statusCode).toBe(409);
      expect(created.body.code).toBe('rest_no_secret_key');
      expect(await world.store.count({ table: webhooks, where: is('url', body.url) })).toBe(0);
    } else {
      expect(created.statusCode).toBe(201);
      expect(statSync(join(world.config.data, 'secret.key')).mode & 0o777).toBe(0o600);
    }
  });
});

onOneEngine((engine) => {
  const world = useWorld(engine, {
    settings: { ALMANAC_WEBHOOK_ALLOW: '127.0.0.0/8', ALMANAC_SECRET: 'a long text that only tests have' },
  });

  test('http is refused unless the operator allows it', async () => {
    const create = (url: string) => world.ask('POST /webhooks', { as: 'administrator', body: { url } });
    expect((await create('http://127.0.0.1/')).statusCode).toBe(400);
    expect((await create('https://127.0.0.1/')).statusCode).toBe(201);
  });
});
