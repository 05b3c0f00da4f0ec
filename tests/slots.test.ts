// Capacity that clients hold for a while cannot all be taken by one address.
import { request as sendRequest } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { maxWaitersPerClient } from '../src/http/changes/waiters.js';
import { feedFileLimits } from '../src/http/feed-files.js';
import { onOneEngine } from './harness/engines.js';
import { openEvents } from './harness/event-stream.js';
import { useWorld, type World } from './harness/world.js';

const from = (ip: string) => ({ 'x-forwarded-for': ip });

/** The response of a reader that reads nothing of its body. */
function openUnread(world: World, path: string, ip: string) {
  const request = sendRequest(`${world.address}/cal/events/v1${path}`, { headers: from(ip), agent: false });
  request.on('error', () => undefined);
  return new Promise<{ statusCode: number; retryAfter: string | undefined; close: () => void }>((resolve, reject) => {
    request.once('response', (response) => {
      response.on('error', () => undefined);
      const { statusCode = 0, headers } = response;
      resolve({ statusCode, retryAfter: headers['retry-after'], close: () => request.destroy() });
    });
    request.once('close', () => reject(new Error('closed without a response')));
    request.end();
  });
}

onOneEngine((engine) => {
  const world = useWorld(engine, { settings: { ALMANAC_TRUST_PROXY: 'on' } });

  describe('clients that wait for changes', () => {
    test('get 503 beyond their share, while other addresses are served, and the place of a closed connection is free', async () => {
      const since = (await world.get('/changes?since=now')).next;
      const url = `${world.address}/cal/events/v1/changes?since=${since}`;
      const streams = await Promise.all(
        Array.from({ length: maxWaitersPerClient }, (_, n) => openEvents(url, from(`2001:db8:1:1::${n.toString(16)}`))),
      );
      const ask = (ip: string) => world.ask(`GET /changes?since=${since}&wait=1`, { headers: from(ip) });
      const beyond = () => ask('2001:db8:1:1:ffff::');
      // The responses of the streams begin before their clients wait.
      await expect.poll(async () => (await beyond()).statusCode).toBe(503);
      const refused = await beyond();
      expect([refused.statusCode, refused.body.code, refused.headers.get('retry-after')]).toEqual([
        503,
        'rest_unavailable',
        '5',
      ]);
      expect((await ask('2001:db8:1:2::')).statusCode).toBe(200);
      expect((await ask('192.0.2.1')).statusCode).toBe(200);
      streams[0]?.close();
      await expect.poll(async () => (await ask('2001:db8:1:1::')).statusCode, { timeout: 20_000 }).toBe(200);
      for (const stream of streams) stream.close();
    });
  });

  describe('long feeds', () => {
    // More records than a feed that is not streamed has.
    beforeAll(() => world.event({ recurrence: 'FREQ=DAILY;COUNT=600' }));
    /** Files of all clients. */
    const { maxFiles } = feedFileLimits;

    test('of one address do not keep others from theirs', async () => {
      const open = (n: number, ip: string) =>
        openUnread(world, `/events.csv?start_date=2026-01-01&per_page=${1 + n}`, ip);
      const greedy = [];
      for (let n = 0; n < maxFiles; n++) greedy.push(await open(n, '192.0.2.1'));
      const refused = greedy.filter(({ statusCode }) => statusCode !== 200);
      for (const { statusCode, retryAfter } of refused) expect([statusCode, retryAfter]).toEqual([503, '5']);
      const other = await open(maxFiles, '192.0.2.2');
      expect(other.statusCode).toBe(200);
      for (const { close } of [...greedy, other]) close();
      const again = async () => {
        const { statusCode, close } = await open(maxFiles + 1, '192.0.2.1');
        close();
        return statusCode;
      };
      await expect.poll(again, { timeout: 20_000 }).toBe(200);
    });
  });
});
