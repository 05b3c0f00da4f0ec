// First-run set-up over HTTP: only with the printed code, once, and in one transaction.
import { beforeEach, describe, expect, test } from 'vitest';
import { addUser, changeRole, removeUser } from '../src/auth/accounts.js';
import { endSetup } from '../src/auth/setup.js';
import { issueSetupCode } from '../src/auth/setup-code.js';
import { roles } from '../src/core/actor.js';
import { everything, is } from '../src/core/condition.js';
import { languageCodes } from '../src/core/languages.js';
import { plusSeconds } from '../src/core/time/clock.js';
import { credentialTables, users } from '../src/models/account/account.js';
import { settingsTable } from '../src/models/settings/columns.js';
import { basic, expectRefusal, type Reply } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { type Body, useWorld, type World } from './harness/world.js';

const password = 'correct horse battery';
const day = 24 * 3_600;

const refusals = {
  closed: { statusCode: 409, code: 'rest_already_set_up' },
  wrongCode: { statusCode: 403, code: 'rest_invalid_setup_code' },
};

async function removeUsers({ store }: World): Promise<void> {
  await store.transact(async (writer) => {
    for (const table of [...credentialTables, users]) await writer.remove(table, everything);
  });
}

const administrators = ({ store }: World) =>
  store.list({ table: users, where: is('role', 'administrator'), order: [{ column: 'id' }], limit: 10 });

const settingsIn = ({ store }: World) => store.read({ table: settingsTable, where: is('id', 1) });

forEachEngine((engine) => {
  const world = useWorld(engine);
  let code: string;

  async function newCode(): Promise<string> {
    const issued = await issueSetupCode(world.store, world.clock.now);
    if (issued === undefined) throw new Error('there is an administrator');
    return issued;
  }

  const send = (body: Body = {}, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
    world.askAgain('POST /setup', { body: { code, user: 'Ada', password, ...body }, headers });

  async function expectNothingChanged(before: unknown): Promise<void> {
    expect(await administrators(world)).toEqual([]);
    expect(await settingsIn(world)).toEqual(before);
  }

  beforeEach(async () => {
    await removeUsers(world);
    code = await newCode();
  });

  describe('set-up', () => {
    test('creates the administrator and the settings, and is closed afterwards', async () => {
      expect(await world.get('/setup')).toEqual({
        open: true,
        languages: languageCodes,
        locked: ['timezone', 'public_url'],
      });
      const reply = await send({ site_name: 'Town Hall', languages: ['fr', 'en'], email: 'ada@example.org' });
      expect(reply.statusCode, reply.text).toBe(201);
      const [owner, ...others] = await administrators(world);
      expect(others).toEqual([]);
      expect(owner).toMatchObject({ id: reply.body.id, name: 'Ada', role: 'administrator', email: 'ada@example.org' });
      expect(await settingsIn(world)).toMatchObject({ name: 'Town Hall', languages: ['fr', 'en'] });
      expect(await world.get('/setup')).toEqual({ open: false, languages: languageCodes, locked: [] });
      const session = await world.ask('POST /session', { body: { user: 'ada', password } });
      expect(session.body).toMatchObject({ user: 'Ada', role: 'administrator' });
      expectRefusal(await send({ user: 'Eve' }), refusals.closed);
    });

    test('accepts the code as people type it', async () => {
      const typed = ` ${code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
      expect((await send({ code: typed })).statusCode).toBe(201);
    });

    test('leaves settings alone that are not given', async () => {
      const before = await settingsIn(world);
      expect((await send()).statusCode).toBe(201);
      expect(await settingsIn(world)).toEqual(before);
    });

    test('stores and returns neither the code nor the password', async () => {
      const reply = await send();
      const stored = await world.store.transact((writer) => writer.getMeta('setup-code'));
      const [owner] = await administrators(world);
      for (const secret of [code, code.replaceAll('-', ''), password]) {
        for (const text of [reply.text, stored, JSON.stringify(owner)]) expect(text).not.toContain(secret);
      }
    });
  });

  describe('a code', () => {
    const loose = [true, 0, [], {}, null, ['code'], '', 'x', '0000-0000-0000-0000-0000-0000-0000', 'a'.repeat(10_000)];
    test('that was guessed or has another type changes nothing', async () => {
      const before = await settingsIn(world);
      for (const guessed of loose) {
        const reply = await send({ code: guessed, site_name: 'Taken over' });
        expect([400, 403], reply.text).toContain(reply.statusCode);
        await expectNothingChanged(before);
      }
    });

    test('counts in the body only', async () => {
      const reply = await world.ask(`POST /setup?code=${code}`, { body: { user: 'Ada', password } });
      expectRefusal(reply, { statusCode: 400, code: 'rest_missing_callback_param', params: ['code'] });
    });

    test('expires after 24 hours', async () => {
      const before = await settingsIn(world);
      const { now } = world.clock;
      try {
        world.clock.now = plusSeconds(now, day);
        expectRefusal(await send({ site_name: 'Late' }), refusals.wrongCode);
        await expectNothingChanged(before);
        world.clock.now = plusSeconds(now, day - 1);
        expect((await send()).statusCode).toBe(201);
      } finally {
        world.clock.now = now;
      }
    });

    test('is replaced by the next one', async () => {
      const next = await newCode();
      expectRefusal(await send(), refusals.wrongCode);
      expect((await send({ code: next })).statusCode).toBe(201);
    });

    test('that is replaced after it was checked ends no set-up', async () => {
      const next = await newCode();
      const { now } = world.clock;
      const end = (given: string) => world.store.transact((writer) => endSetup(writer, given, now));
      await expect(end(code)).rejects.toMatchObject({ problem: 'wrong-setup-code' });
      expect((await send({ code: next })).statusCode).toBe(201);
    });

    test('does not work again after the administrator was removed', async () => {
      expect((await send()).statusCode).toBe(201);
      await removeUser(world.store, 'Ada');
      expect(await world.get('/setup')).toMatchObject({ open: true });
      expectRefusal(await send({ user: 'Eve' }), refusals.wrongCode);
    });

    test.each([
      [
        'an administrator is added',
        (now: string) => addUser(world.store, { name: 'root', role: 'administrator', now }),
      ],
      [
        'a user becomes administrator',
        async (now: string) => {
          await addUser(world.store, { name: 'root', role: 'editor', now });
          await changeRole(world.store, 'root', 'administrator');
        },
      ],
    ])('stops working when %s on the command line', async (_, add) => {
      await add(world.clock.now);
      expectRefusal(await send(), refusals.closed);
      await removeUser(world.store, 'root');
      expectRefusal(await send(), refusals.wrongCode);
    });

    test('keeps working when another user is added', async () => {
      await addUser(world.store, { name: 'maria', role: 'editor', now: world.clock.now });
      expect((await send()).statusCode).toBe(201);
    });

    test('is not issued while there is an administrator', async () => {
      expect((await send()).statusCode).toBe(201);
      expect(await issueSetupCode(world.store, world.clock.now)).toBeUndefined();
    });
  });

  describe('input', () => {
    test.each([
      [{ user: 'a/b' }, ['user']],
      [{ user: '' }, ['user']],
      [{ user: '<script>alert(1)</script>' }, ['user']],
      [{ email: 'no address' }, ['email']],
      [{ password: 'short' }, ['password']],
      [{ password: ['correct horse battery'] }, ['password']],
      [{ site_name: '' }, ['site_name']],
      [{ site_name: 'x'.repeat(101) }, ['site_name']],
      [{ site_name: 'a\u0000b' }, ['site_name']],
      [{ languages: ['no language'] }, ['languages']],
      [{ timezone: 'Mars/Olympus' }, ['timezone']],
      // World servers have ALMANAC_TIMEZONE.
      [{ timezone: 'Europe/Paris' }, ['timezone']],
    ])('%j is refused with the code unused', async (body, params) => {
      const before = await settingsIn(world);
      expectRefusal(await send(body), { statusCode: 400, code: 'rest_invalid_param', params });
      await expectNothingChanged(before);
      expect((await send()).statusCode).toBe(201);
    });

    test('a username in use is refused, and no setting is saved', async () => {
      await addUser(world.store, { name: 'ada', role: 'editor', now: world.clock.now });
      const before = await settingsIn(world);
      const reply = await send({ site_name: 'Half done' });
      expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['user'] });
      await expectNothingChanged(before);
    });

    test('a dry run saves nothing', async () => {
      const before = await settingsIn(world);
      const reply = await world.ask('POST /setup?dry_run=true', { body: { code, user: 'Ada', password } });
      expect(reply.statusCode, reply.text).toBe(200);
      await expectNothingChanged(before);
      expect((await send()).statusCode).toBe(201);
    });

    test('markup in the name of the site is text', async () => {
      expect((await send({ site_name: 'Fun & <b>Games</b>"\'' })).statusCode).toBe(201);
      const page = await world.ask('GET //');
      expect(page.text).not.toContain('<b>Games');
      expect(page.text).toContain('Fun &amp; Games');
    });
  });

  describe('at one moment', () => {
    test('several set-ups with the same code create one administrator', async () => {
      const replies = await Promise.all(
        ['Ada', 'Bea', 'Cleo', 'Dora'].map((user) => send({ user, site_name: `Site of ${user}` })),
      );
      const statusCodes = replies.map(({ statusCode }) => statusCode).toSorted();
      expect(statusCodes).toEqual([201, 409, 409, 409]);
      const [owner, ...others] = await administrators(world);
      expect(others).toEqual([]);
      expect(await settingsIn(world)).toMatchObject({ name: `Site of ${owner?.name}` });
    });

    test('a set-up and a user added on the command line agree', async () => {
      const [reply] = await Promise.all([
        send({ site_name: 'By page' }),
        addUser(world.store, { name: 'root', role: 'administrator', now: world.clock.now }),
      ]);
      const names = (await administrators(world)).map(({ name }) => name).toSorted();
      // 403: the code was revoked after set-up was found open.
      expect([201, 403, 409]).toContain(reply.statusCode);
      expect(names).toEqual(reply.statusCode === 201 ? ['Ada', 'root'] : ['root']);
      expectRefusal(await send({ user: 'Eve' }), refusals.closed);
    });
  });

  describe('with an administrator', () => {
    test('no role can set up again, and only administrators load the demo calendar', async () => {
      const outcomes: Record<string, readonly number[]> = {};
      for (const role of [...roles, 'anonymous'] as const) {
        const headers: Record<string, string> = {};
        if (role !== 'anonymous') {
          const { password: secret } = await addUser(world.store, { name: role, role, now: world.clock.now });
          headers.authorization = basic({ name: role, password: secret });
        }
        const again = await send({ user: 'Eve' }, headers);
        const demo = await world.ask('POST /setup/demo?dry_run=true', { headers });
        outcomes[role] = [again.statusCode, demo.statusCode];
      }
      const refused = [409, 403];
      expect(outcomes).toEqual({
        administrator: [409, 400],
        editor: refused,
        author: refused,
        contributor: refused,
        subscriber: refused,
        anonymous: [409, 401],
      });
    });
  });

  describe('the demo calendar', () => {
    test('is loaded once, by administrators only', async () => {
      expect((await send()).statusCode).toBe(201);
      const asAda = { user: 'Ada', password };
      const session = await world.ask('POST /session', { body: asAda });
      const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
      const headers = { cookie, 'x-csrf-token': session.body.csrf };
      expectRefusal(await world.ask('POST /setup/demo'), { statusCode: 401, code: 'rest_forbidden' });
      expectRefusal(await world.ask('POST /setup/demo', { headers: { cookie } }), {
        statusCode: 403,
        code: 'rest_cookie_invalid_nonce',
      });
      // Both wait for one load, and so does a request that is sent again after a long one.
      const load = async () => {
        for (;;) {
          const reply = await world.ask('POST /setup/demo', { headers });
          if (reply.statusCode !== 202 || reply.body.events !== null) return reply;
        }
      };
      const loaded = await Promise.all([load(), load()]);
      expect(loaded.map(({ statusCode }) => statusCode)).toEqual([202, 202]);
      expect(loaded[0]?.body.events).toBeGreaterThan(20);
      const { total } = await world.get('/events');
      expect(total).toBeGreaterThan(20);
      expectRefusal(await world.ask('POST /setup/demo', { headers }), { statusCode: 409, code: 'rest_not_empty' });
      expect((await world.get('/events')).total).toBe(total);
    });
  });
});

forEachEngine((engine) => {
  describe('guessing', () => {
    const world = useWorld(engine, { settings: { ALMANAC_RATE_LIMIT: 'on', ALMANAC_TRUST_PROXY: 'on' } });
    const maxGuesses = 200;

    test('is limited for all callers together, and does not keep the owner out', async () => {
      await removeUsers(world);
      const code = await issueSetupCode(world.store, world.clock.now);
      const send = (given: unknown, address: string) =>
        world.ask('POST /setup', {
          body: { code: given, user: 'Ada', password },
          headers: { 'x-forwarded-for': address },
        });
      let reply = await send('guess', '192.0.2.1');
      for (let guess = 2; reply.statusCode === 403 && guess <= maxGuesses; guess++) {
        reply = await send(`guess ${guess}`, `192.0.2.${guess % 250}`);
      }
      expectRefusal(reply, { statusCode: 429, code: 'rest_too_many_requests' });
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await administrators(world)).toEqual([]);
      expect((await send(code, '198.51.100.1')).statusCode).toBe(201);
    });
  });
});
