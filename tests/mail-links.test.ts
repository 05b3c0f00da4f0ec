// Links in mails begin with ALMANAC_BASE_URL or with the public URL of the settings, whatever the headers of a request say.
import { beforeEach, describe, expect, test } from 'vitest';
import { issueSetupCode } from '../src/auth/setup-code.js';
import { everything, is } from '../src/core/condition.js';
import { mails } from '../src/core/mail.js';
import { mailJob } from '../src/jobs/mail.js';
import { credentialTables, users } from '../src/models/account/account.js';
import { submissions } from '../src/models/submission/submission.js';
import { expectRefusal } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { mailSettings } from './harness/mail-server.js';
import { addTrustedSender, confirmLink, submitForm } from './harness/submissions.js';
import { startOfWorld, useWorld, word } from './harness/world.js';

const publicUrl = 'https://town.example/calendar';
const hostile = {
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  forwarded: 'host=evil.example;proto=https',
  'x-original-host': 'evil.example',
  'x-forwarded-server': 'evil.example',
};
const password = 'correct horse battery';

onOneEngine((engine) => {
  // Nothing listens on this port: mails stay in the queue, with their texts.
  const smtp = { ALMANAC_SMTP_URL: 'smtp://127.0.0.1:9' };
  const world = useWorld(engine, { settings: { ...smtp, ALMANAC_BASE_URL: '', ALMANAC_TRUST_PROXY: 'on' } });
  const order = [{ column: 'id' }];
  const queued = async (): Promise<readonly { subject: string; content: string; recipient: string }[]> =>
    world.store.list({ table: mails, where: everything, order, limit: 100 });
  const setUrl = (public_url: string) => world.send('PATCH /settings', { public_url, submitters: 'anyone' });
  const setEmail = (user: number, email: string) =>
    world.store.transact((writer) => writer.update(users, user, { email, email_key: email }));
  const ask: typeof world.ask = (request, given = {}) =>
    world.ask(request, { ...given, headers: { ...hostile, ...given.headers } });

  beforeEach(async () => {
    world.clock.now = startOfWorld;
    await world.store.transact(async (writer) => {
      for (const table of [mails, submissions]) await writer.remove(table, everything);
    });
  });

  /** Everything that causes a mail with a link. */
  async function causeMails(): Promise<void> {
    const { administrator, editor, author, contributor } = world.people;
    for (const { id, name } of [administrator, editor, author, contributor])
      await setEmail(id, `${name.toLowerCase()}@town.example`);
    await ask('POST /users/invitations', {
      as: 'administrator',
      body: { name: word('guest'), role: 'author', email: `${word('guest')}@town.example` },
    });
    await ask(`POST /users/${author.id}/password-links`, { as: 'administrator', body: {} });
    await ask('POST /password-links', { body: { user: author.name } });
    await world.runDue();
    const pending = await ask('POST /events', {
      as: 'contributor',
      body: { title: word('Concert'), start_date: '2027-07-01 10:00', end_date: '2027-07-01 12:00', status: 'pending' },
    });
    await ask(`POST /events/${pending.body.id}/approve`, { as: 'editor', body: {} });
    await submitForm(world, { email: `${word('ana')}@town.example` }, { headers: hostile });
  }

  describe('with a public URL in the settings', () => {
    test('every link begins with it, whatever the headers say', async () => {
      await setUrl(`${publicUrl}/`);
      await causeMails();
      const trusted = `${word('ida')}@town.example`;
      await addTrustedSender(world.store, trusted, world.clock.now);
      await submitForm(world, { email: trusted }, { headers: hostile });
      const confirmation = (await queued()).find(({ recipient }) => recipient === trusted);
      const token = /token=([\w-]+)/.exec(confirmation?.content ?? '')?.[1] ?? '';
      expect((await confirmLink(world, token)).statusCode).toBe(200);
      const sent = await queued();
      const subjects = sent.map(({ subject }) => subject.replace(/^Almanac: ([^:]+).*$/, '$1'));
      expect(new Set(subjects)).toEqual(
        new Set(['Your invitation', 'Reset your password', 'Pending review', 'Published', 'Confirm your event']),
      );
      const links = sent.flatMap(({ content }) => content.match(/https?:\/\/\S+/g) ?? []);
      expect(links.length).toBeGreaterThanOrEqual(sent.length);
      expect(links.filter((link) => !link.startsWith(`${publicUrl}/`))).toEqual([]);
      for (const { content } of sent) expect(content).not.toContain('evil.example');
    });
  });

  describe('without any address of the site', () => {
    beforeEach(() => setUrl(''));

    test('no mail with a link is queued, and every request has an honest answer', async () => {
      await causeMails();
      expect(await queued()).toEqual([]);
      const { author } = world.people;
      const link = await ask(`POST /users/${author.id}/password-links`, { as: 'administrator', body: {} });
      expect(link.body).toMatchObject({ sent: false, url: expect.stringContaining('/admin/') });
      expect(link.body.url).not.toContain('evil.example');
      expectRefusal(await ask('POST /password-links', { body: { user: author.name } }), {
        statusCode: 409,
        code: 'rest_mail_off',
      });
    });

    test('a submission waits for review at once, as without mail', async () => {
      const reply = await submitForm(world, {}, { headers: hostile });
      expect([reply.statusCode, reply.headers.get('location')]).toEqual([303, '/submit/sent']);
      const where = is('is_confirmed', false);
      expect(await world.store.list({ table: submissions, where, order, limit: 5 })).toMatchObject([
        { event_id: expect.toSatisfy((id: number) => id > 0) },
      ]);
      expect(await queued()).toEqual([]);
    });

    test('the log says why once, and again after the address was there', async () => {
      const warnings: string[] = [];
      let address = '';
      const settings = async () => mailSettings('smtp://127.0.0.1:9');
      const job = mailJob(settings, (text) => warnings.push(text));
      const run = () =>
        job.run({
          store: world.store,
          signal: new AbortController().signal,
          call: () => ({ now: world.clock.now, site: { name: 'Almanac', publicUrl: address, mail: { isOn: true } } }),
        } as unknown as Parameters<typeof job.run>[0]);
      for (address of ['', '', publicUrl, '']) await run();
      expect(warnings).toHaveLength(2);
      expect(warnings[0]).toContain('ALMANAC_BASE_URL');
    });

    test('doctor says why and what to do', async () => {
      const mailFaults = async () => {
        const { checks } = await world.get('/statistics/doctor', { as: 'administrator' });
        return checks.find(({ check }: { check: string }) => check === 'mail').faults;
      };
      expect(await mailFaults()).toEqual([expect.stringContaining('ALMANAC_BASE_URL')]);
    });
  });

  describe('set-up', () => {
    test('stores the address that the administrator sends, and never one of a header', async () => {
      await setUrl('');
      await world.store.transact(async (writer) => {
        for (const table of [...credentialTables, users]) await writer.remove(table, everything);
      });
      const send = async (body: Record<string, unknown>) =>
        ask('POST /setup', {
          body: { code: await issueSetupCode(world.store, world.clock.now), user: 'Ada', password, ...body },
        });
      expectRefusal(await send({ public_url: 'javascript:alert(1)' }), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: ['public_url'],
      });
      expect((await send({ public_url: publicUrl })).statusCode).toBe(201);
      const session = await ask('POST /session', { body: { user: 'ada', password } });
      const cookie = session.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      const settings = await ask('GET /settings', { headers: { cookie } });
      expect(settings.body).toMatchObject({ public_url: publicUrl });
      expect(settings.body.locked).not.toHaveProperty('public_url');
    });
  });
});
