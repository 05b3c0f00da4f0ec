// Finding everything with Ctrl+K in a real browser, with the keyboard only.
import { expect, test } from 'vitest';
import { expectAccessibleInBothSchemes } from '../harness/browser.js';
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
  // Enter waits for all results.
  await page.keyboard.type('new ven');
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

test('lists names that begin with the text first, then upcoming events, with dates as people read them', async () => {
  const name = word('Lantern ');
  const at = (day: string) => ({ start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` });
  const now = world.clock.now.slice(0, 10);
  await world.event({ title: word('Choir '), description: `Meet at ${name}`, ...at('2027-07-02') });
  await world.event({ title: `${name} old`, ...at('2019-01-01') });
  await world.event({ title: `Big ${name} day`, ...at('2027-07-03') });
  await world.event({ title: `${name} new`, recurrence: 'FREQ=YEARLY;COUNT=20', ...at('2020-07-04') });
  await world.venue({ venue: `${name} House`, city: 'Oakton' });
  const page = await enter('editor');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(name.toLowerCase());
  const options = page.getByRole('dialog').getByRole('option');
  await expect.poll(() => options.count()).toBe(5);
  const found = await options.allInnerTexts();
  expect(found.map((text) => text.split(/\n/)[0]?.replace(/Choir .*/, 'Choir'))).toEqual([
    `${name} new`,
    `${name} House`,
    `${name} old`,
    `Big ${name} day`,
    'Choir',
  ]);
  const year = Number(now.slice(0, 4)) + (now.slice(5) > '07-04' ? 1 : 0);
  expect(found[0]).toContain(`Jul 4, ${year}`);
  expect(found[1]).toContain('venue, Oakton');
});

test('creates an event from one line, and asks what is unclear', async () => {
  const title = word('Premiere ');
  const page = await enter('contributor', '', { viewport: { width: 390, height: 844 } });
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Find everything' });
  await dialog.getByRole('combobox').waitFor();
  await page.keyboard.type(`${title} 2027-07-09 at 8`);
  await page.keyboard.press('Enter');
  await dialog.getByRole('group', { name: 'Which time?' }).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement?.type')).toBe('radio');
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('ArrowDown');
  await dialog.getByText('20:00 – 21:00').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(`“${title}” created.`).waitFor();
  const { events } = await world.get(`/events?search=${title}`, { as: 'contributor' });
  expect(events).toMatchObject([{ title, status: 'draft', start_date: '2027-07-09 20:00:00' }]);
});
