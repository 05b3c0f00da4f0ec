// Finding everything with Ctrl+K in a real browser, with the keyboard only.
import { expect, test } from 'vitest';
import { useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { word } from '../harness/world.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');
const { enter, world } = useConsole(engine);

test('finds records of every resource, pages and actions with the keyboard', async () => {
  const name = word('Zebrawood ');
  const { id } = await world.event({ title: `${name} fair` });
  await world.venue({ venue: `${name} barn` });
  await world.organizer({ organizer: `${name} guild` });
  await world.category({ name: `${name} music` });
  await world.tag({ name: `${name} evening` });
  await world.send('POST /users', { name: `${name.replace(' ', '-')}-user`, role: 'author' });
  const page = await enter('administrator', '/venues');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Find everything' });
  const input = dialog.getByRole('combobox');
  await expect.poll(() => page.evaluate('document.activeElement?.role')).toBe('combobox');
  await page.keyboard.type(name);
  for (const part of ['fair', 'barn', 'guild', 'music', 'evening'])
    await dialog.getByRole('option', { name: `${name} ${part}` }).waitFor();
  const selected = () => dialog.locator('[role=option][aria-selected=true]');
  expect(await selected().innerText()).toContain(`${name} fair`);
  expect(await input.getAttribute('aria-activedescendant')).toBe(await selected().getAttribute('id'));
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => selected().innerText()).toContain(`${name} barn`);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/admin/events/${id}$`));
  await page.getByRole('heading', { name: `${name} fair` }).waitFor();

  await page.keyboard.press('Control+k');
  await dialog.waitFor();
  await page.keyboard.type('new ven');
  await page.getByRole('option', { name: 'New venue' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/venues\/new$/);

  await page.getByRole('button', { name: 'Find everything (Ctrl+K)' }).click();
  await dialog.waitFor();
  await page.keyboard.type('nothing is called this');
  await page.getByRole('dialog').getByText('No results').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('finds only resources and pages that the user may edit', async () => {
  const name = word('Rosewood ');
  await world.event({ title: `${name} hidden`, status: 'draft', author: world.people.administrator.id });
  await world.event({ title: `${name} shown`, author: world.people.administrator.id });
  await world.tag({ name: `${name} tag` });
  const page = await enter('contributor');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(name);
  await page.getByRole('option', { name: `${name} shown` }).waitFor();
  expect(await page.getByRole('option', { name: `${name} hidden` }).count()).toBe(0);
  expect(await page.getByRole('option', { name: `${name} tag` }).count()).toBe(0);
  expect(asked.filter((path) => /\/(users|tags|categories|media)$/.test(path))).toEqual([]);
  await page.getByRole('dialog').getByRole('combobox').fill('users');
  await page.getByRole('dialog').getByText('No results').waitFor();
});
