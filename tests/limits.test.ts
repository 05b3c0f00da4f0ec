// Rate limits: failed sign-ins, event passwords, and writes by one user.
import { beforeEach, describe, expect, test } from 'vitest';
import { openEngine } from '../src/app.js';
import { basic, expectRefusal, type Reply } from './harness/client.js';
import { holdDate } from './harness/date.js';
import { forEachEngine } from './harness/engines.js';
import { startWorld, useWorld, word } from './harness/world.js';

const throttled = { statusCode: 429, code: 'rest_too_many_requests' };
const wrong = { statusCode: 401, code: 'incorrect_password' };

/** Number of concurrent attempts that are answered as wrong. */
async function judged(count: number, attempt: (n: number) => Promise<Reply>, failure: number): Promise<number> {
  const replies = await Promise.all(Array.from({ length: count }, (_, n) => attempt(n)));
  const refused = replies.filter(({ statusCode }) => statusCode !== failure);
  // A machine that is busy with other things may shed load, which tells nothing either.
  for (const reply of refused) {
    expect([429, 503]).toContain(reply.statusCode);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  return count - refused.length;
}

forEachEngine((engine) => {
  const world = useWorld(engine, { settings: { ALMANAC_RATE_LIMIT: 'on' } });
  let pass: (seconds: number) => void;
  beforeEach(() => {
    pass = holdDate();
  });

  describe('password guessing', () => {
    const guess = (name: string, password = word()) =>
      world.ask('GET /events', { headers: { authorization: basic({ name, password }) } });

    test('allows ten wrong passwords per user, then answers 429', async () => {
      const { name } = world.people.subscriber;
      for (let n = 0; n < 10; n++) expectRefusal(await guess(name), wrong);
      const refused = await guess(name);
      expectRefusal(refused, throttled);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expectRefusal(await guess(name.toUpperCase()), throttled);
      expectRefusal(await world.ask('GET /events', { as: 'subscriber' }), throttled);
      expectRefusal(await guess('somebody else'), wrong);
      expect((await world.ask('GET /events')).statusCode).toBe(200);
      expect((await world.ask('GET /events', { as: 'author' })).statusCode).toBe(200);
      pass(6);
      expect((await world.ask('GET /events', { as: 'subscriber' })).statusCode).toBe(200);
      expectRefusal(await guess(name), wrong);
      expectRefusal(await guess(name), throttled);
    });

    test('an unknown name is limited in the same way', async () => {
      for (let n = 0; n < 10; n++) expectRefusal(await guess('nobody at all'), wrong);
      expectRefusal(await guess('nobody at all'), throttled);
    });

    test('tokens are limited as well', async () => {
      const token = () => world.ask('GET /events', { headers: { authorization: `Bearer ${word()}` } });
      for (let n = 0; n < 10; n++) expectRefusal(await token(), wrong);
      expectRefusal(await token(), throttled);
    });

    test('a right token is accepted beside any number of wrong ones', async () => {
      const bearer = (secret: string) =>
        world.ask('GET /events?status=draft', { headers: { authorization: `Bearer ${secret}` } });
      for (let n = 0; n < 12; n++) await bearer('wrong');
      expectRefusal(await bearer('wrong'), throttled);
      expect((await bearer(world.people.editor.password)).statusCode).toBe(200);
      expectRefusal(await bearer('wrong'), throttled);
    });

    test('names of any length are stored as keys of one length', async () => {
      for (const length of [1, 100, 8_000]) expectRefusal(await guess('x'.repeat(length)), wrong);
      const { ephemeral, close } = openEngine(world.config);
      const rows = await ephemeral.all({ sql: 'select distinct length(name) from throttles', values: [] });
      await close();
      expect(rows.map(Number)).toEqual(['failures '.length + 43]);
    });

    test('correct credentials do not count', async () => {
      for (let n = 0; n < 15; n++) {
        expect((await world.ask('GET /events', { as: 'administrator' })).statusCode).toBe(200);
      }
    });

    test('limits passwords per event', async () => {
      const [event, other] = [await world.event({ password: 'right' }), await world.event({ password: 'right' })];
      const open = (id: number, password: string) => world.ask(`GET /events/${id}?password=${password}`);
      for (let n = 0; n < 10; n++) {
        expectRefusal(await open(event.id, 'wrong'), { statusCode: 403, code: 'event-password-protected' });
      }
      expectRefusal(await open(event.id, 'wrong'), throttled);
      expectRefusal(await open(event.id, 'right'), throttled);
      expect((await open(other.id, 'right')).statusCode).toBe(200);
      expectRefusal(await world.ask(`GET /events/${event.id}`), { statusCode: 403, code: 'event-password-protected' });
    });
  });

  describe('concurrent password guessing', () => {
    test('answers at most ten wrong application passwords', async () => {
      const headers = (n: number) => ({ authorization: basic({ name: 'at once', password: `guess ${n}` }) });
      const answered = await judged(60, (n) => world.ask('GET /events', { headers: headers(n) }), 401);
      expect(answered).toBeLessThanOrEqual(10);
    });

    test('a token, through two servers that share the limit', async () => {
      const settings = { ...world.settings, ALMANAC_RATE_LIMIT: 'on' };
      const other = await startWorld(engine, { settings, beside: world });
      try {
        const both = [world, other];
        const guess = (n: number) =>
          both[n % 2]?.ask('GET /events', { headers: { authorization: `Bearer ${word()}` } }) as Promise<Reply>;
        const answered = await judged(60, guess, 401);
        expect(answered).toBeLessThanOrEqual(10);
      } finally {
        await other.stop();
      }
    });

    test('the password of an event', async () => {
      const { id } = await world.event({ password: 'right' });
      const answered = await judged(40, (n) => world.ask(`GET /events/${id}?password=guess${n}`), 403);
      expect(answered).toBeLessThanOrEqual(10);
    });

    test('the password to sign in with', async () => {
      const guess = (n: number) =>
        world.ask('POST /session', { body: { user: 'world-author', password: `wrong ${n}` } });
      const answered = await judged(40, guess, 401);
      expect(answered).toBeLessThanOrEqual(10);
    });

    test('accepts all correct ones and keeps the whole budget', async () => {
      const { id } = await world.event({ password: 'right' });
      const { name } = world.people.contributor;
      const right = await Promise.all([
        ...Array.from({ length: 60 }, () => world.ask('GET /events', { as: 'contributor' })),
        ...Array.from({ length: 40 }, () => world.ask(`GET /events/${id}?password=right`)),
      ]);
      expect(right.filter(({ statusCode }) => statusCode === 429)).toEqual([]);
      expect(right.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(20);
      for (let n = 0; n < 10; n++) {
        const headers = { authorization: basic({ name, password: word() }) };
        expectRefusal(await world.ask('GET /events', { headers }), wrong);
        expect((await world.ask(`GET /events/${id}?password=wrong`)).statusCode).toBe(403);
      }
    });
  });

  describe('write rate limit', () => {
    const limited = useWorld(engine, { settings: { ALMANAC_RATE_LIMIT: 'on', ALMANAC_WRITE_LIMIT: '600' } });

    test('limits a burst of writes by one user and no other user', async () => {
      const { id } = await limited.venue({}, { as: 'author' });
      const replies = await Promise.all(
        Array.from({ length: 200 }, () =>
          limited.ask(`PATCH /venues/${id}`, { as: 'author', body: { phone: word() } }),
        ),
      );
      const cut = replies.filter(({ statusCode }) => statusCode === 429);
      // A burst is a sixth of the limit, and making the venue was the first of it. A busy machine may shed load beside.
      const done = replies.filter(({ statusCode }) => statusCode === 200).length;
      expect(done).toBeLessThanOrEqual(99);
      expect(Math.min(done, cut.length)).toBeGreaterThan(0);
      for (const reply of cut) {
        expectRefusal(reply, throttled);
        expect(reply.body.message).toMatch(/^Rate limit exceeded\. Wait \d+ s and try again\.$/);
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await limited.ask('GET /events', { as: 'author' })).statusCode).toBe(200);
      expect((await limited.venue({}, { as: 'administrator' })).id).toBeGreaterThan(id);
      pass(60);
      expect((await limited.ask(`PATCH /venues/${id}`, { as: 'author', body: { phone: word() } })).statusCode).toBe(
        200,
      );
    });

    test('allows hundreds of writes by default', async () => {
      const { id } = await world.venue({}, { as: 'editor' });
      const codes = new Set<number>();
      // The clock is frozen, so that the bucket is not refilled.
      for (let batch = 0; batch < 14; batch++) {
        const replies = await Promise.all(
          Array.from({ length: 25 }, () => world.ask(`PATCH /venues/${id}`, { as: 'editor', body: { phone: word() } })),
        );
        for (const { statusCode } of replies) codes.add(statusCode);
      }
      expect([codes.has(200), codes.has(429)]).toEqual([true, false]);
    });

    test('leases twenty tokens at a time, so that few writes update the limit', async () => {
      pass(60);
      for (let n = 0; n < 21; n++) await world.venue({}, { as: 'administrator' });
      const engine = openEngine(world.config);
      try {
        const name = `changes ${world.people.administrator.id}`;
        const sql = `select tokens from throttles where name = ${engine.dialect.placeholder(1)}`;
        const [row] = await engine.ephemeral.all({ sql, values: [name] });
        expect(Number(row?.[0])).toBe(960);
      } finally {
        await engine.close();
      }
    });

    test('spends the cost of several changes at once, or nothing', async () => {
      const throttle = world.store.throttle({ name: word('costs'), burst: 10, perSecond: 1, lease: 4 });
      expect(await throttle.spend('ada', 7)).toBe(0);
      expect(await throttle.spend('ada', 5)).toBe(2);
      expect(await throttle.spend('ada', 3)).toBe(0);
      expect(await throttle.spend('ada')).toBe(1);
      expect(await throttle.spend('bob', 10)).toBe(0);
    });

    test('a cost uses the leased tokens first, and a refusal gives them back', async () => {
      const throttle = world.store.throttle({ name: word('costs'), burst: 10, perSecond: 1, lease: 4 });
      expect(await throttle.spend('ada')).toBe(0);
      // The bucket holds six tokens, the lease three.
      expect(await throttle.spend('ada', 10)).toBe(1);
      expect(await throttle.spend('ada', 9)).toBe(0);
      expect(await throttle.spend('ada')).toBe(1);
    });

    test('a cost above the burst waits for nine tenths of it and leaves the bucket below zero', async () => {
      const throttle = world.store.throttle({ name: word('costs'), burst: 10, perSecond: 1, lease: 4 });
      expect(await throttle.spend('ada', 2)).toBe(0);
      expect(await throttle.spend('ada', 25)).toBe(1);
      pass(1);
      expect(await throttle.spend('ada', 25)).toBe(0);
      expect(await throttle.spend('ada')).toBe(17);
      expect(await throttle.wait('ada')).toBe(17);
      pass(17);
      expect(await throttle.spend('ada')).toBe(0);
    });

    test('several costs at one moment spend no more than the bucket holds', async () => {
      const throttle = world.store.throttle({ name: word('costs'), burst: 10, perSecond: 1, lease: 4 });
      const waits = await Promise.all(Array.from({ length: 8 }, () => throttle.spend('ada', 3)));
      expect(waits.filter((seconds) => seconds === 0)).toHaveLength(3);
    });

    test('deletes no bucket that is below zero', async () => {
      const throttle = world.store.throttle({ name: word('costs'), burst: 2, perSecond: 1 });
      expect(await throttle.spend('ada', 50)).toBe(0);
      pass(10);
      // The 1,000th charge deletes full buckets.
      for (let n = 0; n < 1_000; n++) await throttle.spend(`other ${n}`);
      expect(await throttle.spend('ada')).toBe(39);
    });

    test('applies no limit when limits are disabled', async () => {
      const free = await startWorld(engine, { settings: { ALMANAC_RATE_LIMIT: 'off', ALMANAC_WRITE_LIMIT: '6' } });
      try {
        for (let n = 0; n < 15; n++) await free.venue();
        const headers = { authorization: basic({ name: 'nobody', password: 'wrong' }) };
        for (let n = 0; n < 15; n++) expectRefusal(await free.ask('GET /events', { headers }), wrong);
      } finally {
        await free.stop();
      }
    });
  });
});
