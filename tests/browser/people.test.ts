// Invitations, password resets and the own profile in a real browser, in English and French.
import { beforeAll, describe, expect, test } from 'vitest';
import { users } from '../../src/models/account/account.js';
import { expectAccessible } from '../harness/browser.js';
import { password, signIn, useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { useMailServer } from '../harness/mail-server.js';
import { word } from '../harness/world.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');

const phone = { viewport: { width: 390, height: 800 } };
const french = { locale: 'fr-FR' };
const screens = [{}, phone, french, { ...phone, ...french }] as const;

describe('without mail', () => {
  const { open, enter, world } = useConsole(engine);
  const pathOf = (url: string) => url.slice(`${world.address}/admin`.length);

  test('an administrator invites a user, who chooses a password by the link and is signed in', async () => {
    const page = await enter('administrator', '/users');
    await page.getByRole('button', { name: 'Invite user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialog.getByText('Enter an email address or a username.').waitFor();
    await dialog.getByLabel('Username').fill('grace');
    await dialog.getByLabel('Display name').fill('Grace H.');
    await dialog.getByRole('radio', { name: /^Editor/ }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    const url = (await dialog.locator('output').innerText()).trim();
    expect(url).toMatch(/\/admin\/invitation#[\w-]{43}$/);
    await dialog.getByText(/It works once, until .* 2027/).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Grace H.' });
    await row.getByText('no password yet').waitFor();

    // An email address is enough, and the dialog says that it got no mail.
    await page.getByRole('button', { name: 'Invite user' }).click();
    await dialog.getByLabel('Email').fill('ada@town.example');
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialog.getByText('Invitation for ada@town.example. No mail was sent: no mail server is set.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();

    const guest = await open(pathOf(url));
    await guest.getByRole('heading', { name: 'Welcome' }).waitFor();
    await guest.getByText('grace').waitFor();
    await guest.getByLabel('New password', { exact: true }).fill(password);
    await guest.getByLabel('Confirm new password').fill('something else');
    await guest.getByRole('button', { name: 'Set password and sign in' }).click();
    await guest.getByText('The passwords do not match.').waitFor();
    await guest.getByLabel('Confirm new password').fill(password);
    await guest.getByRole('button', { name: 'Set password and sign in' }).click();
    await guest.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    expect(new URL(guest.url()).hash).toBe('');
    // No request had the token in its URL.
    expect(
      guest.requestedUrls.filter((asked) => asked.includes(url.split('#')[1] ?? '?') && !asked.includes('#')),
    ).toEqual([]);

    const late = await open(pathOf(url));
    await late.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await expectAccessible(late);
  });

  test('a page without mail says whom to ask', async () => {
    const page = await open();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Username or email address').fill('ada');
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('Ask an administrator for a link').waitFor();
  });

  test('removing a user asks who gets the records', async () => {
    const one = await world.send('POST /users', { name: word('leaver'), role: 'author', password });
    const event = await world.event({ author: one.id });
    const page = await enter('administrator', '/users');
    await page.getByRole('button', { name: `Actions for ${one.name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New author of their records').selectOption({ label: world.people.editor.name });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`“${one.name}” deleted.`).waitFor();
    expect((await world.get(`/events/${event.id}`)).author).toBe(String(world.people.editor.id));
  });

  test('a user saves a profile and reads the console in their language', async () => {
    const page = await enter('editor', '/account');
    await page.getByLabel('Display name').fill('Ada L.');
    await page.getByRole('checkbox', { name: 'Event to review' }).uncheck();
    await page.getByLabel('Language').selectOption('fr');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByRole('heading', { name: 'Votre compte', level: 1 }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
    expect(await world.get('/users/me', { as: 'editor' })).toMatchObject({
      display_name: 'Ada L.',
      language: 'fr',
      muted_notices: ['pending_event'],
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Votre compte', level: 1 }).waitFor();
    await page.getByLabel('E-mail', { exact: true }).fill('ada@example.org');
    await page.getByLabel('Mot de passe', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Changer l’adresse e-mail' }).click();
    await page.getByText('Adresse e-mail modifiée.').waitFor();
    expect(await world.get('/users/me', { as: 'editor' })).toMatchObject({ email: 'ada@example.org' });
  });

  test.each(screens)('pages are accessible on a screen with %j', async (screen) => {
    const { id } = world.people.author;
    const { url } = await world.send(`POST /users/${id}/password-links`, { send: false });
    for (const path of ['/forgot', pathOf(url), '/invitation#wrong', '']) {
      const page = await open(path, screen);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(page);
    }
    for (const path of ['/users', '/account']) {
      const page = await enter('administrator', path, screen);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator(path === '/users' ? 'table.records' : '[name="display_name"]').waitFor();
      await expectAccessible(page);
    }
  });
});

describe('with mail', () => {
  const server = useMailServer();
  const { open, world } = useConsole(engine);
  beforeAll(async () => {
    await world.restart({ ALMANAC_SMTP_URL: server.url });
    await world.send('PATCH /settings', { public_url: world.address });
    const { id } = world.people.author;
    const email = 'author@example.org';
    await world.store.transact((writer) => writer.update(users, id, { email, email_key: email }));
  });

  test('a user who forgot the password resets it by mail and is signed in', async () => {
    const page = await open('/forgot');
    await page.getByLabel('Username or email address').fill('author@example.org');
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    await expectAccessible(page);
    await world.runDue();
    const [, path = ''] = /\/admin(\/reset#[\w-]{43})/.exec(server.received[0]?.text ?? '') ?? [];
    const reset = await open(path);
    await reset.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await reset.getByLabel('New password', { exact: true }).fill('another battery');
    await reset.getByLabel('Confirm new password').fill('another battery');
    await reset.getByRole('button', { name: 'Set password and sign in' }).click();
    await reset.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    await reset.getByRole('button', { name: 'Sign out' }).click();
    await signIn(reset, world.people.author.name, 'another battery');
    await reset.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  });
});
