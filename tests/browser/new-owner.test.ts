// A new owner: from an empty database to a calendar with their own name, logo and colour. Set-up and the first event by
// keyboard alone.
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test, vi } from 'vitest';
import { expectAccessible, useBrowser } from '../harness/browser.js';
import { drawn } from '../harness/pictures.js';
import { cleanUp, eventsOf, newFolder, serve } from '../harness/program.js';
import { entry } from './forms-harness.js';

const minute = 60_000;
const accent = '#0060a0';
const name = 'Harbour Events';

const browser = useBrowser();
afterAll(cleanUp);

const maxTabs = 300;

/** Moves the focus with the Tab key alone. */
async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await control.first().waitFor();
  for (let pressed = 0; pressed < maxTabs; pressed++) {
    await page.keyboard.press(key);
    if (await control.and(page.locator(':focus')).count()) return;
  }
  throw new Error(`${control} cannot be reached with the keyboard`);
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** The address that the first start prints. */
async function startAndReadAddress(): Promise<{ readonly url: string; readonly address: string }> {
  const server = await serve([], { data: newFolder() });
  const printed = () => /^ {2}(http:\S+#setup=\S+)$/m.exec(server.output.stderr)?.[1] ?? '';
  await vi.waitUntil(printed, { timeout: minute });
  return { url: server.url, address: printed() };
}

async function setUp(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Set up your calendar' }).waitFor();
  await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(name);
  await tabTo(page, page.getByLabel('Time zone'));
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Paris');
  await type(page, 'Username', 'Ada');
  await type(page, 'Password', 'correct horse battery');
  await page.keyboard.press('Enter');
}

async function publishFirstEvent(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('link', { name: 'Publish your first event' }));
  await page.keyboard.press('Enter');
  await page.getByLabel('Title').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Boat Parade');
  await tabTo(page, page.getByRole('button', { name: 'Publish', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByText('“Boat Parade” is published').waitFor();
}

async function chooseLook(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin`);
  await page.getByRole('link', { name: 'Add a logo or a color' }).click();
  await expect.poll(() => page.evaluate('document.activeElement.id'), { timeout: minute }).toBe('branding');
  const logo = await drawn(320, 96).png().toBuffer();
  await entry(page, 'logo')
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await entry(page, 'logo').getByRole('img').waitFor();
  await entry(page, 'accent_color').locator('input[type=text]').fill(accent);
  await entry(page, 'show_credit').getByRole('checkbox').uncheck();
  const languages = entry(page, 'languages');
  // Set-up has chosen the language of the browser.
  await languages.getByRole('combobox').fill('germ');
  await languages.getByRole('option', { name: 'German' }).click();
  await languages.getByRole('button', { name: 'Make default: German' }).click();
  await languages.getByRole('button', { name: 'Make default: English' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved').first().waitFor();
  expect(await languages.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^English en\s+Default/),
    expect.stringContaining('German'),
  ]);
}

const fillOf = (page: Page): Promise<string> =>
  page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--fill')`);

async function expectOwnLook(page: Page): Promise<void> {
  expect(await page.content(), page.url()).not.toContain('Almanac');
  expect(await fillOf(page)).toContain(accent);
}

test('sets up, publishes an event and sees their name, logo and colour', { timeout: 5 * minute }, async () => {
  const { url, address } = await startAndReadAddress();
  const page = await browser.open({ timezoneId: 'Europe/Paris' });
  await page.goto(address);
  await setUp(page);
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await expectAccessible(page);
  await publishFirstEvent(page);
  await chooseLook(page, url);

  const visitor = await browser.open();
  await visitor.goto(`${url}/`);
  await visitor.getByText('Boat Parade').first().waitFor();
  await expectOwnLook(visitor);
  await visitor.getByRole('img', { name }).waitFor();
  await expect.poll(() => visitor.evaluate(`document.querySelector('img.logo').naturalWidth`)).toBe(320);
  await visitor.getByRole('link', { name: 'Boat Parade' }).first().click();
  await visitor.getByRole('heading', { name: 'Boat Parade' }).waitFor();
  await expectOwnLook(visitor);
  await visitor.goto(`${url}/calendar/month`);
  await expectOwnLook(visitor);
  await visitor.goto(`${url}/embed`);
  await visitor.getByText('Boat Parade').first().waitFor();
  await expectOwnLook(visitor);
  expect(visitor.errors).toEqual([]);

  const read = async (path: string) => (await fetch(path)).text();
  const calendar = await read(`${eventsOf(url)}.ics`);
  expect(calendar).toContain(`NAME:${name}\r\n`);
  expect(calendar).toContain('IMAGE;VALUE=URI');
  expect(calendar).toContain(`X-APPLE-CALENDAR-COLOR:${accent}`);
  const rss = await read(`${eventsOf(url)}.rss`);
  expect(rss).toContain(`<title>${name}`);
  expect(rss).toContain('<image>');
  expect(rss).not.toContain('Almanac');
  expect(await read(`${url}/manifest.webmanifest`)).toContain(name);
});
