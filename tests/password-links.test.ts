// Invitations and password resets by one-time links, with mail and without it.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changePassword } from '../src/auth/accounts.js';
import { createPasswordLink } from '../src/auth/password-links.js';
import { blankValues } from '../src/core/column.js';
import { everything, is } from '../src/core/condition.js';
import { mails } from '../src/core/mail.js';
import { plusSeconds } from '../src/core/time/clock.js';
import { accountLinks, identities, passwordRequests, users } from '../src/models/account/account.js';
import { ordinaryMails, queueNotice, securityMails } from '../src/operations/mail.js';
import { expectRefusal, outcomeOf, type Reply } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { fillQueue, useMailServer } from './harness/mail-server.js';
import { type Answered, baseUrl, startOfWorld, useWorld, type World, word } from './harness/world.js';

const password = 'correct horse battery';
const everyone = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
const usedLink = { statusCode: 410, code: 'rest_invalid_link' };

const tokenIn = (text: string): string => /#([\w-]{43})/.exec(text)?.[1] ?? '';

const signIn = (world: World, user: string, secret: string) =>
  world.ask('POST /session', { body: { user, password: secret } });

async function addUser(world: World, given: object = {}): Promise<Answered> {
  return world.send('POST /users', { name: word('user '), role: 'author', password, ...given });
}

onOneEngine((engine) => {
  describe('with mail', () => {
    const server = useMailServer();
    const world = useWorld(engine);
    beforeAll(() => world.restart({ ALMANAC_SMTP_URL: server.url }));
    beforeEach(async () => {
      world.clock.now = startOfWorld;
      await world.store.transact(async (writer) => {
        for (const table of [mails, accountLinks, passwordRequests]) await writer.remove(table, everything);
      });
    });
    const address = () => `${word('to').toLowerCase()}@example.org`;
    const use = (token: unknown, secret: unknown = password): Promise<Reply> =>
      world.ask('POST /password-links/use', { body: { token, password: secret } });
    const check = (token: string): Promise<Reply> => world.ask('POST /password-links/check', { body: { token } });
    const nameOf = async (id: number): Promise<string> =>
      String((await world.store.read({ table: users, where: is('id', id) }))?.name);
    const invite = async (given: object = {}): Promise<Answered> =>
      world.send('POST /users/invitations', { name: word('Guest '), role: 'editor', email: address(), ...given });

    describe('an invitation', () => {
      test('is mailed, sets the first password once, and signs in', async () => {
        const email = address();
        const name = word('Guest ');
        const reply = await world.ask('POST /users/invitations', {
          as: 'administrator',
          body: { name, role: 'editor', email, display_name: 'Zoë Guest', language: 'fr' },
        });
        expect([reply.statusCode, reply.body]).toEqual([
          201,
          {
            user: expect.objectContaining({ name, role: 'editor', email, display_name: 'Zoë Guest', language: 'fr' }),
            purpose: 'invitation',
            sent: true,
            expires_utc: plusSeconds(startOfWorld, 7 * 86_400),
          },
        ]);
        expect(reply.headers.get('cache-control')).toContain('no-store');
        expect((await signIn(world, name, password)).statusCode).toBe(401);
        await world.runDue();
        const [mail] = server.received;
        expect(mail?.to).toEqual([email]);
        expect(mail?.text).toContain('Bonjour Zoë Guest,');
        expect(mail?.text).toContain(`${baseUrl}/admin/invitation#`);
        const token = tokenIn(mail?.text ?? '');
        expect((await check(token)).body).toMatchObject({ user: name, purpose: 'invitation' });
        const used = await use(token);
        expect([used.statusCode, used.body]).toEqual([200, { user: name }]);
        expect((await signIn(world, name, password)).body).toMatchObject({ user: name, language: 'fr' });
        expectRefusal(await use(token, `${password} 2`), usedLink);
        expectRefusal(await check(token), usedLink);
        expect((await signIn(world, name, password)).statusCode).toBe(200);
      });

      test('is shown to copy if it is not to be sent, and a new one replaces it', async () => {
        const first = await invite({ send: false });
        expect(first).toMatchObject({ sent: false, url: expect.stringContaining(`${baseUrl}/admin/invitation#`) });
        const again = await world.send(`POST /users/${first.user.id}/password-links`, { send: false });
        expect(again.purpose).toBe('invitation');
        expectRefusal(await use(tokenIn(first.url)), usedLink);
        expect((await use(tokenIn(again.url))).statusCode).toBe(200);
        expect(await world.store.count({ table: mails, where: everything })).toBe(0);
      });

      test('expires after 7 days', async () => {
        const { url } = await invite({ send: false });
        world.clock.now = plusSeconds(startOfWorld, 7 * 86_400);
        expectRefusal(await use(tokenIn(url)), usedLink);
        world.clock.now = plusSeconds(startOfWorld, 7 * 86_400 - 1);
        expect((await use(tokenIn(url))).statusCode).toBe(200);
      });

      test('creates neither a user nor a link if the name or the address is taken', async () => {
        const { user } = await invite();
        const links = await world.store.count({ table: accountLinks, where: everything });
        for (const [given, params] of [
          [{ name: user.name.toUpperCase(), email: address() }, ['name']],
          [{ name: word('Guest '), email: user.email.toUpperCase() }, ['email']],
          [{ name: word('Guest '), email: 'a@b.example, c@d.example' }, ['email']],
        ] as const)
          expectRefusal(
            await world.ask('POST /users/invitations', { as: 'administrator', body: { role: 'author', ...given } }),
            { statusCode: 400, code: 'rest_invalid_param', params },
          );
        expect(await world.store.count({ table: accountLinks, where: everything })).toBe(links);
        expect(await world.store.count({ table: mails, where: everything })).toBe(1);
      });

      test('ends when the user is removed or gets another address or password', async () => {
        for (const change of [
          (id: number) => world.send(`DELETE /users/${id}`, {}),
          (id: number) => world.send(`PATCH /users/${id}`, { email: address() }),
          (id: number) => world.send(`PATCH /users/${id}`, { password: `${password} 3` }),
          async (id: number) => changePassword(world.store, await nameOf(id), `${password} 4`),
        ]) {
          const { user, url } = await invite({ send: false });
          await change(user.id);
          expectRefusal(await use(tokenIn(url)), usedLink);
        }
      });
    });

    describe('a forgotten password', () => {
      const forgot = (user: unknown): Promise<Reply> => world.ask('POST /password-links', { body: { user } });

      test.each(['name', 'email'] as const)('is reset by a mail, asked for by %s', async (by) => {
        const one = await addUser(world, { email: address() });
        const other = await signIn(world, one.name, password);
        const cookie = other.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
        expect((await forgot(` ${one[by].toUpperCase()} `)).body).toEqual({ accepted: true });
        await world.runDue();
        await world.runDue();
        expect(server.received).toHaveLength(1);
        const token = tokenIn(server.received[0]?.text ?? '');
        expect(server.received[0]?.text).toContain(`${baseUrl}/admin/reset#${token}`);
        expect((await world.ask('GET /session', { headers: { cookie } })).statusCode).toBe(200);
        expect((await use(token, `${password} 2`)).statusCode).toBe(200);
        expect((await world.ask('GET /session', { headers: { cookie } })).statusCode).toBe(401);
        expect((await signIn(world, one.name, password)).statusCode).toBe(401);
        expect((await signIn(world, one.name, `${password} 2`)).statusCode).toBe(200);
        await world.runDue();
        expect(server.received[1]).toMatchObject({ to: [one.email] });
        expect(server.received[1]?.headers.subject).toContain('Your password was changed');
        expect(server.received[1]?.text).not.toContain('#');
      });

      test('of someone who signs in with a provider only is not reset', async () => {
        const linked = async (given: object) => {
          const { id, email } = await addUser(world, { email: address() });
          await world.store.transact(async (writer) => {
            const row = { ...blankValues(identities.columns), user_id: id, subject: word('subject') };
            await writer.insert(identities, row);
            await writer.update(users, id, given);
          });
          return String(email);
        };
        const [, local] = [await linked({ password: '' }), await linked({})];
        const rows = await world.store.list({ table: identities, where: everything, order: [], limit: 10 });
        for (const { user_id } of rows) await forgot(await nameOf(user_id));
        await world.runDue();
        await world.runDue();
        expect(server.received.map(({ to }) => to)).toEqual([[local]]);
      });

      test('gets the same response and stores the same, whether or not the user exists', async () => {
        const [known, without] = [await addUser(world, { email: address() }), await addUser(world)];
        const replies: Reply[] = [];
        for (const user of [known.name, without.name, 'nobody', 'nobody@example.org', `x' or 1=1 --`]) {
          replies.push(await forgot(user));
          // Nothing but the request is stored before the response.
          expect(await world.store.count({ table: accountLinks, where: everything })).toBe(0);
          expect(await world.store.count({ table: mails, where: everything })).toBe(0);
        }
        const shown = replies.map(({ statusCode, text, headers }) => [statusCode, text, [...headers.keys()]]);
        expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1);
        expect(await world.store.count({ table: passwordRequests, where: everything })).toBe(5);
        await world.runDue();
        expect(await world.store.count({ table: passwordRequests, where: everything })).toBe(0);
        expect(server.received.map(({ to }) => to)).toEqual([[known.email]]);
        expectRefusal(await forgot(''), { statusCode: 400, code: 'rest_invalid_param', params: ['user'] });
        expectRefusal(await forgot({ $ne: '' }), { statusCode: 400, code: 'rest_invalid_param', params: ['user'] });
      });

      test('has a link that works for one hour, and only the newest one', async () => {
        const one = await addUser(world, { email: address() });
        for (const _ of ['first', 'second']) {
          await forgot(one.name);
          await world.runDue();
        }
        await world.runDue();
        const [first, second] = server.received.map(({ text }) => tokenIn(text));
        expectRefusal(await use(first), usedLink);
        world.clock.now = plusSeconds(startOfWorld, 3_600);
        expectRefusal(await use(second), usedLink);
        world.clock.now = plusSeconds(startOfWorld, 3_599);
        expect((await use(second)).statusCode).toBe(200);
      });

      test('gets links that ignore host names in requests', async () => {
        const one = await addUser(world, { email: address() });
        const headers = { 'x-forwarded-host': 'evil.example', host: 'evil.example', origin: 'https://evil.example' };
        await world.ask('POST /password-links', { body: { user: one.name }, headers });
        await world.runDue();
        await world.runDue();
        expect(server.received[0]?.text).toContain(`${baseUrl}/admin/reset#`);
        expect(server.received[0]?.raw).not.toContain('evil');
        const { url } = await world
          .ask(`POST /users/${one.id}/password-links`, { as: 'administrator', headers, body: { send: false } })
          .then(({ body }) => body);
        expect(url).toMatch(/^https:\/\/calendar\.example\/admin\/reset#/);
      });
    });

    describe('a mail with a reset link', () => {
      const later = plusSeconds(startOfWorld, 86_400);
      const request = (user: string) => world.send('POST /password-links', { user });
      const reset = async (user: string): Promise<string | undefined> => {
        server.received.length = 0;
        await request(user);
        await world.runDue();
        return server.received[0] && tokenIn(server.received[0].text);
      };

      test('is sent though other mails have used up their quotas', async () => {
        const { name, email } = await addUser(world, { email: address() });
        const notice = { to: String(email), subject: 'Pending review', text: 'x' };
        await world.store.transact(async (writer) => {
          for (let at = 0; at < ordinaryMails.maxNoticesPerHour; at++) await queueNotice(writer, notice, later);
          await fillQueue(writer, ordinaryMails, later);
        });
        expect(await reset(name)).toHaveLength(43);
      });

      test('leaves the earlier link valid until it is in the queue', async () => {
        const { name } = await addUser(world, { email: address() });
        const earlier = (await reset(name)) ?? '';
        await world.store.transact((writer) => fillQueue(writer, securityMails, later));
        expect(await reset(name)).toBeUndefined();
        expect((await check(earlier)).statusCode).toBe(200);
        await world.store.transact((writer) => writer.remove(mails, is('state', 'queued')));
        await world.runDue();
        const newer = tokenIn(server.received[0]?.text ?? '');
        expect((await check(newer)).statusCode).toBe(200);
        expectRefusal(await check(earlier), usedLink);
      });

      test('is sent although an earlier request fails', async () => {
        const [broken, other] = [await addUser(world), await addUser(world, { email: address() })];
        await world.store.transact((writer) => writer.update(users, broken.id, { email: 'no address' }));
        await request(broken.name);
        expect(await reset(other.name)).toHaveLength(43);
        expect(await world.store.count({ table: passwordRequests, where: everything })).toBe(1);
        world.clock.now = plusSeconds(startOfWorld, 3_601);
        await world.runDue();
        expect(await world.store.count({ table: passwordRequests, where: everything })).toBe(0);
      });
    });

    test('of two requests with one link at the same moment, one sets the password', async () => {
      const one = await addUser(world);
      const { token } = await world.store.transact((writer) =>
        createPasswordLink(writer, one.id, 'reset', world.clock.now),
      );
      const secrets = Array.from({ length: 6 }, (_, at) => `${password} ${at}`);
      const replies = await Promise.all(
        secrets.map((secret) => world.askAgain('POST /password-links/use', { body: { token, password: secret } })),
      );
      const outcomes = replies.map(outcomeOf);
      expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === '410 rest_invalid_link')).toHaveLength(5);
      const right = await Promise.all(secrets.map((secret) => signIn(world, one.name, secret)));
      expect(right.map(({ statusCode }) => statusCode === 200)).toEqual(outcomes.map((outcome) => outcome === '200'));
    });

    test('a token is stored as a digest, and other values never match', async () => {
      const one = await addUser(world);
      const { url } = await world.send(`POST /users/${one.id}/password-links`, { send: false });
      const token = tokenIn(url);
      const [row] = await world.store.list({ table: accountLinks, where: everything, order: [], limit: 1 });
      expect(row?.digest).toMatch(/^[\da-f]{64}$/);
      expect(JSON.stringify(row)).not.toContain(token);
      for (const wrong of [true, 0, 1, [], {}, [token], '', row?.digest, token.toLowerCase(), `${token}x`])
        expect((await use(wrong)).statusCode).toBeGreaterThanOrEqual(400);
      expectRefusal(await use(token, 'short'), { statusCode: 400, code: 'rest_invalid_param', params: ['password'] });
      expect((await use(token)).statusCode).toBe(200);
    });

    test('links of others are created by administrators only, and nobody creates one for themselves', async () => {
      const one = await addUser(world);
      for (const as of everyone) {
        const refused = as === 'anonymous' ? '401 rest_forbidden' : '403 rest_forbidden';
        const expected = as === 'administrator' ? '201' : refused;
        const link = await world.ask(`POST /users/${one.id}/password-links`, { as, body: {} });
        const body = { name: word('Guest '), role: 'author' };
        const invitation = await world.ask('POST /users/invitations', { as, body });
        expect([as, outcomeOf(link), outcomeOf(invitation)]).toEqual([as, expected, expected]);
      }
      const { id } = world.people.administrator;
      const own = await world.ask(`POST /users/${id}/password-links`, { as: 'administrator', body: {} });
      expect(outcomeOf(own)).toBe('403 rest_own_account');
      expect(await world.store.count({ table: accountLinks, where: is('user_id', id) })).toBe(0);
      const none = await world.ask('POST /users/999999/password-links', { as: 'administrator', body: {} });
      expect(outcomeOf(none)).toBe('404 rest-user-not-found');
      for (const path of ['/password-links', '/users/invitations', '/mails'])
        expect((await world.ask(`POST ${path}`, { as: 'administrator', on: 'dropin', body: {} })).statusCode).toBe(404);
    });

    test('a dry run shows no link and sends nothing', async () => {
      const reply = await world.ask('POST /users/invitations?dry_run=true', {
        as: 'administrator',
        body: { name: word('Guest '), role: 'author', send: false },
      });
      expect(reply.body).toMatchObject({ sent: false });
      expect(reply.body).not.toHaveProperty('url');
      expect(await world.store.count({ table: accountLinks, where: everything })).toBe(0);
    });
  });

  describe('without mail', () => {
    const world = useWorld(engine);

    test('an invitation is shown to copy, and nothing is queued', async () => {
      const body = { name: word('Guest '), role: 'author', email: 'guest@example.org' };
      const { sent, url, user } = await world.send('POST /users/invitations', body);
      expect(sent).toBe(false);
      expect(await world.store.count({ table: mails, where: everything })).toBe(0);
      const used = { token: tokenIn(url), password };
      expect((await world.ask('POST /password-links/use', { body: used })).statusCode).toBe(200);
      expect((await signIn(world, user.name, password)).statusCode).toBe(200);
    });

    test('a forgotten password cannot be reset by mail, known user or not', async () => {
      for (const user of [world.people.editor.name, 'nobody'])
        expect(outcomeOf(await world.ask('POST /password-links', { body: { user } }))).toBe('409 rest_mail_off');
    });
  });

  describe('requests for links', () => {
    const settings = { ALMANAC_RATE_LIMIT: 'on', ALMANAC_SMTP_URL: 'smtp://127.0.0.1:1' };

    describe('for one user', () => {
      const world = useWorld(engine, { settings });
      test('are limited to 3 per hour, whether or not the user exists', async () => {
        for (const user of ['nobody', world.people.editor.name]) {
          const outcomes: string[] = [];
          for (let at = 0; at < 4; at++)
            outcomes.push(outcomeOf(await world.ask('POST /password-links', { body: { user } })));
          expect(outcomes).toEqual(['202', '202', '202', '429 rest_too_many_requests']);
        }
      });
    });

    describe('from one client', () => {
      const world = useWorld(engine, { settings });
      test('are limited to 10 per hour', async () => {
        const outcomes: string[] = [];
        for (let at = 0; at < 11; at++)
          outcomes.push(outcomeOf(await world.ask('POST /password-links', { body: { user: word() } })));
        expect(outcomes).toEqual([...Array.from({ length: 10 }, () => '202'), '429 rest_too_many_requests']);
        expect(await world.store.count({ table: passwordRequests, where: everything })).toBe(10);
      });
    });

    describe('with wrong tokens', () => {
      const world = useWorld(engine, { settings });
      test('are limited like failed sign-ins', async () => {
        const outcomes: string[] = [];
        for (let at = 0; at < 11; at++) {
          const body = { token: `${at}`.padStart(43, 'a') };
          outcomes.push(outcomeOf(await world.ask('POST /password-links/check', { body })));
        }
        expect(outcomes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => '410 rest_invalid_link'));
        expect(outcomes[10]).toBe('429 rest_too_many_requests');
        expect(await world.store.count({ table: users, where: everything })).toBe(5);
      });
    });
  });
});
