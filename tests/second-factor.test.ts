// Two-step verification: enrolment, sign-in with codes and recovery codes, removal, and the limit of wrong codes.
import { beforeAll, describe, expect, test } from 'vitest';
import { hashSecret } from '../src/auth/secrets.js';
import { stepOf, totpCode } from '../src/auth/totp.js';
import { is } from '../src/core/condition.js';
import { plusSeconds, secondsOf } from '../src/core/time/clock.js';
import { recoveryCodes, secondFactors, users } from '../src/models/account/account.js';
import { basic, expectRefusal, outcomeOf, type Who } from './harness/client.js';
import { holdDate } from './harness/date.js';
import { onOneEngine } from './harness/engines.js';
import { useWorld, type World } from './harness/world.js';

const password = 'correct horse battery';
const path = '/users/me/second-factor';
type Role = Exclude<Who, 'anonymous'>;
const everyone: readonly Role[] = ['subscriber', 'contributor', 'author', 'editor', 'administrator'];

let digest: Promise<string> | undefined;

/** Lets everyone sign in. */
async function setPasswords({ store, people }: World): Promise<void> {
  digest ??= hashSecret(password);
  const hashed = await digest;
  await store.transact(async (writer) => {
    for (const { id } of Object.values(people)) await writer.update(users, id, { password: hashed });
  });
}

const signIn = (world: World, who: Role, code?: unknown, secret = password) =>
  world.ask('POST /session', { body: { user: world.people[who].name, password: secret, code } });

/** The headers of a session. */
async function sessionOf(world: World, who: Role, code?: string) {
  const reply = await signIn(world, who, code);
  expect(reply.statusCode, reply.text).toBe(200);
  const cookie = reply.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  return { cookie, 'x-csrf-token': String(reply.body.csrf) };
}

const codeAt = (world: World, secret: string, offset = 0) =>
  totpCode(secret, stepOf(secondsOf(world.clock.now)) + offset);

/** Turns it on; returns the secret and the recovery codes. Moves the clock to the next code. */
async function enrol(world: World, who: Role): Promise<{ secret: string; codes: string[] }> {
  const { secret } = await world.send(`POST ${path}`, { current_password: password }, { as: who });
  const { recovery_codes: codes } = await world.send(`PATCH ${path}`, { code: codeAt(world, secret) }, { as: who });
  nextCode(world);
  return { secret, codes };
}

const nextCode = (world: World) => {
  world.clock.now = plusSeconds(world.clock.now, 30);
};

const isSignedIn = async (world: World, headers: { cookie: string }) =>
  (await world.ask('GET /session', { headers })).statusCode === 200;

onOneEngine((engine) => {
  describe('two-step verification', () => {
    const world = useWorld(engine);
    beforeAll(() => setPasswords(world));

    test('is set up with the password and a first code by every role', async () => {
      for (const who of everyone) {
        const before = await world.get(path, { as: who });
        expect(before).toEqual({ enabled: false, confirmed_utc: null, recovery_codes_left: 0 });
        const started = await world.ask(`POST ${path}`, { as: who, body: { current_password: password } });
        expect([started.statusCode, started.body]).toEqual([
          201,
          {
            ...before,
            secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
            uri: expect.stringContaining(`otpauth://totp/Almanac:${world.people[who].name}?secret=`),
            qr_code: expect.stringMatching(/^<svg .*<\/svg>$/s),
          },
        ]);
        expect(started.headers.get('cache-control')).toContain('no-store');
        // Not yet confirmed: the password is enough.
        expect((await signIn(world, who)).statusCode).toBe(200);
        const code = codeAt(world, started.body.secret);
        const confirmed = await world.ask(`PATCH ${path}`, { as: who, body: { code } });
        const state = { enabled: true, confirmed_utc: world.clock.now, recovery_codes_left: 10 };
        expect([confirmed.statusCode, confirmed.body]).toEqual([200, { ...state, recovery_codes: expect.any(Array) }]);
        expect(new Set(confirmed.body.recovery_codes).size).toBe(10);
        for (const one of confirmed.body.recovery_codes) expect(one).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
        expect(await world.get(path, { as: who })).toEqual(state);
        expectRefusal(await signIn(world, who), { statusCode: 401, code: 'second_factor_required' });
        nextCode(world);
        expect((await signIn(world, who, codeAt(world, started.body.secret))).body.user).toBe(world.people[who].name);
        await world.ask(`DELETE /users/${world.people[who].id}/second-factor`, {
          as: who,
          body: { current_password: password, code: confirmed.body.recovery_codes[0] },
        });
      }
    });

    test('reveals that a code is missing only after the right password', async () => {
      const { secret } = await enrol(world, 'author');
      const wrong = await signIn(world, 'author', codeAt(world, secret), 'wrong');
      const unknown = await world.ask('POST /session', { body: { user: 'nobody-here', password, code: '123456' } });
      expectRefusal(wrong, { statusCode: 401, code: 'incorrect_password' });
      expect(wrong.text).toBe(unknown.text);
      // The code was not used up.
      expect((await signIn(world, 'author', codeAt(world, secret))).statusCode).toBe(200);
    });

    test('accepts each code once, also from two requests at one moment', async () => {
      const { secret } = await enrol(world, 'editor');
      const code = codeAt(world, secret);
      const replies = await Promise.all([1, 2, 3].map(() => signIn(world, 'editor', code)));
      expect(replies.map(outcomeOf).toSorted()).toEqual(['200', '401 incorrect_code', '401 incorrect_code']);
      expect(outcomeOf(await signIn(world, 'editor', code))).toBe('401 incorrect_code');
      // Nor an earlier one within the tolerance.
      expect(outcomeOf(await signIn(world, 'editor', codeAt(world, secret, -1)))).toBe('401 incorrect_code');
      expect(outcomeOf(await signIn(world, 'editor', codeAt(world, secret, 1)))).toBe('200');
      nextCode(world);
      nextCode(world);
      expect(outcomeOf(await signIn(world, 'editor', ` ${codeAt(world, secret).replace(/^.../, '$& ')} `))).toBe('200');
    });

    test.each([true, 0, 123_456, [], {}, ['123456']])('rejects %j as a code', async (code) => {
      expect((await signIn(world, 'editor', code)).statusCode).toBe(400);
    });

    test.each(['', '000000 ', '12345', "' or 1=1 --", '😀'])('does not sign in with the code %j', async (code) => {
      expect([400, 401]).toContain((await signIn(world, 'editor', code)).statusCode);
    });

    test('accepts each recovery code once, without regard to hyphens and capital letters', async () => {
      const { codes } = await enrol(world, 'contributor');
      const [first = '', second = '', third = ''] = codes;
      const replies = await Promise.all([1, 2].map(() => signIn(world, 'contributor', first)));
      expect(replies.map(outcomeOf).toSorted()).toEqual(['200', '401 incorrect_code']);
      expect(outcomeOf(await signIn(world, 'contributor', second.toUpperCase().replaceAll('-', ' ')))).toBe('200');
      expect((await world.get(path, { as: 'contributor' })).recovery_codes_left).toBe(8);
      // Codes of another user.
      expect(outcomeOf(await signIn(world, 'editor', third))).toBe('401 incorrect_code');
    });

    test('replaces the recovery codes with password and code', async () => {
      const { secret, codes } = await enrol(world, 'subscriber');
      const renew = (body: object) => world.ask(`POST ${path}/recovery-codes`, { as: 'subscriber', body });
      const code = codeAt(world, secret);
      expectRefusal(await renew({ current_password: 'wrong', code }), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: ['current_password'],
      });
      expect(outcomeOf(await renew({ current_password: password, code: '000000' }))).toBe('401 incorrect_code');
      const renewed = await renew({ current_password: password, code });
      expect([renewed.statusCode, renewed.body.recovery_codes_left]).toEqual([201, 10]);
      expect(outcomeOf(await signIn(world, 'subscriber', codes[0]))).toBe('401 incorrect_code');
      expect(outcomeOf(await signIn(world, 'subscriber', renewed.body.recovery_codes[9]))).toBe('200');
    });

    test('needs no code for application passwords', async () => {
      expect((await world.get(path, { as: 'editor' })).enabled).toBe(true);
      expect((await world.ask('GET /users/me', { as: 'editor' })).statusCode).toBe(200);
    });

    test('is not started with a wrong password, in a dry run, twice, or for another user', async () => {
      const start = (request: string, body: object) => world.ask(request, { as: 'administrator', body });
      expectRefusal(await start(`POST ${path}`, {}), {
        statusCode: 400,
        code: 'rest_missing_callback_param',
        params: ['current_password'],
      });
      expectRefusal(await start(`POST ${path}`, { current_password: 'wrong' }), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: ['current_password'],
      });
      const dry = await start(`POST ${path}?dry_run=true`, { current_password: password });
      expect([dry.statusCode, Object.keys(dry.body)]).toEqual([
        200,
        ['enabled', 'confirmed_utc', 'recovery_codes_left'],
      ]);
      expect(outcomeOf(await world.ask(`PATCH ${path}`, { as: 'administrator', body: { code: '000000' } }))).toBe(
        '409 second_factor_inactive',
      );
      const other = `/users/${world.people.author.id}/second-factor`;
      expect(outcomeOf(await start(`POST ${other}`, { current_password: password }))).toBe('403 rest_forbidden');
      expect(outcomeOf(await start(`PATCH ${other}`, { code: '000000' }))).toBe('403 rest_forbidden');
      const renewal = { current_password: password, code: '000000' };
      expect(outcomeOf(await start(`POST ${other}/recovery-codes`, renewal))).toBe('403 rest_forbidden');
      const again = await world.ask(`POST ${path}`, { as: 'author', body: { current_password: password } });
      expect(outcomeOf(again)).toBe('409 second_factor_active');
    });

    test('replaces an unconfirmed secret, and a wrong first code confirms nothing', async () => {
      const start = () => world.send(`POST ${path}`, { current_password: password }, { as: 'administrator' });
      const [old, { secret }] = [await start(), await start()];
      for (const code of [codeAt(world, old.secret), codeAt(world, secret, 5)]) {
        expectRefusal(await world.ask(`PATCH ${path}`, { as: 'administrator', body: { code } }), {
          statusCode: 400,
          code: 'rest_invalid_param',
          params: ['code'],
        });
      }
      expect((await world.get(path, { as: 'administrator' })).enabled).toBe(false);
    });

    test('ends the other sessions of the user when it is turned on and off', async () => {
      const [own, other] = [await sessionOf(world, 'administrator'), await sessionOf(world, 'administrator')];
      const start = await world.ask(`POST ${path}`, { headers: own, body: { current_password: password } });
      const { secret } = start.body;
      await world.ask(`PATCH ${path}`, { headers: own, body: { code: codeAt(world, secret) } });
      expect([await isSignedIn(world, own), await isSignedIn(world, other)]).toEqual([true, false]);
      nextCode(world);
      const third = await sessionOf(world, 'administrator', codeAt(world, secret));
      nextCode(world);
      const remove = (body: object) => world.ask(`DELETE ${path}`, { headers: own, body });
      expectRefusal(await remove({}), {
        statusCode: 400,
        code: 'rest_missing_callback_param',
        params: ['current_password', 'code'],
      });
      expect((await remove({ current_password: 'wrong', code: codeAt(world, secret) })).statusCode).toBe(400);
      expect(outcomeOf(await remove({ current_password: password, code: '000000' }))).toBe('401 incorrect_code');
      const inUrl = new URLSearchParams({ current_password: password, code: codeAt(world, secret) });
      expect((await world.ask(`DELETE ${path}?${inUrl}`, { headers: own })).statusCode).toBe(400);
      expect((await remove({ current_password: password, code: codeAt(world, secret) })).statusCode).toBe(200);
      expect([await isSignedIn(world, own), await isSignedIn(world, third)]).toEqual([true, false]);
      expect(outcomeOf(await signIn(world, 'administrator'))).toBe('200');
      expect(outcomeOf(await remove({ current_password: password, code: '000000' }))).toBe(
        '409 second_factor_inactive',
      );
    });

    test('is turned off for a lost phone by administrators only, which ends all sessions of the user', async () => {
      const { id } = world.people.author;
      const one = `/users/${id}/second-factor`;
      expect((await world.get(one, { as: 'administrator' })).enabled).toBe(true);
      for (const who of ['anonymous', 'subscriber', 'contributor', 'editor'] as const) {
        const refusal = who === 'anonymous' ? '401 rest_forbidden' : '403 rest_forbidden';
        expect([who, outcomeOf(await world.ask(`GET ${one}`, { as: who }))]).toEqual([who, refusal]);
        expect([who, outcomeOf(await world.ask(`DELETE ${one}`, { as: who }))]).toEqual([who, refusal]);
      }
      const row = await world.store.read({ table: secondFactors, where: is('user_id', id) });
      nextCode(world);
      const session = await sessionOf(world, 'author', codeAt(world, row?.secret ?? ''));
      expect((await world.ask(`DELETE ${one}`, { as: 'administrator' })).body).toEqual({
        enabled: false,
        confirmed_utc: null,
        recovery_codes_left: 0,
      });
      expect(await isSignedIn(world, session)).toBe(false);
      expect(outcomeOf(await signIn(world, 'author'))).toBe('200');
      expect(outcomeOf(await world.ask('DELETE /users/999999/second-factor', { as: 'administrator' }))).toBe(
        '404 rest-user-not-found',
      );
    });

    test('needs a sign-in password', async () => {
      const { id, name, password: applicationPassword } = world.people.author;
      await world.store.transact((writer) => writer.update(users, id, { password: '' }));
      const headers = { authorization: basic({ name, password: applicationPassword }) };
      expectRefusal(await world.ask(`POST ${path}`, { headers, body: { current_password: password } }), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: ['current_password'],
      });
    });

    test('is in no response of a user, and is deleted with the user', async () => {
      const added = await world.send('POST /users', { name: 'Short stay', role: 'author', password });
      const session = await world.ask('POST /session', { body: { user: added.name, password } });
      const headers = {
        cookie: session.headers.get('set-cookie')?.split(';', 1)[0] ?? '',
        'x-csrf-token': String(session.body.csrf),
      };
      const { body } = await world.ask(`POST ${path}`, { headers, body: { current_password: password } });
      const confirmed = await world.ask(`PATCH ${path}`, { headers, body: { code: codeAt(world, body.secret) } });
      expect(confirmed.statusCode, confirmed.text).toBe(200);
      const shown = await world.ask(`GET /users/${added.id}?context=edit`, { as: 'administrator' });
      expect(shown.text).not.toContain(body.secret);
      await world.ask(`DELETE /users/${added.id}`, { as: 'administrator' });
      for (const table of [secondFactors, recoveryCodes])
        expect(await world.store.count({ table, where: is('user_id', added.id) })).toBe(0);
    });

    test('does not exist on the drop-in mount', async () => {
      const reply = await world.ask(`GET ${path}`, { as: 'administrator', on: 'dropin' });
      expect(outcomeOf(reply)).toBe('404 rest_no_route');
    });
  });

  describe('wrong codes', () => {
    const world = useWorld(engine, { settings: { ALMANAC_RATE_LIMIT: 'on', ALMANAC_TRUST_PROXY: 'on' } });
    beforeAll(() => setPasswords(world));

    test('are limited by user from all addresses, and the right code then fails too', async () => {
      holdDate();
      const { secret } = await enrol(world, 'editor');
      const attempt = (at: number, code: string) =>
        world.ask('POST /session', {
          body: { user: world.people.editor.name, password, code },
          headers: { 'x-forwarded-for': `203.0.113.${at}` },
        });
      for (let at = 0; at < 10; at++) expect(outcomeOf(await attempt(at, 'aaaa'))).toBe('401 incorrect_code');
      const refused = await attempt(11, codeAt(world, secret));
      expectRefusal(refused, { statusCode: 429, code: 'rest_too_many_requests' });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
      // Others are not affected.
      expect(outcomeOf(await signIn(world, 'author'))).toBe('200');
    });

    test('of an enrolment are limited', async () => {
      holdDate();
      await world.send(`POST ${path}`, { current_password: password }, { as: 'author' });
      const attempt = () => world.ask(`PATCH ${path}`, { as: 'author', body: { code: 'aaaa' } });
      for (let at = 0; at < 10; at++) expect((await attempt()).statusCode).toBe(400);
      expect((await attempt()).statusCode).toBe(429);
    });
  });
});
