// The queue of mails and its delivery to a real SMTP server.
import { beforeEach, describe, expect, test } from 'vitest';
import { all, everything, is } from '../src/core/condition.js';
import { isEmailAddress, type MailRow, mails } from '../src/core/mail.js';
import type { Store } from '../src/core/store.js';
import { plusSeconds } from '../src/core/time/clock.js';
import { mailJob } from '../src/jobs/mail.js';
import { users } from '../src/models/account/account.js';
import { ordinaryMails, queueMail, queueNotice, securityMails } from '../src/operations/mail.js';
import { expectRefusal, outcomeOf } from './harness/client.js';
import { forEachEngine, onOneEngine } from './harness/engines.js';
import { fillQueue, mailPassword, mailSettings, useMailServer } from './harness/mail-server.js';
import { startOfWorld, useWorld } from './harness/world.js';

const mail = { to: 'ada@example.org', subject: 'Concert tonight', text: 'Doors open at eight.\nSee you – Zoë\n' };
const everyone = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;

test.each(['a@b.example', 'zoë.o’neil+x@bücher.example'.replace('’', "'"), 'x@localhost'])(
  '%s is an address',
  (text) => {
    expect(isEmailAddress(text)).toBe(true);
  },
);

test.each([
  'a@b.example\r\nBcc: c@d.example',
  'a@b.example, c@d.example',
  'Ada <a@b.example>',
  'a b@c.example',
  'a@b.example\u2028',
  '@b.example',
  'a@',
  'a..b@c.example',
  `${'a'.repeat(260)}@b.example`,
])('%j is not an address', (text) => {
  expect(isEmailAddress(text)).toBe(false);
});

onOneEngine((engine) => {
  const server = useMailServer();
  const world = useWorld(engine);
  const only = { table: mails, where: everything, order: [{ column: 'id' }], limit: 50 };
  const stored = async (): Promise<MailRow> => {
    const rows = await world.store.list(only);
    expect(rows).toHaveLength(1);
    return rows[0] as MailRow;
  };
  const queue = (given: Partial<typeof mail> = {}) =>
    world.store.transact((writer) => queueMail(writer, { ...mail, ...given }, world.clock.now));
  const deliver = async (url = server.url) => {
    if (world.config.smtpUrl !== url) await world.restart({ ALMANAC_SMTP_URL: url });
    await world.runDue();
  };
  beforeEach(async () => {
    world.clock.now = startOfWorld;
    await world.store.transact((writer) => writer.remove(mails, everything));
  });

  describe('a queued mail', () => {
    test('is sent once as plain text, and its text is deleted then', async () => {
      await queue();
      await deliver();
      await world.runDue();
      expect(server.received).toHaveLength(1);
      const [received] = server.received;
      expect(received).toMatchObject({ from: 'calendar@calendar.example', to: [mail.to], text: mail.text });
      expect(received?.headers).toMatchObject({
        subject: mail.subject,
        from: 'Almanac <calendar@calendar.example>',
        'auto-submitted': 'auto-generated',
      });
      expect(await stored()).toMatchObject({
        state: 'sent',
        attempts: 1,
        content: '',
        error: '',
        next_attempt_utc: '',
        finished_utc: startOfWorld,
      });
    });

    test('waits while the server is gone, and is sent when it is back', async () => {
      await queue();
      await server.stop();
      await deliver();
      const first = await stored();
      expect(first).toMatchObject({ state: 'queued', attempts: 1, content: mail.text });
      expect(first.next_attempt_utc).toBe(plusSeconds(startOfWorld, 60));
      expect(first.error).toContain('ECONNREFUSED');
      await server.start();
      await world.runDue();
      expect(server.received).toHaveLength(0);
      world.clock.now = plusSeconds(startOfWorld, 60);
      await world.runDue();
      expect(server.received).toHaveLength(1);
      expect(await stored()).toMatchObject({ state: 'sent', attempts: 2, error: '' });
    });

    test('fails after 8 attempts with growing delays', async () => {
      await queue();
      await deliver('smtp://127.0.0.1:1');
      const delays: number[] = [];
      for (let attempt = 1; attempt < 8; attempt++) {
        const { next_attempt_utc, attempts } = await stored();
        expect(attempts).toBe(attempt);
        delays.push((Date.parse(`${next_attempt_utc}Z`) - Date.parse(`${world.clock.now}Z`)) / 60_000);
        world.clock.now = next_attempt_utc;
        await world.runDue();
      }
      expect(delays).toEqual([1, 4, 16, 64, 256, 1_024, 1_440]);
      expect(await stored()).toMatchObject({ state: 'failed', attempts: 8, content: '', next_attempt_utc: '' });
    });

    test('that the server refuses permanently fails at once, a temporary refusal is retried, others are sent', async () => {
      server.refuse = (address) =>
        ({
          'gone@example.org': { code: 550, message: 'No such user' },
          'busy@example.org': { code: 450, message: 'Try later' },
        })[address];
      await queue({ to: 'gone@example.org' });
      await queue({ to: 'busy@example.org' });
      await queue();
      await deliver();
      const rows = await world.store.list(only);
      expect(rows.map(({ recipient, state, attempts }) => [recipient, state, attempts])).toEqual([
        ['gone@example.org', 'failed', 1],
        ['busy@example.org', 'queued', 1],
        [mail.to, 'sent', 1],
      ]);
      expect(rows[0]).toMatchObject({ content: '', error: expect.stringContaining('No such user') });
      expect(rows[1]).toMatchObject({ content: mail.text, error: expect.stringContaining('Try later') });
    });

    test('cannot add headers or recipients', async () => {
      await queue({ subject: 'Fair\r\nBcc: eve@evil.example\u2028X: y', text: 'Hi\n.\nQUIT\r\n\r\n.\r\nDATA' });
      await deliver();
      const [received] = server.received;
      expect(received?.to).toEqual([mail.to]);
      expect(received?.headers.bcc).toBeUndefined();
      expect(received?.headers.subject).toBe('Fair Bcc: eve@evil.example X: y');
      expect(received?.text).toContain('DATA');
      await expect(queue({ to: 'a@b.example\r\nRCPT TO:<eve@evil.example>' })).rejects.toThrow('valid address');
    });

    test('is deleted a week after it was sent', async () => {
      await queue();
      await deliver();
      world.clock.now = plusSeconds(startOfWorld, 7 * 86_400);
      await world.runDue();
      expect((await stored()).state).toBe('sent');
      world.clock.now = plusSeconds(startOfWorld, 7 * 86_400 + 1);
      await world.runDue();
      expect(await world.store.count(only)).toBe(0);
    });

    test('stays queued without a mail server', async () => {
      await queue();
      await deliver('');
      expect(await stored()).toMatchObject({ state: 'queued', attempts: 0 });
    });
  });

  describe('a full queue', () => {
    const { maxQueued } = ordinaryMails;
    beforeEach(() => world.store.transact((writer) => fillQueue(writer, ordinaryMails, startOfWorld)));

    test('refuses mails and skips notices', async () => {
      await expect(queue()).rejects.toThrow('Too many mails are waiting');
      await world.store.transact((writer) => queueNotice(writer, mail, startOfWorld));
      expect(await world.store.count(only)).toBe(maxQueued);
    });

    test('takes mails about the security of an account', async () => {
      for (const enqueue of [queueMail, queueNotice])
        await world.store.transact((writer) => enqueue(writer, mail, world.clock.now, securityMails));
      expect(await world.store.count(only)).toBe(maxQueued + 2);
    });
  });

  test('mails about the security of an account are sent first', async () => {
    for (const to of ['a@example.org', 'b@example.org']) await queue({ to });
    await world.store.transact((writer) => queueMail(writer, mail, world.clock.now, securityMails));
    await deliver();
    expect(server.received.flatMap(({ to }) => to)).toEqual([mail.to, 'a@example.org', 'b@example.org']);
  });

  test('a mail that cannot be handled does not stop those behind it', async () => {
    for (const to of ['a@example.org', 'b@example.org']) await queue({ to });
    // The name of the sender is read for every mail: the first one throws.
    let reads = 0;
    const context = {
      store: world.store,
      call: () => ({
        now: world.clock.now,
        site: { publicUrl: 'https://calendar.example', mail: { isOn: true } },
      }),
      signal: new AbortController().signal,
    } as unknown as Parameters<ReturnType<typeof mailJob>['run']>[0];
    const settings = {
      ...mailSettings(server.url),
      get sender() {
        if (++reads === 1) throw new Error('no name');
        return mailSettings(server.url).sender;
      },
    };
    const job = mailJob(
      async () => settings,
      () => undefined,
    );
    await expect(job.run(context)).rejects.toThrow(/^1 failed: mail \d+: no name$/);
    expect(server.received.flatMap(({ to }) => to)).toEqual(['b@example.org']);
  });

  test('the queue of security mails is bounded too', async () => {
    await world.store.transact((writer) => fillQueue(writer, securityMails, startOfWorld));
    const secure = () => world.store.transact((writer) => queueMail(writer, mail, world.clock.now, securityMails));
    await expect(secure()).rejects.toThrow('Too many mails are waiting');
    await queue();
  });

  test('notices of other kinds do not use up those about the security of an account', async () => {
    const notify = (quota = ordinaryMails) =>
      world.store.transact((writer) => queueNotice(writer, mail, world.clock.now, quota));
    for (let at = 0; at < ordinaryMails.maxNoticesPerHour; at++) await notify();
    await notify(securityMails);
    expect(await world.store.count(only)).toBe(ordinaryMails.maxNoticesPerHour + 1);
  });

  test('one address gets a limited number of notices per hour', async () => {
    const notify = (to = mail.to) =>
      world.store.transact((writer) => queueNotice(writer, { ...mail, to }, world.clock.now));
    for (let at = 0; at < ordinaryMails.maxNoticesPerHour + 5; at++) await notify();
    await notify('bob@example.org');
    expect(await world.store.count(only)).toBe(ordinaryMails.maxNoticesPerHour + 1);
    world.clock.now = plusSeconds(startOfWorld, 3_601);
    await notify();
    expect(await world.store.count(only)).toBe(ordinaryMails.maxNoticesPerHour + 2);
  });

  describe('administrators', () => {
    test('alone see the queue, without texts', async () => {
      await queue({ text: 'https://calendar.example/admin/reset#secret' });
      await deliver('smtp://127.0.0.1:1');
      for (const as of everyone) {
        const reply = await world.ask('GET /mails', { as });
        const refused = as === 'anonymous' ? '401 rest_forbidden' : '403 rest_forbidden';
        expect([as, outcomeOf(reply)]).toEqual([as, as === 'administrator' ? '200' : refused]);
        expect(reply.text).not.toContain('secret');
      }
      const body = await world.get('/mails', { as: 'administrator' });
      expect(body).toMatchObject({ totals: { queued: 1, sent: 0, failed: 0 }, is_on: true });
      expect(body.mails).toEqual([
        expect.objectContaining({ to: mail.to, subject: mail.subject, state: 'queued', attempts: 1 }),
      ]);
      expect((await world.get('/mails?state=failed', { as: 'administrator' })).mails).toEqual([]);
      expectRefusal(await world.ask('GET /mails?state=lost', { as: 'administrator' }), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: ['state'],
      });
    });

    test('see a mail server of the environment as locked, without its secrets', async () => {
      await world.restart({ ALMANAC_SMTP_URL: 'smtps://key:hush-hush@mail.example' });
      const reply = await world.ask('GET /settings?context=edit', { as: 'administrator' });
      const names = ['mail_host', 'mail_port', 'mail_security', 'mail_user', 'mail_password', 'smtp_url'];
      expect(reply.body).toMatchObject({
        mail_host: 'mail.example',
        mail_port: 465,
        mail_security: 'tls',
        locked: Object.fromEntries(names.map((name) => [name, 'ALMANAC_SMTP_URL'])),
      });
      expect(reply.text).not.toMatch(/hush-hush|"key"/);
      expectRefusal(await world.ask('PATCH /settings', { as: 'administrator', body: { mail_host: 'evil.example' } }), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: ['mail_host'],
      });
    });

    test('send a test mail to themselves', async () => {
      await deliver('');
      const send = () => world.ask('POST /mails/test', { as: 'administrator' });
      expect(outcomeOf(await send())).toBe('409 rest_mail_off');
      await deliver();
      expect(outcomeOf(await send())).toBe('409 rest_no_email');
      expect(outcomeOf(await world.ask('POST /mails/test', { as: 'editor' }))).toBe('403 rest_forbidden');
      const { id } = world.people.administrator;
      await world.store.transact((writer) =>
        writer.update(users, id, { email: 'admin@example.org', email_key: 'admin@example.org', language: 'fr' }),
      );
      const reply = await send();
      expect([reply.statusCode, reply.body]).toEqual([
        200,
        expect.objectContaining({ state: 'sent', error: null, to: 'admin@example.org' }),
      ]);
      expect(server.received[0]).toMatchObject({
        to: ['admin@example.org'],
        text: expect.stringContaining('Bonjour world-administrator'),
      });
      // It is in the list, and is not sent again.
      await world.runDue();
      expect([server.received.length, (await stored()).state]).toEqual([1, 'sent']);
    });

    test('send a test mail to any address, and get the answer of the server', async () => {
      await deliver();
      server.refuse = () => ({ code: 550, message: 'No such user here' });
      const send = (to: string) => world.ask('POST /mails/test', { as: 'administrator', body: { to } });
      expect((await send('grace@example.org')).body).toMatchObject({
        to: 'grace@example.org',
        state: 'failed',
        cause: 'recipient',
        error: expect.stringContaining('550 No such user here'),
      });
      expectRefusal(await send('a@b.example, c@d.example'), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: ['to'],
      });
      await world.restart({ ALMANAC_SMTP_URL: 'smtp://127.0.0.1:1' });
      expect((await send('grace@example.org')).body).toMatchObject({
        cause: 'connection',
        error: expect.stringContaining('ECONNREFUSED'),
      });
      // A mail that failed is not tried again.
      await deliver();
      expect(server.received).toEqual([]);
    });

    test('send a limited number of test mails', async () => {
      await world.restart({ ALMANAC_SMTP_URL: server.url, ALMANAC_RATE_LIMIT: 'on' });
      const send = () => world.ask('POST /mails/test', { as: 'administrator', body: { to: mail.to } });
      const replies = [];
      for (let at = 0; at < 11; at++) replies.push(outcomeOf(await send()));
      expect([replies.slice(0, 10).every((one) => one === '200'), replies[10]]).toEqual([
        true,
        '429 rest_too_many_requests',
      ]);
      await world.restart({ ALMANAC_RATE_LIMIT: 'off' });
    });
  });
});

onOneEngine((engine) => {
  const server = useMailServer({ authMethods: ['PLAIN', 'LOGIN'] });
  const world = useWorld(engine);
  const account = `mailer:${encodeURIComponent(mailPassword)}`;
  const attempt = async (userinfo: string, query: string): Promise<MailRow | undefined> => {
    await world.store.transact((writer) => writer.remove(mails, everything));
    await world.restart({ ALMANAC_SMTP_URL: `smtp://${userinfo}127.0.0.1:${server.port}${query}` });
    await world.store.transact((writer) => queueMail(writer, mail, world.clock.now));
    await world.runDue();
    return world.store.read({ table: mails, where: all(is('recipient', mail.to)) });
  };

  describe('a server with STARTTLS and authentication', () => {
    test('gets no mail while its certificate is not trusted', async () => {
      const row = await attempt(`${account}@`, '');
      expect(row).toMatchObject({ state: 'queued', attempts: 1 });
      expect(row?.error).toMatch(/self[- ]signed|certificate/i);
      expect(server.received).toEqual([]);
    });

    test('gets mails over TLS with the password when the URL accepts its certificate', async () => {
      expect(await attempt(`${account}@`, '?tls=unverified')).toMatchObject({ state: 'sent' });
      expect(server.received).toEqual([expect.objectContaining({ secure: true, user: 'mailer' })]);
    });

    test('refuses a wrong password: the mail is retried and the password is not stored', async () => {
      const row = await attempt('mailer:hunter2@', '?tls=unverified');
      expect(row).toMatchObject({ state: 'queued', attempts: 1, error: expect.stringContaining('Invalid') });
      expect(JSON.stringify(row)).not.toMatch(/hunter2|bWFpbGVy/);
      const { body } = await world.ask('POST /mails/test', { as: 'administrator', body: { to: mail.to } });
      expect(body).toMatchObject({ cause: 'authentication', error: expect.stringContaining('535 Invalid password') });
    });
  });
});

/** Two stores on the same data. A transaction of one that has read a mail goes on when the other one is about to wait for the
 * lock, or has read a mail, too. `isSerial`: the engine has one transaction at a time, which the other one waits for. */
function meetingStores(store: Store, isSerial: boolean): readonly Store[] {
  const arrivals = [0, 1].map(() => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    return { arrive, arrived };
  });
  return arrivals.map(({ arrive }, at) => {
    const other = arrivals[1 - at]?.arrived;
    const transact: Store['transact'] = (work) => {
      if (isSerial) arrive();
      return store.transact((writer) => {
        const lock: typeof writer.lock = (name) => {
          arrive();
          return writer.lock(name);
        };
        const list: typeof writer.list = async (plan) => {
          const rows = await writer.list(plan);
          arrive();
          await other;
          return rows;
        };
        return work({ ...writer, lock, list });
      });
    };
    return { ...store, transact };
  });
}

forEachEngine((engine) => {
  const server = useMailServer();
  const world = useWorld(engine);

  test('a queued mail is sent once though two jobs run at the same time', async () => {
    const recipients = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.org`);
    for (const to of recipients)
      await world.store.transact((writer) => queueMail(writer, { ...mail, to }, world.clock.now));
    const job = mailJob(
      async () => mailSettings(server.url),
      () => undefined,
    );
    const contextOf = (store: Store) =>
      ({
        store,
        call: () => ({
          now: world.clock.now,
          site: { name: 'Almanac', publicUrl: 'https://calendar.example', mail: { isOn: true } },
        }),
        signal: new AbortController().signal,
      }) as unknown as Parameters<typeof job.run>[0];
    const stores = meetingStores(world.store, engine.name === 'embedded');
    await Promise.all(stores.map((store) => job.run(contextOf(store))));
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(recipients);
  });
});
