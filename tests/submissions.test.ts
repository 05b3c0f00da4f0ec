// The public form: who may send it, what it accepts, and how it resists programs. Without mail, submitted events are in the
// review queue at once.
import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changePassword } from '../src/auth/accounts.js';
import { everything, is } from '../src/core/condition.js';
import { maxShrunkBytes } from '../src/core/picture.js';
import { plusSeconds } from '../src/core/time/clock.js';
import { event } from '../src/models/event/event.js';
import { submissions, trustedSenders } from '../src/models/submission/submission.js';
import { maxPerDay } from '../src/submissions/limits.js';
import { maxHeldPictures, maxPictureBytes } from '../src/submissions/picture.js';
import { onOneEngine } from './harness/engines.js';
import { asFile, keptNames, png, stored } from './harness/pictures.js';
import {
  addSubmission,
  earlierToken,
  filledForm,
  openForm,
  prove,
  sendForm,
  submitForm,
  submitPicture,
  tokenIn,
  wrongProof,
} from './harness/submissions.js';
import { type Answered, startOfWorld, useWorld, type World, word } from './harness/world.js';

const everyone = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
const password = 'correct horse battery';
const editors: readonly string[] = ['editor', 'administrator'];

const allow = (world: World, settings: Readonly<Record<string, unknown>> = {}) =>
  world.send('PATCH /settings', {
    submitters: 'anyone',
    submission_intro: '',
    submission_thanks: '',
    submission_required: [],
    submission_days: 365,
    ...settings,
  });

const countIn = (world: World) => world.store.count({ table: submissions, where: everything });

const clear = (world: World) =>
  world.store.transact(async (writer) => {
    await writer.remove(submissions, everything);
    await writer.remove(trustedSenders, everything);
    await writer.remove(event, everything);
  });

onOneEngine((engine) => {
  const world = useWorld(engine);
  const queue = async (): Promise<readonly Answered[]> => (await world.get('/review', { as: 'editor' })).items;

  beforeEach(async () => {
    world.clock.now = startOfWorld;
    await clear(world);
    await allow(world);
  });

  describe('the form', () => {
    test('does not exist until an administrator allows submissions', async () => {
      await allow(world, { submitters: 'nobody' });
      expect((await openForm(world)).statusCode).toBe(404);
      expect((await sendForm(world, filledForm)).statusCode).toBe(404);
      expect((await world.ask('GET //')).text).not.toContain('/submit/');
      await allow(world);
      expect((await openForm(world)).statusCode).toBe(200);
      expect((await world.ask('GET //')).text).toContain('href="/submit/"');
    });

    test('is never cached', async () => {
      const { headers } = await openForm(world);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    });

    test('asks visitors to sign in where only users may submit', async () => {
      await allow(world, { submitters: 'users' });
      const reply = await openForm(world);
      expect(reply.statusCode).toBe(403);
      expect(reply.text).toContain('Sign in to submit an event');
      expect((await submitForm(world)).statusCode).toBe(403);
      expect(await countIn(world)).toBe(0);
    });

    test('takes events of signed-in users as their author, with a token of their own', async () => {
      const name = world.people.subscriber.name;
      await changePassword(world.store, name, password);
      const session = await world.ask('POST /session', { body: { user: name, password } });
      const headers = { cookie: session.headers.get('set-cookie')?.split(';', 1)[0] ?? '' };
      const foreign = tokenIn(await openForm(world));
      await allow(world, { submitters: 'users' });
      const refused = await sendForm(world, { ...filledForm, token: foreign, proof: prove(foreign) }, { headers });
      expect(refused.text).toContain('This form has expired.');
      expect((await submitForm(world, {}, { headers })).statusCode).toBe(303);
      const [item] = await queue();
      expect(item).toMatchObject({ author: { id: world.people.subscriber.id, name }, sender: { name: 'Ana Miller' } });
      expect((await world.ask(`GET /events/${item?.event.id}`, { as: 'subscriber' })).statusCode).toBe(404);
    });

    test('shows the texts of the site and requires the fields of its settings', async () => {
      await allow(world, {
        submission_intro: 'Tell <b>us</b>',
        submission_thanks: 'See you there!',
        submission_required: ['description', 'organizer'],
      });
      expect((await openForm(world)).text).toContain('Tell us');
      const missing = await submitForm(world, { description: '', organizer: ' ' });
      expect(missing.statusCode).toBe(400);
      expect(missing.text).toContain('Description: This field is required.');
      expect(missing.text).toContain('Organizer: This field is required.');
      expect(await countIn(world)).toBe(0);
      const sent = await submitForm(world);
      expect([sent.statusCode, sent.headers.get('location')]).toEqual([303, '/submit/sent']);
      expect((await world.ask('GET //submit/sent')).text).toContain('See you there!');
    });

    test('offers public venues and existing categories only', async () => {
      const [open, hidden] = [await world.venue(), await world.venue({ status: 'draft' })];
      const category = await world.category();
      const { text } = await openForm(world);
      expect(text).toContain(`<option value="${open.venue}">`);
      expect(text).not.toContain(hidden.venue);
      expect(text).toContain(`<option value="${category.id}">${category.name}</option>`);
    });
  });

  describe('a submitted event', () => {
    test('waits for review with its sender and its new venue', async () => {
      const category = await world.category();
      const reply = await submitForm(world, { category: String(category.id) });
      expect(reply.statusCode, reply.text).toBe(303);
      const [item, ...others] = await queue();
      expect(others).toEqual([]);
      expect(item).toMatchObject({
        sender: { name: 'Ana Miller', email: 'ana@example.org', is_confirmed: false, is_trusted: false },
        author: null,
        message: 'We have confirmed the barn.',
        submitted_utc: startOfWorld,
        event: {
          title: 'Harvest Fair',
          status: 'pending',
          description: '<p>Music and food.</p>\n<p>Bring a chair.</p>',
          start_date: '2027-10-09 10:00:00',
          end_date: '2027-10-09 18:00:00',
          all_day: false,
          website: 'https://fair.example/',
          venue: { venue: 'Town Barn, Mill Lane 1', status: 'pending' },
          organizer: [{ organizer: 'Mill Guild', status: 'pending' }],
          categories: [{ id: category.id }],
        },
      });
    });

    test('uses a public venue of the same name', async () => {
      const venue = await world.venue({ venue: 'Café Élan' });
      await submitForm(world, { venue: 'cafe elan' });
      expect((await queue())[0]?.event.venue).toMatchObject({ id: venue.id, status: 'publish' });
    });

    test('is all day without times', async () => {
      await submitForm(world, { all_day: '1', start_time: '', end_time: '', end_date: '2027-10-10' });
      expect((await queue())[0]?.event).toMatchObject({
        all_day: true,
        start_date: '2027-10-09 00:00:00',
        end_date: '2027-10-10 23:59:59',
      });
    });

    test('is shown to nobody but editors before it is approved', async () => {
      const names = { title: word('Secret fair '), venue: word('Secret barn '), organizer: word('Secret guild ') };
      await submitForm(world, names);
      const hidden = [...Object.values(names), 'ana@example.org'];
      const shown = (text: string) => hidden.filter((name) => text.includes(name));
      const [item] = await queue();
      const { id } = item?.event ?? {};
      const everywhere = [
        '/events?start_date=2000-01-01&end_date=2100-01-01&per_page=50',
        '/events?search=secret&start_date=2000-01-01&end_date=2100-01-01',
        '/events.ics?start_date=2000-01-01',
        '/events.rss?start_date=2000-01-01',
        '/venues?search=secret',
        '/venues?per_page=50',
        '/organizers?per_page=50',
        '/changes',
        '//',
        '//calendar/month/2027-10',
        '//embed?view=list',
        '//calendar/places',
        '//sitemap.xml',
        '//submit/',
        `//?post_type=tribe_events&p=${id}`,
        `/events/${id}`,
        '/events/by-slug/secret-fair',
      ];
      for (const path of everywhere) {
        for (const as of ['anonymous', 'subscriber', 'contributor', 'author'] as const) {
          const reply = await world.ask(`GET ${path}`, { as });
          expect(shown(reply.text), `${path} as ${as}`).toEqual([]);
        }
      }
      for (const path of everywhere.filter((one) => !one.startsWith('//')))
        expect(shown((await world.ask(`GET ${path}`, { on: 'dropin' })).text), path).toEqual([]);
    });

    test('never shows the email address of its sender, not even when it is published', async () => {
      await submitForm(world);
      const [item] = await queue();
      await world.send(`POST /events/${item?.event.id}/approve`, {}, { as: 'editor' });
      for (const on of ['native', 'dropin'] as const)
        for (const path of [`/events/${item?.event.id}`, '/events?start_date=2000-01-01'])
          for (const as of everyone) {
            const reply = await world.ask(`GET ${path}`, { as, on });
            expect(reply.statusCode).toBe(200);
            expect(reply.text).not.toContain('ana@example.org');
            expect(reply.text).not.toContain('Ana Miller');
          }
    });

    test('loses its sender when it is erased', async () => {
      await submitForm(world);
      const [item] = await queue();
      await world.ask(`DELETE /events/${item?.event.id}`, { as: 'editor' });
      expect(await countIn(world)).toBe(1);
      await world.ask(`DELETE /events/${item?.event.id}?force=true`, { as: 'editor' });
      expect(await countIn(world)).toBe(0);
    });

    test('loses its sender after the time of the settings', async () => {
      await allow(world, { submission_days: 30 });
      await submitForm(world);
      world.clock.now = plusSeconds(startOfWorld, 29 * 86_400);
      await world.runDue();
      expect(await countIn(world)).toBe(1);
      world.clock.now = plusSeconds(startOfWorld, 31 * 86_400);
      await world.runDue();
      expect(await countIn(world)).toBe(0);
      expect(await world.store.count({ table: event, where: everything })).toBe(1);
    });
  });

  describe('a picture', () => {
    const heldIn = async (): Promise<readonly (string | undefined)[]> => {
      const rows = await world.store.list({ table: submissions, where: everything, order: [], limit: 10 });
      return rows.map(({ content }) => (content.picture as { data: string } | undefined)?.data);
    };
    const media = async () => (await world.get('/media', { as: 'editor' })).total;
    const approve = (id: number, query = '') =>
      world.ask(`POST /events/${id}/approve${query}`, { as: 'editor', body: {} });
    const fileOf = (url: string) => Buffer.from(url.replace(/^data:image\/webp;base64,/, ''), 'base64');
    /** URLs that someone who knows the bytes could try. */
    const guesses = (bytes: Buffer): readonly string[] => {
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 40);
      const names = ['png', 'webp', 'jpg'].flatMap((ending) => [`${hash}.${ending}`, `${hash}-300x225.${ending}`]);
      return names.map((name) => `//media/${name}`);
    };
    const reachable = async (bytes: Buffer) => {
      const replies = await Promise.all(guesses(bytes).map((path) => world.ask(`GET ${path}`)));
      return replies.filter(({ statusCode }) => statusCode === 200).length;
    };

    test('is shown to editors only, and becomes the image of the event that they approve', async () => {
      const [before, files] = [await media(), await keptNames(world)];
      const bytes = await png(800, 600);
      const sent = await submitPicture(world, asFile(bytes, 'fair.png'), { picture_alt: 'Stalls <b>in</b> the sun' });
      expect(sent.statusCode, sent.text).toBe(303);
      const [item] = await queue();
      expect(item?.picture.alt_text).toBe('Stalls <b>in</b> the sun');
      const held = fileOf(item?.picture.url);
      expect(await sharp(held).metadata()).toMatchObject({ format: 'webp', width: 800, height: 600 });
      expect([await media(), await keptNames(world)]).toEqual([before, files]);
      expect([await reachable(bytes), await reachable(held)]).toEqual([0, 0]);
      const { id } = item?.event ?? {};
      expect((await approve(id, '?dry_run=true')).statusCode).toBe(200);
      expect([await media(), await keptNames(world), (await heldIn()).length]).toEqual([before, files, 1]);
      const approved = await approve(id);
      expect(approved.body.picture).toBeNull();
      const { image } = await world.get(`/events/${id}`);
      expect(await world.get(`/media/${image.id}`)).toMatchObject({
        alt_text: 'Stalls <b>in</b> the sun',
        title: 'Harvest Fair',
      });
      expect((await world.ask(`GET /${new URL(image.url).pathname}`)).statusCode).toBe(200);
      expect(await heldIn()).toEqual([undefined]);
    });

    test('is gone when the event is rejected, erased, expires, or leaves the queue in another way', async () => {
      const files = await keptNames(world);
      const bytes = await png(400, 300);
      const submitted = async () => {
        await submitPicture(world, asFile(bytes, 'fair.png'));
        const [item] = await queue();
        const held = fileOf(item?.picture.url);
        return { id: item?.event.id, held };
      };
      const first = await submitted();
      await world.ask(`POST /events/${first.id}/reject`, { as: 'editor', body: { reason: 'No.' } });
      expect(await heldIn()).toEqual([undefined]);
      expect(await reachable(first.held)).toBe(0);
      await clear(world);
      const second = await submitted();
      for (const query of ['', '?force=true']) await world.ask(`DELETE /events/${second.id}${query}`, { as: 'editor' });
      expect(await heldIn()).toEqual([]);
      const third = await submitted();
      await world.ask(`DELETE /events/${third.id}`, { as: 'editor' });
      world.clock.now = plusSeconds(startOfWorld, 7_200);
      await world.runDue();
      expect(await heldIn()).toEqual([undefined]);
      await clear(world);
      await submitted();
      await world.runDue();
      expect((await heldIn())[0]).toBeTypeOf('string');
      expect(await keptNames(world)).toEqual(files);
    });

    test('keeps an image that an editor has chosen', async () => {
      const { id: image } = await stored(world);
      await submitPicture(world, asFile(await png(400, 300), 'fair.png'));
      const [item] = await queue();
      await world.send(`PATCH /events/${item?.event.id}`, { image }, { as: 'editor' });
      await approve(item?.event.id);
      expect((await world.get(`/events/${item?.event.id}`)).image.id).toBe(image);
      expect(await heldIn()).toEqual([undefined]);
    });

    test('has only its pixels, within limits', async () => {
      const script = Buffer.from('<script>alert(1)</script>');
      const noise = await sharp(randomBytes(1_500 * 1_500 * 3), { raw: { width: 1_500, height: 1_500, channels: 3 } })
        .withExif({ IFD0: { Copyright: 'secret place' } })
        .jpeg({ quality: 90 })
        .toBuffer();
      const sent = await submitPicture(world, asFile(Buffer.concat([noise, script]), 'x.html', 'text/html'));
      expect(sent.statusCode, sent.text).toBe(303);
      const [item] = await queue();
      const held = fileOf(item?.picture.url);
      expect(held.length).toBeLessThanOrEqual(maxShrunkBytes);
      expect([held.includes(script), held.includes('secret place')]).toEqual([false, false]);
    });

    test.each([
      ['a page', async () => Buffer.from('<!doctype html><p>hi')],
      ['a drawing with scripts', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
      ['a page that begins like a GIF', async () => Buffer.from('GIF89a/*<html>*/=1;')],
      ['half of an image', async () => (await png(400, 300)).subarray(0, 300)],
      [
        'too wide',
        () =>
          sharp({ create: { width: 16_001, height: 1, channels: 3, background: 'red' } })
            .png()
            .toBuffer(),
      ],
      ['too large a file', async () => Buffer.concat([await png(40, 30), Buffer.alloc(maxPictureBytes)])],
    ])('that is %s is refused, and nothing is stored', async (_, bytes) => {
      const sent = await submitPicture(world, asFile(await bytes(), 'fair.png'));
      expect(sent.statusCode).toBe(400);
      expect(sent.text).toContain('Picture: This picture cannot be used.');
      expect(sent.text).toContain('value="Harvest Fair"');
      expect(await countIn(world)).toBe(0);
    });

    test('is not asked for, and too much text beside it is refused', async () => {
      expect((await submitPicture(world, asFile(Buffer.alloc(0), ''))).statusCode).toBe(303);
      expect((await queue())[0]?.picture).toBeNull();
      const large = await submitPicture(world, asFile(Buffer.alloc(0), ''), { other: 'x'.repeat(300_000) });
      expect(large.statusCode).toBe(413);
    });

    test('of a form that is sent twice at one moment is stored once', async () => {
      const token = await earlierToken(world);
      const picture = asFile(await png(400, 300), 'fair.png');
      const replies = await Promise.all([1, 2].map(() => submitPicture(world, picture, { token })));
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409]);
      expect(await heldIn()).toHaveLength(1);
    });

    test('whose upload is aborted leaves nothing, and others can be sent', async () => {
      const { port, hostname } = new URL(world.address);
      for (let count = 0; count < 10; count++) {
        const socket = connect({ port: Number(port), host: hostname });
        const head =
          'POST /submit/ HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n';
        await new Promise((resolve) => socket.write(`${head}--b\r\n`, resolve));
        const closed = new Promise((resolve) => socket.once('close', resolve));
        socket.destroy();
        await closed;
      }
      await expect
        .poll(async () => (await submitPicture(world, asFile(await png(900, 700), 'fair.png'))).statusCode)
        .toBe(303);
      expect(await countIn(world)).toBe(1);
    });

    test('is not taken while too many wait, but the event is', async () => {
      await world.store.transact(async (writer) => {
        const id = await addSubmission(writer, startOfWorld);
        const row = await writer.read({ table: submissions, where: is('id', id) });
        const { id: _, ...values } = row ?? {};
        for (let count = 1; count < maxHeldPictures; count++)
          await writer.insert(submissions, {
            ...(values as Omit<typeof row & object, 'id'>),
            ...{ form_nonce: `n${count}`, digest: `d${count}`, email_key: `${count}`, client_key: `${count}` },
          });
      });
      const sent = await submitPicture(world, asFile(await png(40, 30), 'fair.png'));
      expect([sent.statusCode, await countIn(world)]).toEqual([429, maxHeldPictures]);
      expect(sent.text).toContain('Send your event without one.');
      expect((await submitForm(world)).statusCode).toBe(303);
    });
  });

  describe('bad input', () => {
    test.each([
      ['title', '', 'Title: This field is required.'],
      ['title', '<b></b>', 'Title: This field is required.'],
      ['title', 'x'.repeat(201), 'Title: This text is too long.'],
      ['title', 'Fair \u0000', undefined],
      ['title', 'Fair \ud800', undefined],
      ['description', 'x'.repeat(10_001), 'Description: This text is too long.'],
      ['start_date', '2027-02-30', 'Start date: Enter a valid date.'],
      ['start_date', 'tomorrow', 'Start date: Enter a valid date.'],
      ['start_date', '0000-00-00', 'Start date: Enter a valid date.'],
      ['start_date', '2020-01-01', 'Start date: This event is already over.'],
      ['start_time', '', 'Start time: This field is required.'],
      ['start_time', '25:00', 'Start time: Enter a valid time'],
      ['end_time', '09:59', 'End time: The end is before the start.'],
      ['end_date', '2027-10-08', 'End time: The end is before the start.'],
      ['website', 'javascript:alert(1)', 'Website: Enter a web address'],
      ['website', 'data:text/html,x', 'Website: Enter a web address'],
      ['category', '99999999', 'Category: Choose a category'],
      ['category', '1 or 1=1', 'Category: Choose a category'],
      ['name', '', 'Your name: This field is required.'],
      ['email', '', 'Your email address: This field is required.'],
      ['email', 'ana', 'Your email address: Enter a valid email address.'],
      ['email', 'ana@localhost', 'Your email address: Enter a valid email address.'],
      ['email', 'ana@example.org, eve@example.org', 'Your email address: Enter a valid email address.'],
      ['email', 'ana@example.org\r\nBcc: eve@example.org', 'Your email address: Enter a valid email address.'],
    ])('%s %j is explained and changes nothing', async (name, value, message) => {
      const reply = await submitForm(world, { [name]: value });
      if (message === undefined) {
        expect(reply.statusCode).toBeLessThan(500);
      } else {
        expect(reply.statusCode, reply.text).toBe(400);
        expect(reply.text).toContain(message);
        expect(await countIn(world)).toBe(0);
        expect(await world.store.count({ table: event, where: everything })).toBe(0);
      }
    });

    test('keeps the entries of a form that is shown again', async () => {
      const { text } = await submitForm(world, { title: '', message: '"><script>alert(1)</script>' });
      expect(text).toContain('value="Town Barn, Mill Lane 1"');
      expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(text).not.toContain('<script>alert');
    });

    test('markup in any field is text', async () => {
      const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>';
      const reply = await submitForm(world, {
        title: `Fair ${evil}`,
        description: evil,
        venue: `Barn ${evil}`,
        organizer: `Guild ${evil}`,
        name: `Ana ${evil}`,
        message: evil,
      });
      expect(reply.statusCode, reply.text).toBe(303);
      const [item] = await queue();
      expect(item?.event.title).toBe('Fair');
      expect(item?.event.description).toBe(
        '<p>&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;alert(1)&lt;/script&gt;</p>',
      );
      expect(item?.message).toBe(evil);
      await world.send(`POST /events/${item?.event.id}/approve`, {}, { as: 'editor' });
      const page = await world.ask('GET //event/fair');
      expect(page.statusCode).toBe(200);
      expect(page.text).not.toMatch(/<img src=x|<script>alert/);
    });

    test('a body that is no form, too large or of the wrong kind is refused', async () => {
      const json = await world.ask('POST //submit/', { body: filledForm });
      expect(json.statusCode).toBe(400);
      const lists = await world.ask('POST //submit/', { raw: 'title[]=a&title[]=b&token[x]=1&proof[]=2' });
      expect(lists.statusCode).toBe(400);
      const large = await sendForm(world, { ...filledForm, description: 'x'.repeat(300_000) });
      expect(large.statusCode).toBe(413);
      expect(await countIn(world)).toBe(0);
    });
  });

  describe('a program', () => {
    const later = (seconds: number) => {
      world.clock.now = plusSeconds(startOfWorld, seconds);
    };
    const withToken = async (changes: Record<string, string> = {}) => {
      const token = tokenIn(await openForm(world));
      return { ...filledForm, token, proof: prove(token), ...changes };
    };

    test('that fills in the hidden field is refused', async () => {
      const reply = await sendForm(world, await withToken({ homepage: 'https://spam.example' }));
      expect(reply.statusCode).toBe(400);
      expect(reply.text).toContain('A hidden field was filled in.');
      expect(await countIn(world)).toBe(0);
    });

    test('without a token, with an altered or with an expired one gets a new form', async () => {
      const form = await withToken();
      const bytes = Buffer.from(form.token, 'base64url');
      const altered = Buffer.concat([bytes.subarray(0, -3), Buffer.from('|77')]).toString('base64url');
      const unsigned = bytes.subarray(16).toString('base64url');
      for (const token of ['', 'x', altered, unsigned, `${form.token}x`, `${form.token}=`, form.token.slice(0, 22)]) {
        const reply = await sendForm(world, { ...form, token, proof: prove(token) });
        expect(reply.statusCode, token).toBe(400);
        expect(reply.text).toContain('This form has expired.');
        expect(tokenIn(reply)).not.toBe(token);
      }
      later(6 * 3_600 + 1);
      expect((await sendForm(world, form)).statusCode).toBe(400);
      expect(await countIn(world)).toBe(0);
      later(6 * 3_600);
      expect((await sendForm(world, form)).statusCode).toBe(303);
    });

    test('cannot send a form twice, not even at the same moment', async () => {
      const form = await withToken();
      const replies = await Promise.all([1, 2, 3].map(() => sendForm(world, form)));
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409, 409]);
      const again = await sendForm(world, form);
      expect(again.text).toContain('This event was already sent');
      expect(await countIn(world)).toBe(1);
      expect(await queue()).toHaveLength(1);
    });

    test('needs a proof of work or time', async () => {
      const form = await withToken();
      for (const proof of ['', '-1', '1e3', '0x1', 'a', wrongProof(form.token)]) {
        const reply = await sendForm(world, { ...form, proof });
        expect([reply.statusCode, reply.text.includes('sent very quickly')], proof).toEqual([400, true]);
      }
      later(9);
      expect((await sendForm(world, { ...form, proof: '' })).statusCode).toBe(400);
      later(10);
      expect((await sendForm(world, { ...form, proof: '' })).statusCode).toBe(303);
      expect(await countIn(world)).toBe(1);
    });

    test('cannot fill the queue beyond the limit of a day', async () => {
      const row = {
        event_id: 1,
        user_id: 0,
        client_key: '',
        digest: '',
        name: 'x',
        email: 'x@example.org',
        email_key: 'x@example.org',
        is_confirmed: true,
        message: '',
        language: '',
        content: {},
        created_utc: startOfWorld,
      };
      await world.store.transact(async (writer) => {
        for (let n = 1; n < maxPerDay; n++) await writer.insert(submissions, { ...row, form_nonce: `n${n}` });
        const before = { event_id: 0, is_confirmed: false, created_utc: plusSeconds(startOfWorld, -2 * 86_400) };
        await writer.insert(submissions, { ...row, ...before, form_nonce: 'before' });
      });
      const has = (nonce: string) => world.store.count({ table: submissions, where: is('form_nonce', nonce) });
      expect((await submitForm(world)).statusCode).toBe(303);
      const full = await submitForm(world);
      expect(full.statusCode).toBe(429);
      expect(full.headers.get('retry-after')).toBe('3600');
      expect(full.text).toContain('Too many events were submitted.');
      // One that waits since an earlier day makes no room on this one; an unconfirmed one of this day does.
      expect([await countIn(world), await has('before')]).toEqual([maxPerDay + 1, 1]);
      await world.store.transact((writer) =>
        writer.updateWhere(submissions, is('form_nonce', 'n7'), { event_id: 0, is_confirmed: false }),
      );
      expect((await submitForm(world)).statusCode).toBe(303);
      expect((await submitForm(world)).statusCode).toBe(429);
      expect([await countIn(world), await has('before'), await has('n7')]).toEqual([maxPerDay + 1, 1, 0]);
      later(86_401);
      expect((await submitForm(world)).statusCode).toBe(303);
    });
  });

  test('roles other than editors cannot review', async () => {
    await submitForm(world);
    const [item] = await queue();
    const { id } = item?.event ?? {};
    for (const as of everyone) {
      const expected = editors.includes(as) ? 200 : as === 'anonymous' ? 401 : 403;
      for (const path of ['/review', '/trusted-senders'])
        expect((await world.ask(`GET ${path}`, { as })).statusCode, `${path} ${as}`).toBe(expected);
      if (expected === 200) continue;
      for (const [path, body] of [
        [`/events/${id}/approve`, { trust: true }],
        [`/events/${id}/reject`, { reason: 'No.' }],
      ] as const)
        expect((await world.ask(`POST ${path}`, { as, body })).statusCode, `${path} ${as}`).toBe(expected);
      expect((await world.ask('DELETE /trusted-senders/1', { as })).statusCode).toBe(expected);
    }
    expect(await world.store.count({ table: event, where: is('status', 'pending') })).toBe(1);
  });

  describe('a flood from one address', () => {
    beforeAll(() => world.restart({ ALMANAC_RATE_LIMIT: 'on' }));

    test('ends in 429, earlier without a proof of work, and stores nothing more', async () => {
      const statuses: number[] = [];
      for (let n = 0; n < 5; n++) {
        const token = tokenIn(await openForm(world));
        world.clock.now = plusSeconds(world.clock.now, 10);
        statuses.push((await sendForm(world, { ...filledForm, token })).statusCode);
      }
      expect(statuses).toEqual([303, 303, 303, 429, 429]);
      expect(await countIn(world)).toBe(3);
      const proven: number[] = [];
      for (let n = 0; n < 11; n++) {
        const token = tokenIn(await openForm(world));
        proven.push((await sendForm(world, { ...filledForm, token, proof: prove(token) })).statusCode);
      }
      expect(proven).toEqual([...Array(10).fill(303), 429]);
      expect(await countIn(world)).toBe(13);
    });

    test('with pictures ends in 429 before they are read', async () => {
      const large = asFile(Buffer.alloc(300_000), 'fair.png');
      const statuses: number[] = [];
      for (let n = 0; n < 21; n++) statuses.push((await submitPicture(world, large, { token: 'wrong' })).statusCode);
      expect(statuses).toEqual([...Array(20).fill(400), 429]);
    });
  });
});
