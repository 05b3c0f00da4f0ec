// Subscribing, adding an event to a calendar, sharing and maps, in a real browser: by mouse and keyboard, without scripts,
// in both colour schemes, and without a request to another site before a click.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInBothSchemes, useBrowser, type Visit } from '../harness/browser.js';
import { engines, type TestEngine } from '../harness/engines.js';
import { baseUrl, startWorld, type World } from '../harness/world.js';

const browser = useBrowser();
let world: World;
let provider: Server;
let providerUrl: string;
const tileRequests: { readonly path: string; readonly referer: string | undefined }[] = [];

const feed = `${baseUrl}/cal/events/v1/events.ics`;
const tile = '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256"/></svg>';

beforeAll(async () => {
  provider = createServer(({ url = '', headers: { referer } }, response) => {
    tileRequests.push({ path: url, referer });
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(tile);
  });
  await new Promise<void>((resolve) => provider.listen(0, resolve));
  providerUrl = `http://localhost:${(provider.address() as AddressInfo).port}`;
  world = await startWorld(engines[0] as TestEngine, {
    settings: { ALMANAC_LANGUAGES: 'en,fr', ALMANAC_MAP_TILES: `${providerUrl}/{z}/{x}/{y}.svg` },
  });
  const category = await world.category({ name: 'Music', slug: 'music' });
  await world.event({
    title: 'Harvest Fair',
    slug: 'harvest-fair',
    description: '<p>Stalls</p>',
    categories: [category.id],
    tags: ['Free'],
    organizer: { organizer: 'Mill Guild' },
    venue: { venue: 'Town Barn', city: 'Oakton', geo_lat: 44.4759, geo_lng: -73.2121 },
    show_map: true,
  });
  await world.event({ title: 'Choir', slug: 'choir', recurrence: 'FREQ=WEEKLY;COUNT=3' });
});
afterAll(async () => {
  await world.stop();
  provider.close();
});

const at = (path: string): string => world.address + path;

/** Requests to other sites. */
const outside = (page: Visit): readonly string[] =>
  page.requestedUrls.filter((url) => !url.startsWith(`${world.address}/`));

const menu = (page: Visit, name: string) => page.locator('details.menu').filter({ hasText: name });

async function open(page: Visit, name: string) {
  const found = menu(page, name);
  await found.locator('summary').click();
  await found.getByRole('link').first().waitFor();
  return found;
}

const pages = [
  '/',
  '/calendar/month/2027-07',
  '/calendar/week/2027-07-01',
  '/calendar/day/2027-07-01',
  '/calendar/places',
  '/event/harvest-fair/',
  '/event/choir/all/',
  '/venue/town-barn/',
  '/organizer/mill-guild/',
  '/events/category/music/',
  '/tag/free/',
  '/embed',
  '/embed?view=month',
];

describe('every page', () => {
  test.each(pages)(
    '%s asks no other site, has accessible menus in both colour schemes, and fits a phone with them open',
    async (path) => {
      const page = await browser.shared();
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(at(path));
      const summaries = await page.locator('details.menu > summary').all();
      for (const summary of summaries) await summary.click();
      await expectAccessibleInBothSchemes(page);
      expect(outside(page)).toEqual([]);
      expect(page.errors).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.evaluate(`for (const menu of document.querySelectorAll('details.menu')) menu.open = false`);
      for (const summary of summaries) {
        await summary.click();
        expect(
          await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
        ).toBeLessThanOrEqual(0);
        const box = await page.locator('details.menu[open] .menu-body').first().boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
      }
    },
  );
});

describe('subscribing', () => {
  test('offers apps and services with the filters in force', async () => {
    const page = await browser.open();
    await page.goto(at('/calendar/month/2027-07?category=music'));
    const links = await open(page, 'Subscribe');
    const [id] = (await links.getByRole('textbox').inputValue()).match(/\d+$/) ?? [];
    const url = `${feed}?categories=${id}`;
    expect(await links.getByRole('textbox').inputValue()).toBe(url);
    expect(await links.getByRole('link', { name: 'Calendar app' }).getAttribute('href')).toBe(
      url.replace('https:', 'webcal:'),
    );
    for (const name of ['Google Calendar', 'Outlook.com', 'Microsoft 365'])
      expect(await links.getByRole('link', { name }).getAttribute('href')).toContain(
        encodeURIComponent(`?categories=`),
      );
    expect(outside(page)).toEqual([]);
  });

  test('works by keyboard: opens, moves, closes on Escape and gives the focus back', async () => {
    const page = await browser.open();
    await page.goto(at('/'));
    const links = menu(page, 'Subscribe');
    await links.locator('summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Calendar app on this device');
    await page.keyboard.press('Escape');
    expect(await links.getAttribute('open')).toBeNull();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Subscribe');
  });

  test('closes on a click elsewhere, and leaves one menu open at a time', async () => {
    const page = await browser.open();
    await page.goto(at('/'));
    const links = await open(page, 'Subscribe');
    await page.locator('.filters details.panel summary').click();
    await expect.poll(() => links.getAttribute('open')).toBeNull();
    await page.locator('h1').click();
    await expect.poll(() => page.locator('details[open]').count()).toBe(0);
  });

  test('copies the address and says so', async () => {
    const page = await browser.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(at('/'));
    const links = await open(page, 'Subscribe');
    await links.getByRole('button', { name: 'Copy address' }).click();
    await expect.poll(() => links.getByRole('status').textContent()).toBe('Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(feed);
  });

  test('works without scripts, where the address can be selected', async () => {
    const page = await browser.open({ javaScriptEnabled: false });
    await page.goto(at('/?lang=fr'));
    const links = await open(page, 'S’abonner');
    expect(await links.getByRole('link').count()).toBe(6);
    expect(await links.getByLabel('Adresse du calendrier').inputValue()).toBe(`${feed}?i18n_language=fr`);
    expect(await links.getByRole('button').count()).toBe(0);
  });

  test('fits the frame of an embedded calendar, whose height follows the open menu', async () => {
    const page = await browser.open();
    await page.goto(at('/embed?category=music'));
    const links = await open(page, 'Subscribe');
    const [box, height] = [
      await links.locator('.menu-body').boundingBox(),
      await page.evaluate<number>(documentHeight),
    ];
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    expect(await links.getByRole('link', { name: 'Calendar app' }).getAttribute('target')).toBe('_self');
  });
});

const documentHeight = 'document.documentElement.getBoundingClientRect().height';

describe('an event', () => {
  test.each(['/event/harvest-fair/', '/event/choir/2027-07-08/'])('%s can be added to calendars', async (path) => {
    const page = await browser.open();
    await page.goto(at(path));
    const links = await open(page, 'Add to calendar');
    expect(await links.getByRole('link').allTextContents()).toEqual([
      'Calendar file (.ics)',
      'Google Calendar',
      'Outlook.com',
      'Microsoft 365',
    ]);
    expect(await links.getByRole('link').first().getAttribute('href')).toMatch(
      /\/cal\/events\/v1\/events\/\d+\.ics\?download=1$/,
    );
    expect(outside(page)).toEqual([]);
  });

  test('is shared by its link, copied where the browser cannot share', async () => {
    const page = await browser.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.addInitScript('delete Navigator.prototype.share');
    await page.goto(at('/event/harvest-fair/?lang=fr'));
    await page.getByRole('button', { name: 'Partager' }).click();
    await expect.poll(() => page.locator('.share').getByRole('status').textContent()).toBe('Lien copié');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${baseUrl}/event/harvest-fair/?lang=fr`);
  });

  test('shows the link to copy where the clipboard is blocked', async () => {
    const page = await browser.open();
    await page.addInitScript(
      "delete Navigator.prototype.share; Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })",
    );
    await page.goto(at('/event/harvest-fair/'));
    await page.getByRole('button', { name: 'Share' }).click();
    await expect
      .poll(() => page.locator('.share').getByRole('status').textContent())
      .toContain(`${baseUrl}/event/harvest-fair/`);
    await expectAccessible(page);
  });

  test.each([
    ['shares', 'undefined'],
    ['leaves the page as it is when the share sheet is closed', "Promise.reject(new DOMException('', 'AbortError'))"],
  ])('%s through the device where it can', async (_, answer) => {
    const page = await browser.open();
    await page.addInitScript(
      `Navigator.prototype.share = async (data) => { window.sharedData = data; await ${answer}; window.isShared = true; }`,
    );
    await page.goto(at('/event/harvest-fair/'));
    await page.getByRole('button', { name: 'Share' }).click();
    await expect
      .poll(() => page.evaluate('window.sharedData'))
      .toEqual({ title: 'Harvest Fair', url: `${baseUrl}/event/harvest-fair/` });
    expect(await page.locator('.share').getByRole('status').textContent()).toBe('');
    expect(page.errors).toEqual([]);
  });

  test('has no share button without scripts', async () => {
    const page = await browser.open({ javaScriptEnabled: false });
    await page.goto(at('/event/harvest-fair/'));
    expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Show map' }).count()).toBe(0);
  });
});

describe('a map', () => {
  /** The tile that has the venue, at a zoom level. */
  const tileAt = (zoom: number): string => {
    const size = 2 ** zoom;
    const lat = (44.4759 * Math.PI) / 180;
    const x = Math.floor(((-73.2121 + 180) / 360) * size);
    const y = Math.floor(((1 - Math.asinh(Math.tan(lat)) / Math.PI) / 2) * size);
    return `/${zoom}/${x}/${y}.svg`;
  };
  const paths = () => tileRequests.map(({ path }) => path);

  test.each(['/event/harvest-fair/', '/venue/town-barn/'])('%s loads it after the click only', async (path) => {
    tileRequests.length = 0;
    const page = await browser.open();
    await page.goto(at(path));
    expect(tileRequests).toEqual([]);
    expect(outside(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show map' }).click();
    await expect.poll(paths).toContain(tileAt(15));
    expect(outside(page).every((url) => url.startsWith(`${providerUrl}/15/`))).toBe(true);
    expect(outside(page).length).toBeLessThan(20);
    // The provider learns which site shows its map, not which page.
    expect(new Set(tileRequests.map(({ referer }) => referer))).toEqual(new Set([`${world.address}/`]));
    expect(await page.getByRole('group', { name: 'Map: Town Barn' }).count()).toBe(1);
    expect(page.errors).toEqual([]);
    await expectAccessibleInBothSchemes(page);
  });

  test('shows the venue in its middle and zooms by keyboard', async () => {
    tileRequests.length = 0;
    const page = await browser.open();
    await page.goto(at('/event/harvest-fair/'));
    await page.getByRole('button', { name: 'Show map' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(paths).toContain(tileAt(15));
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Zoom in');
    await page.keyboard.press('Enter');
    await expect.poll(paths).toContain(tileAt(16));
    const inside = await page.evaluate(`(() => {
      const view = document.querySelector('.map-view').getBoundingClientRect();
      const [x, y] = [view.left + view.width / 2, view.top + view.height / 2];
      const tile = [...document.querySelectorAll('.map-tiles img')].find((image) => {
        const box = image.getBoundingClientRect();
        return box.left <= x && x < box.right && box.top <= y && y < box.bottom;
      });
      return new URL(tile.src).pathname;
    })()`);
    expect(inside).toBe(tileAt(16));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(paths).toContain(tileAt(14));
    for (let times = 0; times < 20; times++) await page.keyboard.press('Enter');
    await expect.poll(paths).toContain(tileAt(2));
    expect(paths().some((path) => path.startsWith('/1/'))).toBe(false);
  });
});
