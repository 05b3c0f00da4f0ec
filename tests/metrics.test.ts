// /metrics counts every request that was answered: routed ones, and those answered from the cache before routing.
import { expect, test } from 'vitest';
import { prefixes } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { countRequests } from './harness/metrics.js';
import { useWorld } from './harness/world.js';

onOneEngine((engine) => {
  const world = useWorld(engine);
  const route = `${prefixes.native}/events`;

  test('counts ten requests as ten, cached or not', async () => {
    await world.event();
    for (let request = 0; request < 10; request++) await world.get('/events');
    expect(await countRequests(world.address, { method: 'GET', route, code: '200' })).toBe(10);
    // The histogram of durations has as many.
    expect(await countRequests(world.address, { method: 'GET', route }, 'almanac_request_seconds_count')).toBe(10);
  });

  test('counts HEAD requests and 304 responses', async () => {
    const { headers } = await world.ask('GET /venues');
    const ifNoneMatch = { 'if-none-match': String(headers.get('etag')) };
    for (let request = 0; request < 5; request++) {
      expect((await world.ask('HEAD /venues')).statusCode).toBe(200);
      expect((await world.ask('GET /venues', { headers: ifNoneMatch })).statusCode).toBe(304);
    }
    const venues = { route: `${prefixes.native}/venues` };
    expect(await countRequests(world.address, { ...venues, method: 'HEAD', code: '200' })).toBe(5);
    expect(await countRequests(world.address, { ...venues, method: 'GET', code: '304' })).toBe(5);
  });

  test('records are counted under the pattern of their route, on either mount', async () => {
    const events = [await world.event(), await world.event()];
    for (const on of ['native', 'dropin'] as const) {
      for (const { id } of [...events, ...events, ...events]) await world.get(`/events/${id}`, { on });
      const pattern = `${prefixes[on]}/events/:id(^\\\\d+$)`;
      expect(await countRequests(world.address, { method: 'GET', route: pattern, code: '200' })).toBe(6);
    }
  });
});
