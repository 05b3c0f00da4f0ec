// Settings of the site: rights, bad input, locked settings, and that every process uses a change at once.
import { describe, expect, test } from 'vitest';
import { siteOf } from '../src/app.js';
import { blankValues } from '../src/core/column.js';
import { is } from '../src/core/condition.js';
import { DAY, plusSeconds } from '../src/core/time/clock.js';
import { settingsTable } from '../src/models/settings/columns.js';
import { openLiveSite, readMailServer } from '../src/models/settings/live.js';
import { submissions } from '../src/models/submission/submission.js';
import { expectRefusal } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { pausedStore } from './harness/paused-store.js';
import { stored } from './harness/pictures.js';
import { run } from './harness/program.js';
import { baseUrl, startWorld, useWorld, type World } from './harness/world.js';

const change = (world: World, body: object, as = 'administrator' as const) =>
  world.ask('PATCH /settings', { as, body });

/** A public page without the cache of the browser. */
const home = async ({ address }: World): Promise<string> => (await fetch(`${address}/`)).text();

onOneEngine((engine) => {
  describe('settings', () => {
    const world = useWorld(engine);

    test.each(['editor', 'author', 'contributor', 'subscriber'] as const)('are closed to a %s', async (as) => {
      for (const request of ['GET /settings', 'PATCH /settings', 'GET /settings/progress'])
        expectRefusal(await world.ask(request, { as, body: { name: 'Mine' } }), {
          statusCode: 403,
          code: 'rest_forbidden',
        });
    });

    test('are closed to visitors and absent from the drop-in API', async () => {
      expect((await world.ask('GET /settings', { as: 'anonymous' })).statusCode).toBe(401);
      expect((await world.ask('GET /settings', { as: 'administrator', on: 'dropin' })).statusCode).toBe(404);
    });

    test('are neither created nor removed', async () => {
      const refused = await world.ask('DELETE /settings', { as: 'administrator' });
      expect(refused.statusCode).toBe(405);
      expect(
        (await world.ask('POST /settings', { as: 'administrator', body: { tagline: 'By POST' } })).statusCode,
      ).toBe(200);
      expect((await world.get('/settings', { as: 'administrator' })).tagline).toBe('By POST');
    });

    test.each([
      ['accent_color', 'red'],
      ['accent_color', '#ffffff'],
      ['category_colors', ['#123456', 'blue']],
      ['week_start', 'someday'],
      ['events_per_page', 0],
      ['events_per_page', 101],
      ['default_view', 'wall'],
      ['footer_links', [{ label: 'Bad', url: 'javascript:alert(1)' }]],
      ['footer_links', [{ label: 'No URL' }]],
      ['map_tiles', 'https://tiles.example/{z}'],
      ['map_link', "https://maps.example/'; script-src *"],
      ['logo', 999_999],
      ['mail_from', 'two@example.org, three@example.org'],
      ['smtp_url', 'https://example.org'],
      ['mail_host', 'smtp://mail.example'],
      ['mail_port', 70_000],
      ['mail_security', 'plain'],
      ['logo_dark', 999_999],
      ['name', ''],
      ['name', 'x'.repeat(101)],
    ])('reject %s = %j and change nothing', async (name, value) => {
      const before = await world.get('/settings', { as: 'administrator' });
      const reply = await change(world, { tagline: 'half', [name]: value });
      expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: [name] });
      expect(await world.get('/settings', { as: 'administrator' })).toEqual(before);
    });

    test('reject a picture that is none as a logo', async () => {
      const reply = await change(world, { logo: `${world.address}/healthz` });
      expect(reply.statusCode).toBe(400);
      expect(Object.keys(reply.body.data.params)).toEqual(['logo']);
    });

    test('that a variable sets are locked and show its value', async () => {
      const found = await world.get('/settings', { as: 'administrator' });
      expect(found).toMatchObject({ timezone: 'America/New_York', locked: { timezone: 'ALMANAC_TIMEZONE' } });
      const reply = await change(world, { timezone: 'Europe/Paris' });
      expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['timezone'] });
      expect(reply.body.data.params.timezone).toContain('ALMANAC_TIMEZONE');
    });

    test('never return the mail server, and give its host no way into the private network', async () => {
      const reply = await change(world, {
        mail_host: '127.0.0.1',
        mail_port: 2_525,
        mail_security: 'optional',
        mail_user: 'user',
        mail_password: 'hush-hush',
      });
      expect(reply.body).toMatchObject({ mail_host: '127.0.0.1', mail_has_password: true });
      const shown = await world.ask('GET /settings?context=edit', { as: 'administrator' });
      const { body: changes } = await world.ask('GET /revisions', { as: 'administrator' });
      expect(`${reply.text}${shown.text}${JSON.stringify(changes)}`).not.toContain('hush-hush');
      const mail = await world.ask('POST /mails/test', { as: 'administrator', body: { to: 'ada@example.org' } });
      expect(mail.body).toMatchObject({ state: 'failed', cause: 'private-address' });
      await change(world, { mail_host: 'mail.invalid', mail_password: '' });
      const unknown = await world.ask('POST /mails/test', { as: 'administrator', body: { to: 'ada@example.org' } });
      expect(unknown.body).toMatchObject({ state: 'failed', cause: 'connection' });
      await change(world, { mail_host: '' });
    });

    test('take the mail server as one URL, too', async () => {
      const url = 'smtps://mailer%40example.org:p%40ss@mail.example:4650?tls=unverified';
      const { body } = await change(world, { smtp_url: url });
      expect(body).toMatchObject({
        mail_host: 'mail.example',
        mail_port: 4_650,
        mail_security: 'tls-unverified',
        mail_user: 'mailer@example.org',
        mail_has_password: true,
      });
      expect(await readMailServer(world.store)).toMatchObject({ password: 'p@ss', secure: true, tls: 'unverified' });
      await change(world, { smtp_url: '' });
      expect(await readMailServer(world.store)).toBeUndefined();
      expect(await world.get('/settings', { as: 'administrator' })).toMatchObject({
        mail_host: '',
        mail_has_password: false,
      });
    });

    test('do not send the stored password to another mail server', async () => {
      await change(world, { mail_host: 'mail.example', mail_password: 'hush-hush' });
      const refused = await change(world, { mail_host: 'mail.evil.example' });
      expectRefusal(refused, { statusCode: 400, code: 'rest_invalid_param', params: ['mail_password'] });
      expect((await change(world, { mail_port: 465 })).statusCode).toBe(200);
      expect(await readMailServer(world.store)).toMatchObject({ host: 'mail.example', password: 'hush-hush' });
      // Without a server there is nothing to send it to: it is deleted.
      await change(world, { mail_host: '' });
      await change(world, { mail_host: 'mail.evil.example' });
      expect(await readMailServer(world.store)).toMatchObject({ host: 'mail.evil.example', password: '' });
      await change(world, { mail_host: '' });
    });

    test('are protected against lost updates', async () => {
      const { headers } = await world.ask('GET /settings', { as: 'administrator' });
      const etag = headers.get('etag') ?? '';
      await change(world, { tagline: 'newer' });
      const reply = await world.ask('PATCH /settings', {
        as: 'administrator',
        headers: { 'if-match': etag },
        body: { tagline: 'older' },
      });
      expect(reply.statusCode).toBe(412);
    });

    test('that are tried with a dry run are not saved', async () => {
      const reply = await world.ask('PATCH /settings?dry_run=true', { as: 'administrator', body: { name: 'Tried' } });
      expect(reply.body.name).toBe('Tried');
      expect((await world.get('/settings', { as: 'administrator' })).name).not.toBe('Tried');
    });

    test('name the site on cached pages, feeds and in the drop-in API at once', async () => {
      for (const name of ['First Hall', 'Second Hall']) {
        await home(world);
        await world.ask('GET /events.ics');
        expect((await change(world, { name, tagline: `${name}: all events` })).statusCode).toBe(200);
        expect(await home(world)).toContain(name);
        expect((await world.ask('GET /events.ics')).text).toContain(`X-WR-CALNAME:${name}`);
        const index = await (await fetch(`${world.address}/wp-json/`)).json();
        expect(index).toMatchObject({ name, description: `${name}: all events` });
        const wordpress = await fetch(`${world.address}/wp-json/wp/v2/settings`, {
          headers: {
            authorization: `Basic ${btoa(`${world.people.administrator.name}:${world.people.administrator.password}`)}`,
          },
        });
        expect(await wordpress.json()).toMatchObject({ title: name, description: `${name}: all events` });
      }
    });

    const startOther = () =>
      startWorld(
        {
          ...engine,
          prepare: async () => ({
            settings: world.settings,
            people: world.people,
            check: async () => 'ok',
            clean: async () => undefined,
          }),
        },
        { beside: world },
      );

    test('of another process are used by the jobs of a process without requests', async () => {
      await change(world, { submission_days: 30 });
      const other = await startOther();
      try {
        await world.store.transact((writer) =>
          writer.insert(submissions, {
            ...blankValues(submissions.columns),
            ...{ event_id: 1, name: 'Ada', created_utc: plusSeconds(world.clock.now, -60 * DAY) },
          }),
        );
        await change(world, { submission_days: 90 });
        await other.runDue();
        expect(await world.store.count({ table: submissions, where: is('name', 'Ada') })).toBe(1);
        await change(world, { submission_days: 30 });
        await other.runDue();
        expect(await world.store.count({ table: submissions, where: is('name', 'Ada') })).toBe(0);
      } finally {
        await other.stop();
      }
    });

    test('of another process are used without a restart', async () => {
      const other = await startOther();
      try {
        for (const name of ['North', 'South', 'East']) {
          await Promise.all([home(world), home(other)]);
          await change(world, { name });
          const pages = await Promise.all(Array.from({ length: 5 }, () => home(other)));
          expect(pages.filter((page) => page.includes(`>${name}<`) || page.includes(name))).toHaveLength(5);
        }
      } finally {
        await other.stop();
      }
    });

    test('that change while they are read are read again', async () => {
      const { table } = settingsTable;
      let second: Promise<void> | undefined;
      let polls = 0;
      const held = pausedStore(world.store, {
        table,
        // The settings are read at the start, and after the change.
        after: 2,
        meanwhile: async () => {
          await change(world, { name: 'Changed meanwhile' });
          second = live.refresh();
          // Until the second reader waits for the first one.
          await expect.poll(() => polls).toBe(2);
        },
      });
      const pollChanges = async () => {
        await world.store.pollChanges();
        setImmediate(() => polls++);
      };
      const live = await openLiveSite(
        { ...held.store, pollChanges },
        siteOf(world.config, baseUrl, 'calendar.example'),
      );
      await change(world, { name: 'Changed before' });
      await live.refresh();
      await second;
      expect([held.isPaused(), live.current().name]).toEqual([true, 'Changed meanwhile']);
    });

    test.each(['logo', 'logo_dark', 'icon'])('lose a %s that is removed from the library', async (name) => {
      const { id } = await stored(world);
      const changed = await change(world, { [name]: id });
      expect(changed.body[name]).toMatchObject({ id });
      expect((await world.get('/settings', { as: 'administrator' }))[name]).toMatchObject({
        id,
        width: expect.any(Number),
      });
      await world.ask(`DELETE /media/${id}`, { as: 'administrator' });
      expect((await world.get('/settings', { as: 'administrator' }))[name]).toBeNull();
    });
  });

  describe('languages in the settings', () => {
    const world = useWorld(engine);

    test('are used when a job has indexed all texts for them', async () => {
      const { id } = await world.event({ title: 'Spring Fair' });
      await change(world, { languages: ['en', 'fr'] });
      await world.runDue();
      expect((await world.get('/settings/progress', { as: 'administrator' })).jobs).toEqual([
        expect.objectContaining({ name: 'languages', ended_utc: world.clock.now }),
      ]);
      await world.send(`PATCH /events/${id}?i18n_language=fr`, { title: 'Foire de printemps' });
      const found = await world.get('/events?i18n_language=fr&search=foire');
      expect(found.events.map((one: { title: string }) => one.title)).toEqual(['Foire de printemps']);
      // Another default language: titles of other languages are indexed again.
      await change(world, { languages: ['fr', 'en', 'de'] });
      await world.runDue();
      const german = await world.get('/events?i18n_language=de&search=foire');
      expect(german.events.map((one: { title: string }) => one.title)).toEqual(['Foire de printemps']);
    });

    test('do not refuse a change of settings that were read before the job has ended', async () => {
      await change(world, { languages: ['en', 'es'] });
      const { headers } = await world.ask('GET /settings', { as: 'administrator' });
      await world.runDue();
      const body = { tagline: 'By the sea' };
      const saved = await world.ask('PATCH /settings', {
        as: 'administrator',
        headers: { 'if-match': headers.get('etag') ?? '' },
        body,
      });
      expect([saved.statusCode, saved.body.tagline]).toEqual([200, 'By the sea']);
    });
  });

  test('almanac config names the source of each value', async () => {
    const place = await engine.prepare('users');
    const world = await startWorld(
      { ...engine, prepare: async () => place },
      { settings: { ALMANAC_LANGUAGES: 'en' } },
    );
    try {
      await change(world, { name: 'From the store' });
      const { ALMANAC_DATA: data = '', ...environment } = place.settings;
      const { stdout } = await run(['config', '--json'], {
        data,
        environment: { ...environment, ALMANAC_TIMEZONE: 'Europe/Paris' },
      });
      const rows: readonly { variable: string; value: unknown; source: string }[] = JSON.parse(stdout);
      const row = (variable: string) => rows.find((one) => one.variable === variable);
      expect(row('ALMANAC_SITE_NAME')).toMatchObject({ value: 'From the store', source: 'settings' });
      expect(row('ALMANAC_TIMEZONE')).toMatchObject({ value: 'Europe/Paris', source: 'environment' });
      expect(row('ALMANAC_HOST')).toMatchObject({ source: 'default' });
    } finally {
      await world.stop();
    }
  });
});
