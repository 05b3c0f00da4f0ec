// Sign-in with a real OpenID Connect provider: accounts, roles, and answers that must not let anyone in.
import { generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { blankValues } from '../src/core/column.js';
import { everything, is } from '../src/core/condition.js';
import { plusSeconds } from '../src/core/time/clock.js';
import {
  accountLinks,
  applicationPasswords,
  feedKeys,
  identities,
  pendingSignIns,
  sessions,
  users,
} from '../src/models/account/account.js';
import { outcomeOf, type Reply } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { openTestProvider, signInAtProvider, type TestProvider } from './harness/oidc.js';
import { baseUrl, startWorld, useWorld, type World, word } from './harness/world.js';

const callbackUrl = `${baseUrl}/auth/oidc/callback`;

const cookiesOf = ({ headers }: Reply): readonly string[] => headers.getSetCookie();
const cookieNamed = (reply: Reply, name: string): string =>
  cookiesOf(reply)
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';', 1)[0] ?? '';

interface Answer {
  /** Path and query of the callback. */
  readonly path: string;
  readonly cookie: string;
}

/** Starts here, signs in at the provider, and returns its answer without delivering it. */
async function answerFor(world: World, account: string): Promise<Answer> {
  const started = await world.ask('GET //auth/oidc/start');
  expect(started.statusCode, started.text).toBe(303);
  const back = await signInAtProvider(started.headers.get('location') ?? '', account);
  expect(back.startsWith(callbackUrl)).toBe(true);
  return { path: back.slice(baseUrl.length), cookie: cookieNamed(started, 'almanac_oidc') };
}

const deliver = (world: World, { path, cookie }: Answer, headers: object = {}): Promise<Reply> =>
  world.ask(`GET /${path}`, { headers: { cookie, ...headers } });

const signIn = async (world: World, account: string): Promise<Reply> => deliver(world, await answerFor(world, account));

const sessionOf = (world: World, reply: Reply) =>
  world.ask('GET /session', { headers: { cookie: cookieNamed(reply, 'almanac_session') } });

/** Everything that a sign-in could leave behind. */
const traces = async ({ store }: World) =>
  Promise.all([users, identities, sessions].map((table) => store.count({ table, where: everything })));

function expectRefused(reply: Reply, statusCode: number, text: string | RegExp): void {
  expect([reply.statusCode, reply.headers.get('content-type')]).toEqual([statusCode, 'text/html; charset=utf-8']);
  expect(reply.text).toMatch(text);
  expect(reply.text).toContain('href="/admin"');
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(cookieNamed(reply, 'almanac_session')).toBe('');
}

onOneEngine((engine) => {
  describe('sign-in with OpenID Connect', () => {
    let world: World;
    let provider: TestProvider;
    beforeAll(async () => {
      provider = await openTestProvider();
      world = await startWorld(engine, { settings: provider.settings });
      provider.serve(callbackUrl);
    });
    afterAll(async () => {
      await world?.stop();
      await provider?.close();
    });
    afterEach(() => {
      provider.tamper = undefined;
    });
    const person = (claims: object = {}): string => {
      const name = word('person-');
      provider.accounts[name] = { preferred_username: name, groups: ['staff'], ...claims };
      return name;
    };

    test('starts with PKCE, state and nonce, and a cookie that is sent back from the provider', async () => {
      const started = await world.ask('GET //auth/oidc/start');
      const { origin, searchParams } = new URL(started.headers.get('location') ?? '');
      expect([started.statusCode, origin]).toEqual([303, provider.issuer]);
      expect(Object.fromEntries(searchParams)).toEqual({
        client_id: 'almanac',
        response_type: 'code',
        redirect_uri: callbackUrl,
        scope: 'openid email profile',
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      });
      const [cookie = ''] = cookiesOf(started);
      for (const part of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/']) expect(cookie).toContain(part);
      expect(started.headers.get('cache-control')).toBe('no-store');
      const token = cookie.split(/[=;]/)[1] ?? '';
      const rows = await world.store.list({ table: pendingSignIns, where: everything, order: [], limit: 100 });
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    test('creates the account of a new person with the mapped role, and finds it again', async () => {
      const name = person();
      const reply = await signIn(world, name);
      expect([reply.statusCode, reply.headers.get('location')]).toEqual([303, '/admin#signed-in']);
      const cookie = cookiesOf(reply).find((line) => line.startsWith('almanac_session=')) ?? '';
      for (const part of ['HttpOnly', 'SameSite=Strict', 'Secure']) expect(cookie).toContain(part);
      const { body } = await sessionOf(world, reply);
      expect(body).toMatchObject({ user: name, role: 'editor' });
      const again = await sessionOf(world, await signIn(world, name));
      expect(again.body.id).toBe(body.id);
      const listed = await world.ask('GET /users/me/sessions', {
        headers: { cookie: cookieNamed(reply, 'almanac_session') },
      });
      expect(listed.body.sessions).toMatchObject([
        { method: 'oidc', current: false },
        { method: 'oidc', current: true },
      ]);
      const row = await world.store.read({ table: users, where: is('id', body.id) });
      expect(row?.password).toBe('');
      const byPassword = await world.ask('POST /session', { body: { user: name, password: 'any password at all' } });
      expect(outcomeOf(byPassword)).toBe('401 incorrect_password');
    });

    test('applies the role mapping at every sign-in, which ends the sessions of the earlier role', async () => {
      const name = person({ groups: ['writers'] });
      const first = await signIn(world, name);
      expect((await sessionOf(world, first)).body.role).toBe('author');
      provider.accounts[name] = { preferred_username: name, groups: ['board', 'staff'] };
      expect((await sessionOf(world, await signIn(world, name))).body.role).toBe('administrator');
      expect((await sessionOf(world, first)).statusCode).toBe(401);
    });

    test('never takes the role of the last administrator', async () => {
      const name = person({ groups: ['board'] });
      const { body } = await sessionOf(world, await signIn(world, name));
      const others = await world.store.list({
        table: users,
        where: is('role', 'administrator'),
        order: [{ column: 'id' }],
        limit: 100,
      });
      const changed = others.filter(({ id }) => id !== body.id);
      const setRole = (role: 'editor' | 'administrator') =>
        world.store.transact(async (writer) => {
          for (const { id } of changed) await writer.update(users, id, { role });
        });
      await setRole('editor');
      provider.accounts[name] = { preferred_username: name, groups: ['writers'] };
      expect((await sessionOf(world, await signIn(world, name))).body.role).toBe('administrator');
      await setRole('administrator');
      expect((await sessionOf(world, await signIn(world, name))).body.role).toBe('author');
    });

    test('never takes over an account of the same name', async () => {
      const { id, name } = world.people.administrator;
      const reply = await signIn(world, person({ preferred_username: name.toUpperCase(), groups: ['writers'] }));
      const { body } = await sessionOf(world, reply);
      expect(body).toMatchObject({ user: `${name.toUpperCase()}-2`, role: 'author' });
      expect(body.id).not.toBe(id);
      const third = await sessionOf(world, await signIn(world, person({ preferred_username: name })));
      expect(third.body.user).toBe(`${name}-3`);
    });

    test('links an unused account by a verified email address, and no other', async () => {
      const invite = async (changes: object = {}) => {
        const { id } = await world.send('POST /users', { name: word('invited '), role: 'author' });
        const email = `${word('Zoe')}@example.org`;
        const values = { email, email_key: email.toLowerCase(), password: '', ...changes };
        await world.store.transact((writer) => writer.update(users, id, values));
        return { id, email };
      };
      const idOf = async (claims: object) => (await sessionOf(world, await signIn(world, person(claims)))).body.id;
      const invited = await invite();
      expect(await idOf({ email: invited.email })).not.toBe(invited.id);
      expect(await idOf({ email: invited.email, email_verified: 'true' })).not.toBe(invited.id);
      const link = { ...blankValues(accountLinks.columns), user_id: invited.id, digest: word('digest') };
      await world.store.transact((writer) => writer.insert(accountLinks, link));
      expect(await idOf({ email: invited.email.toUpperCase(), email_verified: true })).toBe(invited.id);
      // Nobody sets a password by the invitation any more.
      expect(await world.store.count({ table: accountLinks, where: is('user_id', invited.id) })).toBe(0);
      // A second person with the same address gets an account without it.
      expect(await idOf({ email: invited.email, email_verified: true })).not.toBe(invited.id);
      const withPassword = await invite({ password: 'a hash' });
      const administrator = await invite({ role: 'administrator' });
      const withApplicationPassword = await invite();
      await world.send(`POST /users/${withApplicationPassword.id}/application-passwords`, { label: 'App' });
      for (const { id, email } of [withPassword, administrator, withApplicationPassword])
        expect(await idOf({ email, email_verified: true })).not.toBe(id);
    });

    test('stores the verified email address of a new person', async () => {
      const email = `${word('New')}@example.org`;
      const { body } = await sessionOf(world, await signIn(world, person({ email, email_verified: true })));
      const row = await world.store.read({ table: users, where: is('id', body.id) });
      expect([row?.email, row?.email_key]).toEqual([email, email.toLowerCase()]);
    });

    test.each([
      [{ preferred_username: '<script>alert(1)</script>' }, 'script alert 1 script'],
      [{ preferred_username: 7, email: 'zoë@example.com' }, 'zoë'],
      [{ preferred_username: '…', name: 'Zoë Ward' }, 'Zoë Ward'],
      [{ preferred_username: 'x'.repeat(200) }, 'x'.repeat(50)],
    ])('makes a username of %j', async (claims, name) => {
      const { body } = await sessionOf(world, await signIn(world, person(claims)));
      expect(body.user).toBe(name);
    });

    test('lets nobody in without a mapped role', async () => {
      for (const claims of [{ groups: [] }, { groups: ['choir'] }, { groups: undefined }, { groups: 'boards' }]) {
        const name = person(claims);
        const before = await traces(world);
        expectRefused(await signIn(world, name), 403, 'Your Town Hall account has no access to this calendar.');
        expect(await traces(world)).toEqual(before);
      }
    });

    test('ends all that worked without the provider for someone who has lost the role', async () => {
      const [name, other] = [person(), person()];
      const session = await signIn(world, name);
      const { body } = await sessionOf(world, session);
      const { body: kept } = await sessionOf(world, await signIn(world, other));
      await world.store.transact(async (writer) => {
        for (const user_id of [body.id, kept.id])
          for (const table of [applicationPasswords, feedKeys, accountLinks])
            await writer.insert(table as typeof feedKeys, {
              ...blankValues((table as typeof feedKeys).columns),
              ...{ user_id, digest: word('digest') },
            });
      });
      const credentialsOf = ({ id }: { id: number }) =>
        Promise.all(
          [sessions, applicationPasswords, feedKeys, accountLinks].map((table) =>
            world.store.count({ table, where: is('user_id', id) }),
          ),
        );
      provider.accounts[name] = { preferred_username: name, groups: [] };
      expectRefused(await signIn(world, name), 403, 'no access');
      expect((await sessionOf(world, session)).statusCode).toBe(401);
      expect(await credentialsOf(body)).toEqual([0, 0, 0, 0]);
      expect(await credentialsOf(kept)).toEqual([1, 1, 1, 1]);
      provider.accounts[name] = { preferred_username: name, groups: ['staff'] };
      expect((await signIn(world, name)).statusCode).toBe(303);
    });

    test('accepts an answer once, also from two requests at one moment', async () => {
      const answer = await answerFor(world, person());
      const replies = await Promise.all([deliver(world, answer), deliver(world, answer)]);
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 400]);
      expectRefused(await deliver(world, answer), 400, 'This sign-in has expired or was already used.');
    });

    test('accepts no answer in another browser', async () => {
      const [answer, other] = [await answerFor(world, person()), await answerFor(world, person())];
      const before = await traces(world);
      expectRefused(await deliver(world, { ...answer, cookie: '' }), 400, 'expired');
      expectRefused(await deliver(world, { ...answer, cookie: `almanac_oidc=${'x'.repeat(43)}` }), 400, 'expired');
      expectRefused(await deliver(world, { ...answer, cookie: other.cookie }), 400, 'could not be verified');
      expect(await traces(world)).toEqual(before);
    });

    test('accepts no answer after ten minutes', async () => {
      const answer = await answerFor(world, person());
      const before = world.clock.now;
      world.clock.now = plusSeconds(before, 601);
      expectRefused(await deliver(world, answer), 400, 'expired');
      await world.runDue();
      expect(await world.store.count({ table: pendingSignIns, where: everything })).toBe(0);
      world.clock.now = before;
    });

    test.each([
      ['another state', (query: URLSearchParams) => query.set('state', 'x'.repeat(43))],
      ['no state', (query: URLSearchParams) => query.delete('state')],
      ['another code', (query: URLSearchParams) => query.set('code', 'x'.repeat(43))],
      ['no code', (query: URLSearchParams) => query.delete('code')],
      ['another issuer', (query: URLSearchParams) => query.set('iss', 'https://evil.example')],
      ['two codes', (query: URLSearchParams) => query.append('code', 'x')],
      ['an error instead', (query: URLSearchParams) => query.set('error', '<script>alert(1)</script>')],
    ])('rejects an answer with %s', async (_, alter) => {
      const answer = await answerFor(world, person());
      const [path, text] = answer.path.split('?', 2);
      const query = new URLSearchParams(text);
      alter(query);
      const before = await traces(world);
      const reply = await deliver(world, { ...answer, path: `${path}?${query}` });
      expectRefused(reply, 400, 'The response of Town Hall could not be verified. Start again.');
      expect(reply.text).not.toContain('<script');
      expect(await traces(world)).toEqual(before);
    });

    const day = 86_400;
    test.each([
      ['another audience', { aud: 'another-client' }],
      ['several audiences and another authorized party', { aud: ['almanac', 'other'], azp: 'other' }],
      ['another issuer', { iss: 'https://evil.example' }],
      ['another nonce', { nonce: 'x'.repeat(43) }],
      ['no nonce', { nonce: undefined }],
      ['an expiry in the past', { iat: 1_700_000_000, exp: 1_700_000_600 }],
      ['no expiry', { exp: undefined }],
      ['a start in the future', { nbf: Math.floor(Date.now() / 1_000) + day }],
      ['another subject than the user info', { sub: 'someone-else' }],
      ['no subject', { sub: undefined }],
    ])('rejects an ID token with %s', async (_, changes) => {
      const answer = await answerFor(world, person());
      provider.tamper = { claims: (claims) => JSON.parse(JSON.stringify({ ...claims, ...changes })) };
      const before = await traces(world);
      expectRefused(await deliver(world, answer), 400, 'could not be verified');
      expect(await traces(world)).toEqual(before);
    });

    test('rejects an ID token that another key has signed', async () => {
      const answer = await answerFor(world, person());
      provider.tamper = { key: (await generateKeyPair('RS256')).privateKey };
      const before = await traces(world);
      expectRefused(await deliver(world, answer), 400, 'could not be verified');
      expect(await traces(world)).toEqual(before);
      // The same answer with the right key would have been accepted.
      provider.tamper = {};
      expect((await signIn(world, person())).statusCode).toBe(303);
    });

    test('explains a cancelled sign-in, in the language of the browser', async () => {
      const [answer, other] = [await answerFor(world, 'deny'), await answerFor(world, 'deny')];
      expectRefused(await deliver(world, answer), 403, 'The sign-in with Town Hall was cancelled.');
      const french = await deliver(world, other, { 'accept-language': 'fr-CA' });
      expectRefused(french, 403, 'La connexion avec Town Hall a été annulée.');
      expect(french.text).toContain('<html lang="fr">');
    });

    test('answers GET only', async () => {
      for (const method of ['POST', 'HEAD', 'PUT'])
        for (const path of ['start', 'callback'])
          expect((await world.ask(`${method} //auth/oidc/${path}`)).statusCode, `${method} ${path}`).toBe(404);
    });
  });

  describe('with an OpenID Connect provider', () => {
    test('users without a mapped role get the default role, and keep a role that was changed here', async () => {
      const provider = await openTestProvider();
      provider.serve(callbackUrl);
      const settings = { ...provider.settings, ALMANAC_OIDC_ROLE_CLAIM: '', ALMANAC_OIDC_DEFAULT_ROLE: 'contributor' };
      const world = await startWorld(engine, { settings });
      try {
        provider.accounts.ada = { preferred_username: 'ada', groups: ['board'] };
        const { body } = await sessionOf(world, await signIn(world, 'ada'));
        expect(body.role).toBe('contributor');
        await world.send(`PATCH /users/${body.id}`, { role: 'editor' });
        expect((await sessionOf(world, await signIn(world, 'ada'))).body.role).toBe('editor');
        await world.send(`DELETE /users/${body.id}`, {});
        expect(await world.store.count({ table: identities, where: everything })).toBe(0);
        // A removed person is a new one.
        const again = await sessionOf(world, await signIn(world, 'ada'));
        expect([again.body.role, again.body.id === body.id]).toEqual(['contributor', false]);
      } finally {
        await world.stop();
        await provider.close();
      }
    });

    test('that cannot be reached, nobody is signed in, and it works again afterwards', async () => {
      const provider = await openTestProvider();
      const world = await startWorld(engine, { settings: provider.settings });
      try {
        expectRefused(await world.ask('GET //auth/oidc/start'), 503, 'Town Hall cannot be reached. Try again later.');
        provider.serve(callbackUrl);
        provider.accounts.ada = { preferred_username: 'ada', groups: ['staff'] };
        const answer = await answerFor(world, 'ada');
        await provider.close();
        expectRefused(await deliver(world, answer), 503, 'cannot be reached');
      } finally {
        await world.stop();
      }
    });

    test('the number of sign-ins that an address starts is limited', async () => {
      const provider = await openTestProvider();
      provider.serve(callbackUrl);
      const world = await startWorld(engine, { settings: { ...provider.settings, ALMANAC_RATE_LIMIT: 'on' } });
      try {
        const codes: number[] = [];
        while (codes.length < 200 && codes.at(-1) !== 429)
          codes.push((await world.ask('GET //auth/oidc/start')).statusCode);
        expect(codes.length).toBeGreaterThanOrEqual(61);
        expect(codes.at(-1)).toBe(429);
      } finally {
        await world.stop();
        await provider.close();
      }
    });
  });

  describe('without an OpenID Connect provider', () => {
    const world = useWorld(engine);

    test('its routes do not exist', async () => {
      for (const path of ['start', 'callback'])
        expect(outcomeOf(await world.ask(`GET //auth/oidc/${path}`))).toBe('404 rest_no_route');
    });
  });
});
