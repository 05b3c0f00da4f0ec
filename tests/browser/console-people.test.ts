// People in the console, in a real browser: administrators keep users, everybody their own passwords, and nobody is
// offered what they may not do.
import { describe, expect, test } from 'vitest';
import { namesIn, password, signIn, useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { basic } from '../harness/program.js';
import { word } from '../harness/world.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');

describe('users and passwords', () => {
  const { open, enter, world } = useConsole(engine);
  const asks = (name: string, secret: string) =>
    fetch(`${world.address}/cal/events/v1/session`, { headers: basic(name, secret) }).then(({ status }) => status);

  test('an administrator adds an editor, whose application password works until it is revoked', async () => {
    const page = await enter('administrator', '/users');
    await page.getByRole('button', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name to sign in with').fill('ada');
    await dialog.getByRole('radio', { name: /^editor/ }).check();
    await dialog.getByRole('button', { name: 'Add' }).click();
    const first = (await dialog.locator('output').innerText()).trim();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Actions for ada' }).click();
    await page.getByRole('menuitem', { name: 'Application passwords' }).click();
    await dialog.getByLabel('What is it for?').fill('importer');
    await dialog.getByRole('button', { name: 'Make a password' }).click();
    const secret = (await dialog.locator('output').innerText()).trim();
    expect(await asks('ada', secret)).toBe(200);
    await dialog.getByRole('button', { name: 'Revoke importer' }).click();
    await page.getByRole('dialog', { name: 'Revoke “importer”?' }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('“importer” revoked.').waitFor();
    expect(await asks('ada', secret)).toBe(401);
    // The password that was made for her signs her in.
    const hers = await open();
    await signIn(hers, 'ada', first);
    await hers.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
  });

  test('an administrator changes a role and a password, and removes a user', async () => {
    const name = word('bo');
    const page = await enter('administrator', '/users');
    await page.getByRole('button', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name to sign in with').fill(name);
    await dialog.getByLabel('Password').fill('short');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect.poll(() => dialog.getByLabel('Password').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByLabel(`Role of ${name}`).selectOption('contributor');
    await page.getByText(`${name} is now contributor.`).waitFor();
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Set a new password' }).click();
    await dialog.getByLabel('New password').fill(`${password} anew`);
    await dialog.getByRole('button', { name: 'Set the password' }).click();
    const theirs = await open();
    await signIn(theirs, name, `${password} anew`);
    await theirs.getByText('contributor').waitFor();
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText(`${name} removed.`).waitFor();
    await expect.poll(() => page.getByRole('row', { name }).count()).toBe(0);
    // Nobody removes themselves, and so it is not offered.
    expect(await page.getByRole('button', { name: 'Actions for world-administrator' }).count()).toBe(0);
  });

  test('everybody changes their own password and makes application passwords', async () => {
    const page = await enter('subscriber', '/account');
    const change = async (present: string, next: string, again = next) => {
      await page.getByLabel('Present password').fill(present);
      await page.getByLabel('New password', { exact: true }).fill(next);
      await page.getByLabel('New password, again').fill(again);
      await page.getByRole('button', { name: 'Change the password' }).click();
    };
    await change(password, 'another battery', 'another bakery');
    await page.getByText('This is not the same as above.').waitFor();
    await change('not the present one', 'another battery');
    await page.getByText('This is not the present password.').waitFor();
    await change(password, 'another battery');
    await page.getByText('Your password is changed.').waitFor();
    await page.getByLabel('What is it for?').fill('reader');
    await page.getByRole('button', { name: 'Make a password' }).click();
    const secret = (await page.locator('output').innerText()).trim();
    expect(await asks('world-subscriber', secret)).toBe(200);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, 'world-subscriber', 'another battery');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
  });
});

describe('what is refused is not offered', () => {
  const { enter, world } = useConsole(engine);
  const all = ['Events', 'Calendar', 'Venues', 'Organizers', 'Categories', 'Tags', 'Media', 'Users'];

  test.each([
    ['administrator', all],
    ['editor', all.slice(0, -1)],
    ['author', ['Events', 'Calendar', 'Venues', 'Organizers', 'Categories', 'Media']],
    ['contributor', ['Events', 'Calendar', 'Venues', 'Organizers']],
    ['subscriber', []],
  ] as const)('places of the %s', async (role, places) => {
    const page = await enter(role);
    const links = page.getByRole('navigation', { name: 'Console' }).getByRole('link');
    expect(await links.allInnerTexts()).toEqual([...places, 'Your account', 'View the calendar']);
    for (const path of ['events', 'categories', 'tags', 'media', 'users']) {
      await page.goto(`${world.address}/admin/${path}`);
      const heading = page.getByRole('heading', { level: 1 }).or(page.getByText('There is nothing here'));
      const shown = (await heading.innerText()).toLowerCase();
      expect(shown).toBe(places.some((place) => place.toLowerCase() === path) ? path : 'there is nothing here');
    }
  });

  test('a contributor submits their own drafts, and only reads the rest', async () => {
    const [own, others] = [word('Own '), word('Others ')];
    await world.event({ title: own }, { as: 'contributor' });
    await world.event({ title: others });
    const page = await enter('contributor');
    await expect.poll(async () => (await namesIn(page)).toSorted()).toEqual([others, own].toSorted());
    expect(await page.getByRole('checkbox', { name: `Select ${others}` }).count()).toBe(0);
    expect(await page.getByRole('link', { name: others }).count()).toBe(0);
    await page.getByRole('button', { name: `Actions for ${others}` }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['View']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Actions for ${own}` }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Submit for review', 'Move to trash']);
    await page.getByRole('menuitem', { name: 'Submit for review' }).click();
    await page.getByText(`“${own}” submitted for review.`).waitFor();
    const { events } = await world.get(`/events?search=${own.split(' ')[1]}`, { as: 'contributor' });
    expect(events).toMatchObject([{ title: own, status: 'pending' }]);
  });

  test('an author publishes and trashes their own, not those of others', async () => {
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
