// Layout of the console in a real browser: accessibility in both themes, phones, keyboard, and script size.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  colorSchemes,
  expectAccessible,
  expectAccessibleInBothSchemes,
  seriousViolationsByScheme,
} from '../harness/browser.js';
import { useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { png } from '../harness/pictures.js';
import { word } from '../harness/world.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');
const { open, enter, world } = useConsole(engine, { ALMANAC_LANGUAGES: 'en,fr' });

const row = 'table.records tbody tr';
/** Every page, and an element that it shows when it is loaded. */
const pages = [
  ['', '.plot'],
  ['/events', row],
  ['/events?tab=trash', '.state'],
  ['/events?tab=all&q=nothing-has-this', '.state'],
  ['/events?tab=all&categories=1', row],
  ['/events?tab=all&show=series', row],
  ['/calendar?view=dayGridMonth&date=2027-07-01', '.ec-event'],
  ['/calendar?view=timeGridWeek&date=2027-07-01', '.ec-event'],
  ['/calendar?view=listMonth&date=2027-07-01', '.ec-event'],
  ['/venues', row],
  ['/organizers', row],
  ['/categories', row],
  ['/tags', row],
  ['/media', 'img'],
  ['/users', row],
  ['/account', '[name=display_name]'],
  ['/settings', '[data-field=mail_host]'],
  ['/nowhere', 'h1, .state'],
  ['/events/new', '[data-field=title]'],
] as const;

beforeAll(async () => {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(await png(800, 600))], 'fair.png', { type: 'image/png' }));
  form.append('alt_text', 'Stalls in the sun');
  const raw = new Response(form);
  const { body } = await world.ask('POST /media', {
    as: 'administrator',
    raw: Buffer.from(await raw.arrayBuffer()),
    headers: { 'content-type': raw.headers.get('content-type') ?? '' },
  });
  await world.category({ name: 'Markets' });
  await world.event({
    title: 'The harvest fair of the whole valley, with a rather long title',
    image: body.id,
    categories: ['Markets'],
    tags: ['free'],
    venue: { venue: 'Town Barn', city: 'Oakton' },
    organizer: { organizer: 'Mill Guild', website: 'https://guild.example/' },
  });
  await world.event({ title: 'A weekly one', recurrence: 'FREQ=WEEKLY;COUNT=3' });
  for (const status of ['draft', 'pending', 'private']) await world.event({ title: `A ${status} one`, status });
});

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };

async function check(page: Page) {
  const violations = await seriousViolationsByScheme(page);
  await page.setViewportSize(phone);
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  await page.setViewportSize(desktop);
  return { path: page.url(), ...violations, width };
}

let checked: Promise<readonly Awaited<ReturnType<typeof check>>[]> | undefined;

/** Checks every page in both themes and on a phone on one visit, since loading the pages takes most of the time. */
async function checkPages() {
  const start = await open();
  await start.getByLabel('Username').waitFor();
  const results = [await check(start)];
  const page = await enter('administrator');
  for (const [path, loaded] of pages) {
    await page.goto(`${world.address}/admin${path}`);
    await page.locator('#content').locator(loaded).first().waitFor();
    // Skeletons of parts that are still loading.
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
    results.push(await check(page));
  }
  return results;
}

describe('every page', { timeout: 600_000 }, () => {
  test.each(colorSchemes)('has no serious accessibility violation in the %s theme', async (theme) => {
    checked ??= checkPages();
    for (const { path, [theme]: violations } of await checked) expect(violations, path).toEqual([]);
  });

  test('fits a phone without horizontal scrolling', async () => {
    checked ??= checkPages();
    for (const { path, width } of await checked) expect(width, path).toBe(phone.width);
  });
});

test('has no serious accessibility violation in dialogs and menus in either theme', async () => {
  const page = await enter('administrator', '/users');
  await page.getByRole('button', { name: 'Invite user' }).click();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Actions for world-editor' }).click();
  await expectAccessibleInBothSchemes(page);
});

test('has a menu on a phone that opens every page', async () => {
  const page = await enter('administrator', '', { viewport: phone });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Venues' }).click();
  await page.getByRole('heading', { name: 'Venues', level: 1 }).waitFor();
  await expectAccessible(page);
});

test('has one line for each row of a table, whatever its texts', async () => {
  const title = word('Even ');
  await world.event({ title });
  await world.event({
    title: `${title} and ${'many words '.repeat(12)}`,
    venue: { venue: 'A hall with a very long name indeed' },
    categories: [(await world.category({ name: 'A category with a very long name' })).id],
    status: 'draft',
    recurrence: 'FREQ=WEEKLY;BYDAY=TU,TH;BYMONTH=1,2,3,4,5,6,7,9,10,11,12;COUNT=2',
  });
  const page = await enter('editor', `/events?tab=all&q=${encodeURIComponent(title)}`);
  await page.locator('.badge.rule').first().waitFor();
  const rows = await page.locator('table.records tbody tr').all();
  const heights = await Promise.all(rows.map(async (row) => Math.round((await row.boundingBox())?.height ?? 0)));
  expect(heights).toHaveLength(3);
  expect(new Set(heights).size).toBe(1);
});

test.each([1_280, 390])('keeps tables within a page of %i px for words of 120 letters', async (width) => {
  const long = 'Donau'.repeat(24);
  const { id } = await world.event({ title: long, venue: { venue: long }, organizer: { organizer: long } });
  const page = await enter('editor', `/events?tab=all&q=${long}`, { viewport: { width, height: 844 } });
  const name = page.getByRole('link', { name: long });
  await name.waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  const table = await page.locator('table.records').boundingBox();
  expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual(width);
  const box = await name.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(width);
  await page.getByRole('button', { name: `Actions for ${long}` }).click();
  await page.getByRole('menuitem', { name: 'Move to trash' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  await world.ask(`DELETE /events/${id}?force=true`, { as: 'administrator' });
});

test.each([1_440, 1_280, 390])('shows whole dates in date fields on a page of %i px', async (width) => {
  const page = await enter('editor', '/events/new', { viewport: { width, height: 900 } });
  await page.getByRole('button', { name: 'Schedule…' }).waitFor();
  await page.getByRole('button', { name: 'Schedule…' }).click();
  const fields = await page.locator('input[type=date]:visible').all();
  expect(fields.length).toBeGreaterThan(3);
  for (const field of fields) expect((await field.boundingBox())?.width).toBeGreaterThanOrEqual(150);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  await expectAccessible(page);
});

test('works by keyboard: skip link, tabs, menus and undo', async () => {
  const page = await enter('editor', '/events');
  await page.getByRole('tab', { name: /^Upcoming \d/ }).waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.locator('#content:focus').waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/events');
  await page.getByRole('tab', { name: /^Upcoming/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.getByRole('tab', { name: /^Past/ }).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Actions for A draft one' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Publish');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByText('“A draft one” moved to the trash.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Actions for A draft one' }).waitFor();
});

test('keeps the chosen theme after a reload', async () => {
  const page = await enter('editor', '', { colorScheme: 'light' });
  const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await paper();
  await page.getByRole('button', { name: 'Use dark theme' }).click();
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.reload();
  await page.getByRole('button', { name: 'Use light theme' }).waitFor();
  expect(await paper()).toBe(dark);
});

test('loads less than 60 KB of script for the first page', async () => {
  const page = await enter('editor');
  await page.locator('.plot').first().waitFor();
  const sizes = await page.evaluate(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map(({ encodedBodySize }) => encodedBodySize)`,
  );
  const total = (sizes as number[]).reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(5_000);
  expect(total).toBeLessThan(60_000);
});
