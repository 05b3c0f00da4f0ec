// Every unsafe method of every record route needs the session's token. A browser attaches the cookie to a forged request
// too, so the cookie alone must change nothing.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPassword, changePassword } from '../src/auth/accounts.js';
import { addFeedKey } from '../src/auth/feed-keys.js';
import { createPasswordLink } from '../src/auth/password-links.js';
import { confirmSecondFactor, secondFactorOf, startSecondFactor } from '../src/auth/second-factor.js';
import { hashSecret } from '../src/auth/secrets.js';
import { stepOf, totpCode } from '../src/auth/totp.js';
import { secondsOf } from '../src/core/time/clock.js';
import { sessions, users } from '../src/models/account/account.js';
import { checksumsOf } from './harness/checksums.js';
import type { Ask } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { png } from './harness/pictures.js';
import { sessionDetails } from './harness/session-details.js';
import { addTrustedSender } from './harness/submissions.js';
import { type Answered, type Body, useWorld, type World, word } from './harness/world.js';

const password = 'correct horse battery';

/** The unsafe lines of the generated list of all routes. Signing in ignores credentials, and signing out ends them
 * (tests/sessions.test.ts). */
const routes = readFileSync(new URL('../docs/routes.txt', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split(/ +/))
  .filter(([, method = 'GET']) => method !== 'GET')
  .map(([, method = '', path = '']) => ({ method, path }))
  .filter(({ path }) => !path.endsWith('/session'));

interface Resource {
  readonly make: (world: World) => Promise<Answered>;
  readonly create: (world: World) => Body | Promise<Body>;
  readonly update: () => Body;
}

const image = async (): Promise<Body> => ({
  file: `data:image/png;base64,${(await png(2, 2)).toString('base64')}`,
});

const csvFile = (): string =>
  `data:text/csv;base64,${Buffer.from(`title,start\n${word('Event ')},2027-07-01`).toString('base64')}`;

const category: Resource = {
  make: (world) => world.category(),
  create: () => ({ name: word('Category ') }),
  update: () => ({ name: word('Category ') }),
};

const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 11:00:00' };

const secondFactor: Resource = {
  make: async (world) => ({ id: world.people.administrator.id }),
  create: () => ({ current_password: password, code: '123456' }),
  update: () => ({}),
};

/** Routes of the caller or without a record. */
const self: Resource = {
  make: async (world) => ({ id: world.people.administrator.id }),
  create: () => ({}),
  update: () => ({}),
};

/** Reading it fails, which is a result like any other. */
const subscription = () => ({ name: word('Calendar '), url: 'http://127.0.0.1:1/calendar.ics', paused: true });

const webhookUrl = () => ({ url: `https://127.0.0.1/${word()}` });

/** With a delivery, which fails: nothing listens there. */
const webhook: Resource = {
  make: async (world) => {
    const { id } = await world.send('POST /webhooks', webhookUrl(), { as: 'administrator' });
    const { id: delivery } = await world.send(`POST /webhooks/${id}/test`, {}, { as: 'administrator' });
    return { id, delivery };
  },
  create: () => ({}),
  update: () => ({ description: word() }),
};

async function passwordLink({ send, store, clock }: World): Promise<Body> {
  const { id } = await send('POST /users', { name: word('user '), role: 'author' });
  const { token } = await store.transact((writer) => createPasswordLink(writer, id, 'reset', clock.now));
  return { token };
}

/** By the last word of a route that is no parameter. */
const resources: Readonly<Record<string, Resource>> = {
  events: {
    make: (world) => world.event(),
    create: () => ({ title: word('Event '), start_date: '2027-07-01', end_date: '2027-07-02' }),
    update: () => ({ title: word('Event ') }),
  },
  occurrences: {
    make: (world) => world.event({ ...times, recurrence: 'FREQ=DAILY;COUNT=2' }),
    create: () => ({}),
    update: () => ({ title: word('Event ') }),
  },
  approve: {
    make: (world) => world.event({ status: 'pending' }),
    create: () => ({}),
    update: () => ({}),
  },
  reject: {
    make: (world) => world.event({ status: 'pending' }),
    create: () => ({ reason: 'Not in our town.' }),
    update: () => ({}),
  },
  'trusted-senders': {
    make: async (world) => ({ id: await addTrustedSender(world.store, `${word()}@example.org`, world.clock.now) }),
    create: () => ({}),
    update: () => ({}),
  },
  duplicate: {
    make: (world) => world.event(),
    create: () => ({}),
    update: () => ({}),
  },
  'preview-link': {
    make: (world) => world.event(),
    create: () => ({}),
    update: () => ({}),
  },
  preferences: {
    make: async (world) => ({ id: world.people.administrator.id }),
    create: () => ({ views: [{ resource: 'events', name: word(), query: '' }] }),
    update: () => ({}),
  },
  'recurrence-preview': {
    make: (world) => world.event(),
    create: () => ({ ...times, recurrence: 'FREQ=DAILY;COUNT=2' }),
    update: () => ({}),
  },
  'import.ndjson': {
    make: (world) => world.event(),
    create: () => ({ title: word('Event '), ...times }),
    update: () => ({}),
  },
  venues: {
    make: (world) => world.venue(),
    create: () => ({ venue: word('Venue ') }),
    update: () => ({ venue: word('Venue ') }),
  },
  organizers: {
    make: (world) => world.organizer(),
    create: () => ({ organizer: word('Organizer ') }),
    update: () => ({ organizer: word('Organizer ') }),
  },
  categories: category,
  tribe_events_cat: category,
  tags: {
    make: (world) => world.tag(),
    create: () => ({ name: word('Tag ') }),
    update: () => ({ name: word('Tag ') }),
  },
  media: {
    make: async (world) => world.send('POST /media', await image()),
    create: image,
    update: () => ({ title: word('Image ') }),
  },
  users: {
    make: (world) => world.send('POST /users', { name: word('user '), role: 'author' }),
    create: () => ({ name: word('user '), role: 'author' }),
    update: () => ({ role: 'editor' }),
  },
  subscriptions: {
    make: (world) => world.send('POST /subscriptions', subscription(), { as: 'administrator' }),
    create: () => subscription(),
    update: () => ({ name: word('Calendar ') }),
  },
  run: {
    make: (world) => world.send('POST /subscriptions', subscription(), { as: 'administrator' }),
    create: () => ({}),
    update: () => ({}),
  },
  me: {
    make: async (world) => ({ id: world.people.administrator.id }),
    create: () => ({}),
    update: () => ({ current_password: password, password: `${password} 2` }),
  },
  'application-passwords': {
    make: (world) =>
      world.store.transact((writer) => addPassword(writer, world.people.administrator.id, word(), world.clock.now)),
    create: () => ({ label: word() }),
    update: () => ({}),
  },
  webhooks: { ...webhook, create: webhookUrl },
  rotate: webhook,
  enable: webhook,
  replay: webhook,
  test: webhook,
  invitations: { ...self, create: () => ({ name: word('user '), role: 'author' }) },
  'password-links': { ...self, create: () => ({ user: word('user ') }) },
  check: { ...self, create: passwordLink },
  use: { ...self, create: async (world) => ({ ...(await passwordLink(world)), password }) },
  'second-factor': secondFactor,
  'recovery-codes': secondFactor,
  sessions: {
    make: async (world) => ({
      id: await world.store.transact(async (writer) => (await writer.takeIds(sessions, 1))[0] ?? 0),
    }),
    create: () => ({}),
    update: () => ({}),
  },
  batch: { ...self, create: () => ({ operations: [{ method: 'POST', path: '/tags', body: { name: word('Tag ') } }] }) },
  restore: {
    make: async (world) => {
      const { id } = await world.event();
      await world.send(`PATCH /events/${id}`, { title: word() });
      const query = `resource=events&record=${id}&action=created`;
      return (await world.get(`/revisions?${query}`, { as: 'administrator' })).revisions[0];
    },
    create: () => ({}),
    update: () => ({}),
  },
  imports: { ...self, create: () => ({ file: csvFile() }) },
  undo: {
    make: (world) => world.send('POST /imports', { file: csvFile(), source: word().toLowerCase() }),
    create: () => ({}),
    update: () => ({}),
  },
  setup: {
    make: async (world) => ({ id: world.people.administrator.id }),
    create: () => ({ code: 'wrong', user: word('user '), password }),
    update: () => ({}),
  },
  'feed-keys': {
    make: async ({ store, people, clock }) =>
      (await store.transact((writer) => addFeedKey(writer, people.administrator.id, word(), clock.now))).row,
    create: () => ({ label: word() }),
    update: () => ({}),
  },
};

/** Requests that need what only the moment before has, such as a code: they prepare it and return their body. */
const prepared: Readonly<Record<string, (world: World, id: number) => Promise<Body | undefined>>> = {
  'POST second-factor': async ({ store, people }) => {
    // Another request has changed the password.
    const hashed = await hashSecret(password);
    await store.transact((writer) => writer.update(users, people.administrator.id, { password: hashed }));
    return { current_password: password };
  },
  'PATCH second-factor': async (world) => ({ code: await codeOf(world, 0) }),
  'DELETE second-factor': async (world) => ({ current_password: password, code: await codeOf(world, 1) }),
  'POST recovery-codes': async (world) => {
    const { id } = world.people.administrator;
    const now = world.clock.now;
    await world.store.transact(async (writer) => {
      await startSecondFactor(writer, id, now);
      const factor = await secondFactorOf(writer, id);
      const code = totpCode(factor?.secret ?? '', stepOf(secondsOf(now)));
      if (factor) await confirmSecondFactor(writer, factor, code, now);
    });
    return { current_password: password, code: await codeOf(world, 1) };
  },
  'DELETE sessions': async ({ store, people }, id) => {
    if (id === 0) return undefined;
    const row = { id, user_id: people.administrator.id, digest: word(), csrf: 'c', expires_utc: '2099-01-01 00:00:00' };
    await store.transact((writer) => writer.insertAll(sessions, [{ ...row, ...sessionDetails }]));
    return undefined;
  },
};

async function codeOf({ store, people, clock }: World, offset: number): Promise<string> {
  const factor = await secondFactorOf(store, people.administrator.id);
  return totpCode(factor?.secret ?? '', stepOf(secondsOf(clock.now)) + offset);
}

interface Session {
  readonly cookie: string;
  readonly csrf: string;
}

async function signIn(world: World): Promise<Session> {
  const { body, headers } = await world.ask('POST /session', {
    body: { user: world.people.administrator.name, password },
  });
  return { cookie: headers.get('set-cookie')?.split(';', 1)[0] ?? '', csrf: String(body.csrf) };
}

const giveEmail = ({ store, people }: World): Promise<void> =>
  store.transact((writer) =>
    writer.update(users, people.administrator.id, { email: 'ada@example.org', email_key: 'ada@example.org' }),
  );

test('the table has every kind of route and every unsafe method', () => {
  expect(routes.length).toBeGreaterThan(80);
  expect(new Set(routes.map(({ method }) => method))).toEqual(new Set(['POST', 'PUT', 'PATCH', 'DELETE']));
});

interface Call {
  readonly method: string;
  readonly address: string;
  readonly body: Body | undefined;
  /** Returns the body that succeeds, if it depends on the requests before. */
  readonly prepare?: () => Promise<Body | undefined>;
}

/** A request that would succeed, with a record of its own. */
async function callOf(world: World, { method, path }: (typeof routes)[number]): Promise<Call> {
  const names = path.split('/').filter((part) => resources[part]);
  const { make, create, update } = resources[names.at(-1) ?? ''] as Resource;
  const isOne = /:(?:id|slug|date)$|\/me$/.test(path);
  const record = isOne || path.includes('/:id/') ? await make(world) : undefined;
  const address = path
    // Administrators create password links of others only.
    .replace(':user/password-links', `${world.people.editor.id}/password-links`)
    .replace(':user', String(world.people.administrator.id))
    .replace(':occurrence_of', String(record?.id))
    .replace(':date', times.start_date.slice(0, 10))
    .replace(':id', String(record?.id))
    .replace(':delivery', String(record?.delivery))
    .replace(':slug', String(record?.slug));
  const prepare = prepared[`${method} ${names.at(-1)}`];
  const later = prepare && { prepare: () => prepare(world, Number(isOne && record?.id)) };
  if (method !== 'DELETE') return { method, address, body: isOne ? update() : await create(world), ...later };
  // WordPress has no trash for images.
  return {
    method,
    address: path.startsWith('/wp-json/wp/') ? `${address}?force=true` : address,
    body: undefined,
    ...later,
  };
}

onOneEngine((engine) => {
  describe('a session cookie', () => {
    // Mail is on, so that the routes that send one succeed; the port has no server.
    const settings = { ALMANAC_SMTP_URL: 'smtp://127.0.0.1:1', ALMANAC_WEBHOOK_ALLOW: '127.0.0.0/8' };
    const world = useWorld(engine, { settings });
    let [own, other]: Session[] = [];
    let calls: readonly Call[] = [];
    beforeAll(async () => {
      await changePassword(world.store, world.people.administrator.name, password);
      await giveEmail(world);
      [own, other] = [await signIn(world), await signIn(world)];
      const all: Call[] = [];
      for (const route of routes) all.push(await callOf(world, route));
      calls = all;
    });

    test('changes nothing on any record route without its token', async () => {
      const { cookie = '' } = own ?? {};
      const foreign = { cookie, origin: 'https://evil.example' };
      const before = await checksumsOf(world);
      const passed: string[] = [];
      for (const { method, address, body } of calls) {
        // A form of a foreign page is sent without a preflight request.
        const form = new URLSearchParams(body as Record<string, string>).toString();
        const forgeries: Readonly<Record<string, Ask>> = {
          'no token': { body, headers: { cookie } },
          'the token of another session': { body, headers: { cookie, 'x-csrf-token': other?.csrf ?? '' } },
          'a form of another site': { headers: foreign, ...(body && { raw: form }) },
        };
        for (const [forgery, ask] of Object.entries(forgeries)) {
          const { statusCode, body: refusal } = await world.ask(`${method} /${address}`, ask);
          if (statusCode !== 403 || refusal?.code !== 'rest_cookie_invalid_nonce') {
            passed.push(`${method} ${address} with ${forgery}: ${statusCode}`);
          }
        }
      }
      expect(passed).toEqual([]);
      expect(await checksumsOf(world)).toEqual(before);
    });

    test('changes records on every route with its token', async () => {
      const { cookie = '', csrf = '' } = own ?? {};
      const refused: string[] = [];
      // With and without a token, a site with an administrator or with events refuses set-up, and a subscription without a
      // removal that waits refuses a decision.
      const isRefused = /\/(setup(\/demo)?|confirm-removal|keep-events)$/;
      const accepted = calls.filter(({ address }) => !isRefused.test(address));
      for (const { method, address, body: fixed, prepare } of accepted) {
        const body = prepare ? await prepare() : fixed;
        const headers = { cookie, 'x-csrf-token': csrf };
        const { statusCode, text } = await world.ask(`${method} /${address}`, { body, headers });
        if (statusCode >= 300) refused.push(`${method} ${address}: ${statusCode} ${text}`);
      }
      expect(refused).toEqual([]);
    });
  });
});
