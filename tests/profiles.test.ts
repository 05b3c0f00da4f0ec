// Profiles of users: who sees and changes them, notices by mail, and who gets the records of a removed user.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changePassword } from '../src/auth/accounts.js';
import { notifyPending, notifyReviewed, notifySignIn } from '../src/auth/notices.js';
import { createPasswordLink } from '../src/auth/password-links.js';
import { roles } from '../src/core/actor.js';
import { everything, is } from '../src/core/condition.js';
import { mails, mailUrl } from '../src/core/mail.js';
import { accountLinks, type Notice, users } from '../src/models/account/account.js';
import { basic, expectRefusal, outcomeOf } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { run } from './harness/program.js';
import { type Answered, startOfWorld, useWorld, word } from './harness/world.js';

const password = 'correct horse battery';
const invalid = (...params: readonly string[]) => ({ statusCode: 400, code: 'rest_invalid_param', params });

onOneEngine((engine) => {
  describe('a profile', () => {
    const world = useWorld(engine, { settings: { ALMANAC_SMTP_URL: 'smtp://127.0.0.1:1' } });
    const address = () => `${word('To').toLowerCase()}@example.org`;
    const add = (given: object = {}) =>
      world.send('POST /users', { name: word('user '), role: 'author', password, ...given });
    /** The headers of a new session. */
    const signIn = async ({ name }: Answered) => {
      const { body, headers } = await world.ask('POST /session', { body: { user: name, password } });
      return { cookie: headers.get('set-cookie')?.split(';', 1)[0] ?? '', 'x-csrf-token': String(body.csrf) };
    };
    beforeEach(() => world.store.transact(async (writer) => void (await writer.remove(mails, everything))));

    test('shows the email address to administrators and the user only', async () => {
      const email = address();
      const one = await add({ email, display_name: 'Zoë', language: 'fr', muted_notices: ['sign_in'] });
      const shown = { email, display_name: 'Zoë', language: 'fr', muted_notices: ['sign_in'] };
      expect(one).toMatchObject(shown);
      const headers = await signIn(one);
      expect((await world.ask('GET /users/me', { headers })).body).toMatchObject(shown);
      expect((await world.ask('GET /session', { headers })).body).toMatchObject({ language: 'fr' });
      for (const path of [`/users/${one.id}`, '/users?per_page=100', `/users/${one.id}?context=edit`]) {
        expect((await world.ask(`GET ${path}`, { as: 'administrator' })).text).toContain(email);
        for (const as of ['editor', 'author', 'contributor', 'subscriber', 'anonymous'] as const)
          expect((await world.ask(`GET ${path}`, { as })).text).not.toContain(email);
      }
      expect((await world.ask(`GET /users/${one.id}`, { as: 'editor' })).body).toEqual({
        id: one.id,
        name: one.name,
        role: 'author',
        display_name: 'Zoë',
        created_utc: startOfWorld,
      });
      const event = await world.event({ author: one.id });
      for (const on of ['native', 'dropin'] as const)
        expect((await world.ask(`GET /events/${event.id}`, { on })).text).not.toMatch(/example\.org|Zoë/);
      // The search finds names, not addresses.
      expect((await world.get(`/users?search=${email}`, { as: 'administrator' })).total).toBe(0);
    });

    test('has an address that no other user has, in any case', async () => {
      const { id, email } = await add({ email: address() });
      const other = await add();
      const taken = email.toUpperCase();
      const create = { name: word('user '), role: 'author', email: taken };
      expectRefusal(await world.ask('POST /users', { as: 'administrator', body: create }), invalid('email'));
      const change = { as: 'administrator', body: { email: taken } } as const;
      expectRefusal(await world.ask(`PATCH /users/${other.id}`, change), invalid('email'));
      expect((await world.ask(`PATCH /users/${id}`, change)).body.email).toBe(taken);
      // Any number of users have none.
      expect([(await add()).email, (await add({ email: '' })).email]).toEqual(['', '']);
      for (const wrong of ['no address', 'a@b.example\r\nBcc: c@d.example', 'a@b, c@d', 7, {}, ['a@b.example']])
        expectRefusal(await world.ask(`PATCH /users/${other.id}`, { as: 'administrator', body: { email: wrong } }), {
          ...invalid('email'),
        });
      for (const body of [{ language: 'xx' }, { muted_notices: ['all'] }, { display_name: 'x'.repeat(101) }])
        expectRefusal(
          await world.ask(`PATCH /users/${other.id}`, { as: 'administrator', body }),
          invalid(...Object.keys(body)),
        );
    });

    test('of two users who take the same address at one moment, one gets it', async () => {
      const all = await Promise.all(Array.from({ length: 4 }, () => add()));
      const email = address();
      const replies = await Promise.all(
        all.map(({ id }) => world.askAgain(`PATCH /users/${id}`, { as: 'administrator', body: { email } })),
      );
      expect(replies.map(outcomeOf).sort()).toEqual([
        '200',
        ...Array.from({ length: 3 }, () => '400 rest_invalid_param'),
      ]);
    });

    test('is changed by the user, the address only with the current password', async () => {
      const one = await add({ email: address() });
      const headers = await signIn(one);
      const change = (body: object) => world.ask('PATCH /users/me', { headers, body });
      const profile = { display_name: 'Ada L.', language: 'en', muted_notices: ['pending_event', 'sign_in'] };
      expect((await change(profile)).body).toMatchObject(profile);
      const next = address();
      expectRefusal(await change({ email: next }), {
        statusCode: 400,
        code: 'rest_missing_callback_param',
        params: ['current_password'],
      });
      expectRefusal(await change({ email: next, current_password: 'wrong' }), invalid('current_password'));
      expect((await change({ email: one.email, display_name: 'Ada' })).body).toMatchObject({ email: one.email });
      await world.store.transact((writer) => createPasswordLink(writer, one.id, 'reset', world.clock.now));
      expect((await change({ email: next, current_password: password })).body).toMatchObject({ email: next });
      // The former address gets a notice, and links to it end.
      const [mail] = await world.store.list({ table: mails, where: everything, order: [], limit: 5 });
      expect(mail).toMatchObject({ recipient: one.email, subject: 'Almanac: Your email address was changed' });
      expect(await world.store.count({ table: accountLinks, where: is('user_id', one.id) })).toBe(0);
      const taken = (await add({ email: address() })).email;
      expectRefusal(await change({ email: taken, current_password: password }), invalid('email'));
      for (const body of [{ role: 'administrator' }, { name: 'root' }, { password_digest: 'x' }]) await change(body);
      expect(await world.get(`/users/${one.id}`, { as: 'administrator' })).toMatchObject({
        name: one.name,
        role: 'author',
        email: next,
      });
    });

    test('of an administrator gets another address with the current password only', async () => {
      const { id, name } = world.people.administrator;
      const body = { email: address() };
      expectRefusal(await world.ask(`PATCH /users/${id}`, { as: 'administrator', body }), invalid('email'));
      await changePassword(world.store, name, password);
      const own = { body: { ...body, current_password: password }, as: 'administrator' } as const;
      expect((await world.ask('PATCH /users/me', own)).statusCode).toBe(200);
      // Unchanged, it can be sent along with other fields.
      const again = { ...body, display_name: 'Chief' };
      expect((await world.ask(`PATCH /users/${id}`, { as: 'administrator', body: again })).statusCode).toBe(200);
    });
  });

  describe('notices', () => {
    const world = useWorld(engine);
    const site = { name: 'Town Hall', publicUrl: 'https://town.example', zone: 'Europe/Paris', languages: [] };
    const service = (isOn: boolean) =>
      ({ mail: { isOn: () => isOn }, liveSite: { current: () => site } }) as unknown as Parameters<
        typeof notifySignIn
      >[0];
    const queued = async () => {
      const rows = await world.store.list({ table: mails, where: everything, order: [{ column: 'id' }], limit: 100 });
      return rows.map(({ recipient, subject, content }) => ({ recipient, subject, content }));
    };
    const mute = (id: number, muted_notices: readonly Notice[]) =>
      world.store.transact((writer) => writer.update(users, id, { muted_notices }));
    beforeAll(() =>
      world.store.transact(async (writer) => {
        for (const role of roles) {
          const email = `${role}@example.org`;
          await writer.update(users, world.people[role].id, { email, email_key: email });
        }
      }),
    );
    beforeEach(async () => {
      await world.store.transact(async (writer) => void (await writer.remove(mails, everything)));
      for (const role of roles) await mute(world.people[role].id, []);
    });

    test('tell a user about a sign-in on a new device, unless they are switched off or mail is off', async () => {
      const { id } = world.people.author;
      const device = { device: 'Firefox\r\nBcc: eve@evil.example', ip: '192.0.2.1' };
      const tell = (isOn = true) =>
        world.store.transact((writer) => notifySignIn(service(isOn), writer, id, device, startOfWorld));
      await tell(false);
      await mute(id, ['sign_in']);
      await tell();
      expect(await queued()).toEqual([]);
      await mute(id, ['pending_event']);
      await tell();
      expect(await queued()).toEqual([
        {
          recipient: 'author@example.org',
          subject: 'Town Hall: New sign-in to your account',
          content: expect.stringContaining('Firefox Bcc: eve@evil.example, 192.0.2.1, 2027-06-15 17:30:00'),
        },
      ]);
      expect((await queued())[0]?.content).toContain('https://town.example/admin/account');
    });

    test('ask everybody who may review a pending event, except its author', async () => {
      const record = { title: 'Fair\nSubject: x', author: world.people.contributor.id, path: '/admin/events/7' };
      const about = (language?: string) => `Fri 18 June, Town Barn (${language})`;
      const tell = (author = record.author) =>
        world.store.transact((writer) =>
          notifyPending(service(true), writer, { ...record, author, about }, startOfWorld),
        );
      await tell();
      const first = await queued();
      expect(first.map(({ recipient }) => recipient).sort()).toEqual([
        'administrator@example.org',
        'editor@example.org',
      ]);
      expect(first[0]?.subject).toBe('Town Hall: Pending review: Fair Subject: x');
      expect(first[0]?.content).toMatch(/^Hello [^\n]*,\n\nFri 18 June, Town Barn \((en|undefined)\)\n\n“Fair/);
      expect(first[0]?.content).toContain(
        'by world-contributor waits for review:\n\nhttps://town.example/admin/events/7',
      );
      await world.store.transact(async (writer) => void (await writer.remove(mails, everything)));
      await mute(world.people.administrator.id, ['pending_event']);
      await tell(world.people.editor.id);
      expect(await queued()).toEqual([]);
    });

    test('tell the author that an event was approved or rejected', async () => {
      const record = { title: 'Fair', author: world.people.contributor.id, url: mailUrl(site, '/event/fair/') };
      for (const isApproved of [true, false])
        await world.store.transact((writer) =>
          notifyReviewed(service(true), writer, { ...record, isApproved, note: 'Too late' }, startOfWorld),
        );
      const [approved, rejected] = await queued();
      expect([approved?.recipient, approved?.subject]).toEqual([
        'contributor@example.org',
        'Town Hall: Published: Fair',
      ]);
      expect(rejected?.content).toContain('Reason: Too late');
    });
  });

  describe('the command line removes a user', () => {
    const world = useWorld(engine);
    const remove = (name: string, ...more: readonly string[]) =>
      run(['users', 'remove', name, ...more], {
        data: world.settings.ALMANAC_DATA ?? '',
        environment: { ...world.settings },
      });

    test('whose records go to the user named by --reassign, which is required if there are any', async () => {
      const one = await world.send('POST /users', { name: word('user'), role: 'author', password });
      const event = await world.event({ author: one.id });
      const venue = await world.venue({ author: one.id });
      const refused = await remove(one.name);
      expect(refused).toMatchObject({
        code: 1,
        stderr: `almanac: ${one.name} is the author of 2 records. Name the new author with --reassign.\n`,
      });
      for (const [heir, message] of [
        ['nobody', 'User nobody not found.'],
        [one.name, 'Choose another user as the new author.'],
      ] as const)
        expect((await remove(one.name, '--reassign', heir)).stderr).toBe(`almanac: ${message}\n`);
      expect((await world.get(`/events/${event.id}`)).author).toBe(String(one.id));
      const { id, name } = world.people.editor;
      expect(await remove(one.name, '--reassign', name)).toMatchObject({ code: 0, stderr: `Removed ${one.name}.\n` });
      const [moved, place] = [await world.get(`/events/${event.id}`), await world.get(`/venues/${venue.id}`)];
      expect([moved.author, place.author]).toEqual([String(id), String(id)]);
      expect((await world.ask(`GET /users/${one.id}`, { as: 'administrator' })).statusCode).toBe(404);
      const secret = { headers: { authorization: basic({ name: one.name, password }) } };
      expect((await world.ask('GET /users/me', secret)).statusCode).toBe(401);
    });

    test('without records at once', async () => {
      const one = await world.send('POST /users', { name: word('user'), role: 'author', password });
      expect(await remove(one.name)).toMatchObject({ code: 0 });
    });
  });
});
