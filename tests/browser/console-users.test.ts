// Users, passwords and rights in the console, in a real browser.
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/browser.js';
import { namesIn, password, signIn, useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { basic } from '../harness/program.js';
import { word } from '../harness/world.js';

const escaped = (text: string) => text.replace(/[.?*+/]/g, '\\$&');

const [engine] = engines;
if (!engine) throw new Error('there is no engine');

const { open, enter, world } = useConsole(engine);

describe('users and passwords', () => {
  const asks = (name: string, secret: string) =>
    fetch(`${world.address}/cal/events/v1/session`, { headers: basic(name, secret) }).then(({ status }) => status);

  test('lets an administrator create an editor, whose application password works until it is revoked', async () => {
    const page = await enter('administrator', '/users');
    await page.getByRole('link', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog');
    await page.getByLabel('Username').fill('ada');
    await page.getByRole('radio', { name: /^Editor/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    const first = (await dialog.locator('output').innerText()).trim();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.locator('.back').click();
    await page.getByRole('button', { name: 'Actions for ada' }).click();
    await page.getByRole('menuitem', { name: 'Application passwords' }).click();
    await dialog.getByLabel('App name').fill('importer');
    await dialog.getByRole('button', { name: 'Generate' }).click();
    const secret = (await dialog.locator('output').innerText()).trim();
    expect(await asks('ada', secret)).toBe(200);
    await dialog.getByRole('button', { name: 'Revoke importer' }).click();
    await page.getByRole('dialog', { name: 'Revoke “importer”?' }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('“importer” revoked.').waitFor();
    expect(await asks('ada', secret)).toBe(401);
    // The generated password works.
    const hers = await open();
    await signIn(hers, 'ada', first);
    await hers.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  });

  test('lets an administrator change a role, set a password and remove a user', async () => {
    const name = word('bo');
    const page = await enter('administrator', '/users');
    await page.getByRole('link', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog');
    const newPassword = page.getByLabel('Password', { exact: true });
    await page.getByLabel('Username').fill(name);
    await newPassword.fill('short');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => newPassword.getAttribute('aria-invalid')).toBe('true');
    await newPassword.fill(password);
    await page.getByRole('button', { name: 'Save' }).click();
    // A chosen password is not shown.
    await page.getByText('Saved').waitFor();
    expect(await dialog.count()).toBe(0);
    const stored = async () => (await world.get(`/users?search=${name}`, { as: 'administrator' })).users[0].role;
    expect(await stored()).toBe('editor');
    await page.getByRole('radio', { name: /^Contributor/ }).check();
    await page.getByText('Unsaved changes').waitFor();
    expect(await stored()).toBe('editor');
    await newPassword.fill(`${password} again`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(stored).toBe('contributor');
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const theirs = await open();
    await signIn(theirs, name, `${password} again`);
    await theirs.getByText('Contributor').waitFor();
    await page.locator('.back').click();
    await page.getByRole('row', { name }).getByText('Contributor').waitFor();
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`“${name}” deleted.`).waitFor();
    await expect.poll(() => page.getByRole('row', { name }).count()).toBe(0);
    // Administrators cannot remove themselves.
    expect(await page.getByRole('button', { name: 'Actions for world-administrator' }).count()).toBe(0);
    expect(await page.getByRole('checkbox', { name: 'Select world-administrator' }).count()).toBe(0);
    await page.getByRole('link', { name: 'world-administrator' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
  });

  test('lets a subscriber change their own password and generate application passwords', async () => {
    const page = await enter('subscriber', '/account');
    const change = async (present: string, next: string, again = next) => {
      await page.getByLabel('Current password').fill(present);
      await page.getByLabel('New password', { exact: true }).fill(next);
      await page.getByLabel('Confirm new password').fill(again);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change(password, 'another battery', 'another bakery');
    await page.getByText('The passwords do not match.').waitFor();
    await change('not the present one', 'another battery');
    await page.getByText('The current password is incorrect.').waitFor();
    await change(password, 'another battery');
    await page.getByText('Password changed.').waitFor();
    await page.getByLabel('App name').fill('reader');
    await page.getByRole('button', { name: 'Generate' }).click();
    const secret = (await page.locator('output').innerText()).trim();
    expect(await asks('world-subscriber', secret)).toBe(200);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, 'world-subscriber', 'another battery');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
  });

  test('lets an author create, copy and revoke the URL of a private feed', async () => {
    const page = await enter('author', '/account');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('No private feeds yet.').waitFor();
    await page.getByLabel('Calendar app').fill('Phone');
    await page.getByRole('button', { name: 'Create feed URL' }).click();
    await page.getByText('never used').waitFor();
    const urls = page.locator('output');
    const feed = `${world.address}/cal/events/v1/events.ics?key=`;
    expect(await urls.allInnerTexts()).toEqual([
      expect.stringMatching(new RegExp(`^${escaped(feed)}[A-Za-z0-9]{32}$`)),
      expect.stringMatching(new RegExp(`^${escaped(feed.replace('http:', 'webcal:'))}[A-Za-z0-9]{32}$`)),
    ]);
    const url = await urls.first().innerText();
    const copied = () => page.evaluate('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Copy https URL' }).click();
    await expect.poll(copied).toBe(url);
    await page.getByRole('checkbox', { name: 'Published events only' }).check();
    await page.getByRole('button', { name: 'Copy webcal URL' }).click();
    await expect.poll(copied).toBe(url.replace('http:', 'webcal:').replace('?', '?status=publish&'));
    await expectAccessible(page);
    const feedStatus = () => fetch(url).then(({ status }) => status);
    expect(await feedStatus()).toBe(200);
    await page.reload();
    await page.getByText('last used').waitFor();
    expect(await page.content()).not.toContain(new URL(url).searchParams.get('key'));
    await page.getByRole('button', { name: 'Revoke Phone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('“Phone” revoked.').waitFor();
    expect(await feedStatus()).toBe(401);
  });

  test('lets an administrator revoke the private feeds of a user', async () => {
    const { id, name } = world.people.contributor;
    await world.send(`POST /users/${id}/feed-keys`, { label: 'Lost phone' });
    const page = await enter('administrator', '/users');
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Private feeds' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Revoke Lost phone' }).click();
    await page.getByRole('dialog', { name: 'Revoke “Lost phone”?' }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('“Lost phone” revoked.').waitFor();
    expect((await world.get(`/users/${id}/feed-keys`, { as: 'administrator' })).total).toBe(0);
  });
});

describe('rights in the console', () => {
  const own = ['Activity', 'Embed', 'Your account', 'View calendar'];
  const editors = [
    ...['Dashboard', 'Events', 'Calendar', 'Review', 'Venues', 'Organizers', 'Categories', 'Tags', 'Images'],
    ...['Subscriptions', 'Webhooks', 'Activity', 'Imports', 'Embed'],
  ];

  test.each([
    ['administrator', [...editors, 'Users', 'Settings', 'Your account', 'View calendar']],
    ['editor', [...editors, 'Your account', 'View calendar']],
    ['author', ['Dashboard', 'Events', 'Calendar', 'Venues', 'Organizers', 'Categories', 'Images', ...own]],
    ['contributor', ['Dashboard', 'Events', 'Calendar', 'Venues', 'Organizers', ...own]],
    ['subscriber', ['Your account', 'View calendar']],
  ] as const)('shows the %s only the pages of their role', async (role, places) => {
    const page = await enter(role);
    const links = page.getByRole('navigation', { name: 'Console' }).getByRole('link');
    expect(await links.allInnerTexts()).toEqual([...places]);
    const headings: Readonly<Record<string, string>> = {
      events: 'events',
      categories: 'categories',
      tags: 'tags',
      media: 'images',
      users: 'users',
    };
    for (const path of Object.keys(headings)) {
      await page.goto(`${world.address}/admin/${path}`);
      const heading = page.getByRole('heading', { level: 1 }).or(page.getByText('Page not found'));
      const shown = (await heading.innerText()).toLowerCase();
      expect(shown).toBe(
        places.some((place) => place.toLowerCase() === headings[path]) ? headings[path] : 'page not found',
      );
    }
  });

  test('lets a contributor submit their own drafts and only view other events', async () => {
    const [own, others] = [word('Own '), word('Others ')];
    await world.event({ title: own }, { as: 'contributor' });
    await world.event({ title: others });
    const page = await enter('contributor', '/events');
    await expect.poll(async () => (await namesIn(page)).toSorted()).toEqual([others, own].toSorted());
    expect(await page.getByRole('checkbox', { name: `Select ${others}` }).count()).toBe(0);
    expect(await page.getByRole('link', { name: others }).count()).toBe(0);
    await page.getByRole('button', { name: `Actions for ${others}` }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['View', 'Duplicate']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Actions for ${own}` }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Submit for review',
      'Duplicate',
      'Copy preview link',
      'Move to trash',
    ]);
    await page.getByRole('menuitem', { name: 'Submit for review' }).click();
    await page.getByText(`“${own}” submitted for review.`).waitFor();
    const { events } = await world.get(`/events?search=${own.split(' ')[1]}`, { as: 'contributor' });
    expect(events).toMatchObject([{ title: own, status: 'pending' }]);
  });

  test('lets an author publish and trash their own events only', async () => {
    const [own, others] = [word('Mine '), word('Theirs ')];
    await world.event({ title: own, status: 'draft' }, { as: 'author' });
    await world.event({ title: others });
    const page = await enter('author', `/events?tab=all`);
    await page.getByRole('button', { name: `Actions for ${own}` }).click();
    await page.getByRole('menuitem', { name: 'Publish' }).click();
    await page.getByText(`“${own}” published.`).waitFor();
    expect(await page.getByRole('checkbox', { name: `Select ${others}` }).count()).toBe(0);
    expect(await page.getByRole('checkbox', { name: `Select ${own}` }).count()).toBe(1);
  });
});
