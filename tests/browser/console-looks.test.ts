// Layout of the console in a real browser: accessibility in both themes, phones, keyboard, and script size.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { colorRules, expectAccessible, gravest } from '../harness/browser.js';
import { useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { png } from '../harness/pictures.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');
const { open, enter, world } = useConsole(engine, { ALMANAC_LANGUAGES: 'en,fr' });

const pages = [
  '',
  '/events',
  '/events?tab=trash',
  '/events?tab=all&q=nothing-has-this',
  '/events?tab=all&categories=1',
  '/events?tab=all&show=series',
  '/calendar?view=dayGridMonth&date=2027-07-01',
  '/calendar?view=timeGridWeek&date=2027-07-01',
  '/calendar?view=listMonth&date=2027-07-01',
  '/venues',
  '/organizers',
  '/categories',
  '/tags',
  '/media',
  '/users',
  '/account',
  '/nowhere',
  '/events/new',
];

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

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(`${world.address}/admin${path}`);
  await page.waitForLoadState('networkidle');
  // The skeleton of a page that is still loading.
  await page.locator('.skeleton').waitFor({ state: 'detached' });
}

const themes = ['light', 'dark'] as const;
type Violations = Readonly<Record<(typeof themes)[number], string[]>>;
let checked: Promise<Violations> | undefined;

/** Checks every page in both themes on one visit, since loading the pages takes most of the time. */
async function checkPages(): Promise<Violations> {
  const violations: Violations = { light: [], dark: [] };
  const check = async (page: Page) => {
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      // Buttons have a transition between the colours of the themes.
      await page.evaluate(
        'document.getAnimations().forEach((animation) => animation instanceof CSSTransition && animation.finish())',
      );
      violations[colorScheme].push(
        ...(await gravest(page, colorScheme === 'dark' ? colorRules : undefined)).map(
          (text) => `${page.url()} ${text}`,
        ),
      );
    }
  };
  await check(await open());
  const page = await enter('administrator');
  for (const path of pages) {
    await visit(page, path);
    await check(page);
  }
  return violations;
}

test.each(themes)(
  'has no serious accessibility violation on any page in the %s theme',
  { timeout: 600_000 },
  async (theme) => {
    checked ??= checkPages();
    expect((await checked)[theme]).toEqual([]);
  },
);

test.each(themes)(
  'has no serious accessibility violation in dialogs and menus in the %s theme',
  async (colorScheme) => {
    const page = await enter('administrator', '/users', { colorScheme });
    await page.getByRole('button', { name: 'New user' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Actions for world-editor' }).click();
    await expectAccessible(page);
  },
);

test('fits a phone without horizontal scrolling, and its menu opens every page', async () => {
  const page = await enter('administrator', '', { viewport: { width: 390, height: 844 } });
  for (const path of pages) {
    await visit(page, path);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect([path, width]).toEqual([path, 390]);
  }
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Venues' }).click();
  await page.getByRole('heading', { name: 'Venues', level: 1 }).waitFor();
  await expectAccessible(page);
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
