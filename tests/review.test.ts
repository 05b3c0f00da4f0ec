// The review queue: pending events of visitors and contributors, decisions, and trusted senders. Confirmation and decisions
// by a real SMTP server.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { everything, is } from '../src/core/condition.js';
import { mails } from '../src/core/mail.js';
import { plusSeconds } from '../src/core/time/clock.js';
import { users } from '../src/models/account/account.js';
import { event } from '../src/models/event/event.js';
import { submissions, trustedSenders } from '../src/models/submission/submission.js';
import { maxUnconfirmed, maxUnconfirmedPerClient } from '../src/submissions/limits.js';
import { expectRefusal } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { useMailServer } from './harness/mail-server.js';
import { asFile, png } from './harness/pictures.js';
import { confirmLink, linkToken, submitForm, submitPicture } from './harness/submissions.js';
import { type Answered, startOfWorld, useWorld, word } from './harness/world.js';

const pending = { status: 'pending' };
const asEditor = { as: 'editor' } as const;
const day = 86_400;

onOneEngine((engine) => {
  const server = useMailServer();
  const world = useWorld(engine);
  const queue = async (): Promise<readonly Answered[]> => (await world.get('/review', asEditor)).items;
  const titles = async () => (await queue()).map((item) => item.event.title);
  const count = (table: typeof submissions | typeof trustedSenders | typeof mails) =>
    world.store.count({ table, where: everything } as never);
  const approve = (id: number, body = {}, headers = {}) =>
    world.ask(`POST /events/${id}/approve`, { ...asEditor, body, headers });
  const reject = (id: number, reason: unknown = 'Not in our town.', headers = {}) =>
    world.ask(`POST /events/${id}/reject`, { ...asEditor, body: { reason }, headers });

  beforeEach(async () => {
    world.clock.now = startOfWorld;
    await world.store.transact(async (writer) => {
      for (const table of [submissions, trustedSenders, mails]) await writer.remove(table, everything);
      await writer.remove(event, everything);
    });
    await world.send('PATCH /settings', { submitters: 'anyone' });
  });

  describe('the queue', () => {
    test('lists pending events of contributors and visitors, oldest first', async () => {
      await world.event({ title: 'Second', ...pending }, { as: 'contributor' });
      world.clock.now = plusSeconds(startOfWorld, -60);
      await submitForm(world, { title: 'First' });
      await world.event({ title: 'Draft', status: 'draft' }, { as: 'contributor' });
      await world.event({ title: 'Public' });
      const [first, second, ...others] = await queue();
      expect(others).toEqual([]);
      expect(first).toMatchObject({ event: { title: 'First' }, sender: { name: 'Ana Miller' }, author: null });
      const author = { id: world.people.contributor.id, name: world.people.contributor.name };
      expect(second).toMatchObject({ event: { title: 'Second' }, sender: null, author, message: '' });
    });

    test('has pages', async () => {
      for (const title of ['One', 'Two', 'Three']) await world.event({ title, ...pending });
      const page = await world.get('/review?per_page=2&page=2', asEditor);
      expect(page).toMatchObject({ total: 3, total_pages: 2, items: [{ event: { title: 'Three' } }] });
      const reply = await world.ask('GET /review?per_page=0', asEditor);
      expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['per_page'] });
    });

    test('has a series once', async () => {
      await world.event({ title: 'Choir', recurrence: 'FREQ=WEEKLY;COUNT=4', ...pending });
      expect(await titles()).toEqual(['Choir']);
      const [item] = await queue();
      expect((await approve(item?.event.id)).statusCode).toBe(200);
      expect((await world.get('/events?per_page=50')).events).toHaveLength(4);
    });

    test('names events on the same day with a similar title', async () => {
      const known = await world.event({ title: 'The Harvest Fair' });
      await world.event({ title: 'Jazz Night' });
      await world.event({ title: 'Harvest Fair', start_date: '2027-07-02 10:00:00', end_date: '2027-07-02 12:00:00' });
      await world.event({ title: 'Harvest fair!', ...pending });
      const [item] = await queue();
      expect(item?.duplicates.map(({ id }: Answered) => id)).toEqual([known.id]);
    });
  });

  describe('approval', () => {
    test('publishes the event with its new venue and organizer, and nothing else', async () => {
      await submitForm(world);
      const [item] = await queue();
      const foreign = await world.venue({ status: 'draft' });
      const reply = await approve(item?.event.id);
      expect(reply.statusCode, reply.text).toBe(200);
      expect(reply.body).toMatchObject({ is_notified: false, event: { status: 'publish' } });
      const shown = await world.get(`/events/${item?.event.id}`);
      expect(shown.venue.venue).toBe('Town Barn, Mill Lane 1');
      expect(shown.organizer[0].organizer).toBe('Mill Guild');
      expect((await world.get(`/venues/${foreign.id}`, asEditor)).status).toBe('draft');
      expect(await queue()).toEqual([]);
    });

    test('of a contributor’s event publishes the venue that the contributor created', async () => {
      const { id } = await world.event({ ...pending, venue: { venue: 'Shed' } }, { as: 'contributor' });
      await approve(id);
      expect((await world.get(`/events/${id}`)).venue.venue).toBe('Shed');
    });

    test('by two editors at one moment happens once, and the second one gets 409', async () => {
      const { id } = await world.event(pending, { as: 'contributor' });
      const replies = await Promise.all([
        world.ask(`POST /events/${id}/approve`, { as: 'editor', body: {} }),
        world.ask(`POST /events/${id}/reject`, { as: 'administrator', body: { reason: 'No.' } }),
      ]);
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      const second = replies.find(({ statusCode }) => statusCode === 409);
      expect(second?.body.code).toBe('event-already-reviewed');
      const { id: other } = await world.event(pending);
      await approve(other);
      expectRefusal(await approve(other), { statusCode: 409, code: 'event-already-reviewed' });
      expectRefusal(await reject(other), { statusCode: 409, code: 'event-already-reviewed' });
      expect((await world.get(`/events/${other}`)).status).toBe('publish');
    });

    test('of another version than the one that was shown is refused', async () => {
      const { id } = await world.event(pending, { as: 'contributor' });
      const [item] = await queue();
      await world.send(`PATCH /events/${id}`, { title: 'Changed' }, { as: 'contributor' });
      const headers = { 'if-match': String(item?.version) };
      expectRefusal(await approve(id, {}, headers), { statusCode: 412, code: 'rest_precondition_failed' });
      const [current] = await queue();
      expect((await approve(id, {}, { 'if-match': String(current?.version) })).statusCode).toBe(200);
    });

    test('of an unknown or public event, and bad input, changes nothing', async () => {
      expectRefusal(await approve(999_999), { statusCode: 404, code: 'rest-event-not-found' });
      const { id } = await world.event();
      expectRefusal(await approve(id), { statusCode: 409, code: 'event-already-reviewed' });
      const { id: waiting } = await world.event(pending);
      for (const reason of ['', '  ', 'x'.repeat(2_001), 7, null, ['a']])
        expect((await reject(waiting, reason)).statusCode, String(reason)).toBe(400);
      expectRefusal(await approve(waiting, { trust: 'maybe' }), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: ['trust'],
      });
      // Nobody has confirmed an email address.
      expectRefusal(await approve(waiting, { trust: true }), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: ['trust'],
      });
      expect(await count(trustedSenders)).toBe(0);
      expect(await queue()).toHaveLength(1);
    });
  });

  test('rejection moves the event and its new venue to the trash', async () => {
    const known = await world.venue();
    const venue = word('Barn ');
    await submitForm(world, { venue, organizer: '' });
    await submitForm(world, { venue: known.venue });
    const [first, second] = await queue();
    for (const item of [first, second]) expect((await reject(item?.event.id)).statusCode).toBe(200);
    expect(await queue()).toEqual([]);
    const trashed = await world.get('/events?status=trash&start_date=2027-01-01', asEditor);
    expect(trashed.total).toBe(2);
    const venues = await world.get('/venues?status=trash', asEditor);
    expect(venues.venues.map((one: Answered) => one.venue)).toContain(venue);
    expect((await world.get(`/venues/${known.id}`)).status).toBe('publish');
  });

  test('rejection keeps a new venue that another event uses', async () => {
    const venue = word('Barn ');
    await submitForm(world, { venue, organizer: '', title: 'First' });
    await submitForm(world, { venue: '', organizer: '', title: 'Second' });
    const found = await queue();
    const idOf = (title: string) => found.find((item) => item.event.title === title)?.event.id;
    const { venue: created } = await world.get(`/events/${idOf('First')}`, asEditor);
    await world.send(`PATCH /events/${idOf('Second')}`, { venue: created.id }, asEditor);
    expect((await reject(idOf('First'))).statusCode).toBe(200);
    expect((await world.get(`/venues/${created.id}`, asEditor)).status).toBe('pending');
    expect((await world.get(`/events/${idOf('Second')}`, asEditor)).venue).toMatchObject({ id: created.id, venue });
  });

  describe('with mail', () => {
    beforeAll(() => world.restart({ ALMANAC_SMTP_URL: server.url }));

    const deliver = async () => {
      server.received.length = 0;
      await world.runDue();
      return server.received;
    };
    const confirmationOf = async (changes = {}, picture?: Buffer) => {
      const reply = picture
        ? await submitPicture(world, asFile(picture, 'fair.png'), changes)
        : await submitForm(world, changes);
      expect(reply.headers.get('location')).toBe('/submit/sent?confirm=1');
      const mail = (await deliver()).find((one) => linkToken(one) !== '');
      expect(mail).toBeDefined();
      return { mail, token: mail ? linkToken(mail) : '' };
    };

    test('the event does not exist before the sender has opened the link and pressed the button', async () => {
      const { mail, token } = await confirmationOf();
      expect(mail?.to).toEqual(['ana@example.org']);
      expect(mail?.text).toContain('You submitted “Harvest Fair”.');
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(await world.store.count({ table: event, where: everything })).toBe(0);
      const [row] = await world.store.list({ table: submissions, where: everything, order: [], limit: 1 });
      expect(JSON.stringify(row)).not.toContain(token);
      const page = await world.ask(`GET //submit/confirm?token=${token}`);
      expect([page.statusCode, page.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      expect(page.text).toContain('Confirm that you submitted “Harvest Fair”.');
      expect(await world.store.count({ table: event, where: everything })).toBe(0);
      const confirmed = await confirmLink(world, token);
      expect(confirmed.statusCode).toBe(200);
      expect((await queue())[0]).toMatchObject({ sender: { is_confirmed: true }, event: { title: 'Harvest Fair' } });
      expect((await deliver()).map(({ text }) => text)).toEqual([
        expect.stringContaining('Thank you for submitting “Harvest Fair”.'),
      ]);
    });

    test('a link works once, also for two requests at one moment', async () => {
      const { token } = await confirmationOf();
      const replies = await Promise.all([1, 2, 3].map(() => confirmLink(world, token)));
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
      expect(await queue()).toHaveLength(1);
      const used = await world.ask(`GET //submit/confirm?token=${token}`);
      expect(used.statusCode).toBe(409);
      expect(used.text).toContain('This link was already used');
    });

    test('an unknown, altered or expired link creates nothing', async () => {
      const { token } = await confirmationOf();
      for (const wrong of ['', 'x', `${token}x`, token.slice(1), "' or 1=1 --"]) {
        expect((await confirmLink(world, wrong)).statusCode, wrong).toBe(404);
        const page = await world.ask(`GET //submit/confirm?token=${encodeURIComponent(wrong)}`);
        expect(page.statusCode).toBe(404);
      }
      world.clock.now = plusSeconds(startOfWorld, 3 * day + 1);
      const expired = await confirmLink(world, token);
      expect(expired.statusCode).toBe(410);
      expect(expired.text).toContain('This link has expired');
      expect(await world.store.count({ table: event, where: everything })).toBe(0);
      await world.runDue();
      expect(await count(submissions)).toBe(0);
    });

    test('one address gets at most three unconfirmed mails', async () => {
      for (const email of ['ana@example.org', 'Ana@Example.org', 'ANA@example.org'])
        expect((await submitForm(world, { email })).statusCode).toBe(303);
      expect((await submitForm(world)).statusCode).toBe(429);
      expect((await submitForm(world, { email: 'bo@example.org' })).statusCode).toBe(303);
      expect(await count(submissions)).toBe(4);
      expect(await deliver()).toHaveLength(4);
    });

    test('unconfirmed submissions are limited', async () => {
      const row = {
        event_id: 0,
        user_id: 0,
        digest: '',
        name: 'x',
        email: 'x@example.org',
        email_key: 'x@example.org',
        is_confirmed: false,
        message: '',
        language: '',
        content: { title: 'x' },
        created_utc: plusSeconds(startOfWorld, -2 * day),
      };
      const nonces = async () =>
        (
          await world.store.list({
            table: submissions,
            where: is('email', row.email),
            order: [{ column: 'id' }],
            limit: 1_000,
          })
        ).map(({ form_nonce }) => form_nonce);
      await world.store.transact(async (writer) => {
        for (let n = 0; n < maxUnconfirmed; n++) {
          // The oldest one is of a client of its own; the greedy one has sent every second one.
          const client_key = n === 0 ? 'single' : n % 2 ? 'greedy' : `other ${n}`;
          await writer.insert(submissions, { ...row, client_key, form_nonce: `n${n}` });
        }
      });
      const { token } = await confirmationOf();
      expect((await confirmLink(world, token)).statusCode).toBe(200);
      const left = await nonces();
      expect(left).toHaveLength(maxUnconfirmed - 1);
      expect([left.includes('n0'), left.includes('n1'), left.includes('n3')]).toEqual([true, false, true]);
    });

    test('one client cannot have all unconfirmed submissions', async () => {
      const forwarded = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
      const submitFrom = async (ip: string) =>
        (await submitForm(world, { email: `${word('from').toLowerCase()}@example.org` }, forwarded(ip))).statusCode;
      await world.restart({ ALMANAC_SMTP_URL: server.url, ALMANAC_TRUST_PROXY: 'on' });
      for (let n = 0; n < maxUnconfirmedPerClient; n++) expect(await submitFrom(`2001:db8:1:2::${n}`)).toBe(303);
      expect(await submitFrom('2001:db8:1:2:ffff::1')).toBe(429);
      expect(await submitFrom('2001:db8:1:3::1')).toBe(303);
      expect(await submitFrom('192.0.2.7')).toBe(303);
      await world.restart({ ALMANAC_SMTP_URL: server.url });
    });

    test('line breaks in a title or name make no header and no line of the mail', async () => {
      const { mail } = await confirmationOf({
        title: 'Fair\r\nBcc: eve@example.org\u2028',
        name: 'Ana\r\n\r\nhttps://evil.example/',
      });
      expect(mail?.to).toEqual(['ana@example.org']);
      expect(mail?.headers.bcc).toBeUndefined();
      expect(mail?.text).not.toMatch(/^(Bcc|https:\/\/evil)/m);
    });

    test('editors and senders hear of the event and of the decision', async () => {
      const set = (id: number, values: object) =>
        world.store.transact((writer) => writer.update(users, id, values as never));
      await set(world.people.editor.id, { email: 'ed@example.org', email_key: 'ed@example.org', language: 'fr' });
      await set(world.people.contributor.id, { email: 'co@example.org', email_key: 'co@example.org' });
      const { token } = await confirmationOf();
      await confirmLink(world, token);
      const notices = await deliver();
      expect(notices.map(({ to }) => to[0]).toSorted()).toEqual(['ana@example.org', 'ed@example.org']);
      const [item] = await queue();
      expect((await approve(item?.event.id)).body.is_notified).toBe(true);
      const [approved] = await deliver();
      expect([approved?.to[0], approved?.text]).toEqual([
        'ana@example.org',
        expect.stringContaining('https://calendar.example/event/harvest-fair'),
      ]);
      const { id } = await world.event({ title: 'Choir', ...pending }, { as: 'contributor' });
      await world.send(`PATCH /events/${id}`, { title: 'Choir night' }, { as: 'contributor' });
      const sent = await deliver();
      expect(sent.map(({ to, text }) => [to[0], text.includes('« Choir »')])).toEqual([['ed@example.org', true]]);
      expect((await reject(id, 'Wrong\nday.')).body.is_notified).toBe(true);
      const [rejected] = await deliver();
      expect([rejected?.to[0], rejected?.text]).toEqual(['co@example.org', expect.stringContaining('Wrong day.')]);
    });

    test('events of a trusted sender are published once the address is confirmed', async () => {
      const first = await confirmationOf();
      await confirmLink(world, first.token);
      const [item] = await queue();
      expect((await approve(item?.event.id, { trust: true })).statusCode).toBe(200);
      const { trusted_senders: trusted } = await world.get('/trusted-senders', asEditor);
      expect(trusted).toMatchObject([{ email: 'ana@example.org', created_utc: startOfWorld }]);
      await deliver();
      const second = await confirmationOf({ title: 'Second fair', email: 'ANA@example.org' }, await png(400, 300));
      expect(await world.store.count({ table: event, where: is('status', 'publish') })).toBe(1);
      const confirmed = await confirmLink(world, second.token);
      expect(confirmed.text).toContain('your event is published');
      expect(await world.get('/events/by-slug/second-fair')).toMatchObject({
        status: 'publish',
        image: { width: 400 },
      });
      await world.send(`DELETE /trusted-senders/${trusted[0].id}`, {}, asEditor);
      const third = await confirmationOf({ title: 'Third fair' });
      await confirmLink(world, third.token);
      expect(await titles()).toEqual(['Third fair']);
      expectRefusal(await world.ask(`DELETE /trusted-senders/${trusted[0].id}`, asEditor), {
        statusCode: 404,
        code: 'rest-trusted-sender-not-found',
      });
    });

    test('mails and pages are in the language of the form', async () => {
      await world.restart({ ALMANAC_SMTP_URL: server.url, ALMANAC_LANGUAGES: 'en,fr' });
      const headers = { 'accept-language': 'fr' };
      await submitForm(world, {}, { headers });
      const [mail] = await deliver();
      expect(mail?.text).toContain('Vous avez proposé « Harvest Fair ».');
      const page = await world.ask(`GET //submit/confirm?token=${mail && linkToken(mail)}`, { headers });
      expect(page.text).toContain('Confirmez que vous avez proposé « Harvest Fair ».');
    });
  });
});
