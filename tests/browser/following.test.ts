// Subscribing, adding an event to a calendar, sharing and maps, in a real browser: by mouse and keyboard, without scripts,
// in both colour schemes, and without a request to another site before a click.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInBothSchemes, useBrowser, type Visit } from '../harness/browser.js';
import { addSession } from '../harness/console.js';
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
    if (url.startsWith('/search')) {
      const places = [44.4759, 44.5].map((lat) => ({ lat, lon: -73.2121, display_name: `1 Mill Rd at ${lat}` }));
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(places));
    }
    tileRequests.push({ path: url, referer });
    return response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(tile);
  });
  await new Promise<void>((resolve) => provider.listen(0, resolve));
  providerUrl = `http://localhost:${(provider.address() as AddressInfo).port}`;
  world = await startWorld(engines[0] as TestEngine, {
    settings: {
      ALMANAC_LANGUAGES: 'en,fr',
      ALMANAC_MAP_TILES: `${providerUrl}/{z}/{x}/{y}.svg`,
      ALMANAC_GEOCODER_URL: providerUrl,
    },
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
    expect(await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')).toMatch(
      /\/cal\/events\/v1\/events\/\d+\.ics\?download=1$/,
    );
    const links = await open(page, 'Online calendars');
    expect(await links.getByRole('link').allTextContents()).toEqual([
      'Google Calendar',
      'Outlook.com',
      'Microsoft 365',
    ]);
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
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Map: Town Barn');
    await page.keyboard.press('+');
    await expect.poll(paths).toContain(tileAt(16));
    const offset = await page.evaluate(`(() => {
      const middleOf = (selector) => {
        const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
        return [left + width / 2, top + height / 2];
      };
      const [[x, y], [pinX, pinY]] = [middleOf('.map-view'), middleOf('.map-pin')];
      return [Math.abs(pinX - x), y - pinY];
    })()`);
    // The tip of the pin, which is a few pixels below its middle.
    expect(offset).toEqual([expect.closeTo(0, -1), expect.closeTo(16, -1)]);
    await page.getByRole('button', { name: 'Zoom out' }).focus();
    for (const zoom of [15, 14]) {
      await page.keyboard.press('Enter');
      await expect.poll(paths).toContain(tileAt(zoom));
    }
  });

  test('is shown at once where the settings say so', async () => {
    tileRequests.length = 0;
    await world.send('PATCH /settings', { map_open: true }, { as: 'administrator' });
    try {
      const page = await browser.open();
      await page.goto(at('/event/harvest-fair/'));
      await expect.poll(paths).toContain(tileAt(15));
      expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
      expect(page.errors).toEqual([]);
    } finally {
      await world.send('PATCH /settings', { map_open: false }, { as: 'administrator' });
    }
  });

  test('of the places page shows their venues, with details by keyboard', async () => {
    await world.event({
      title: 'Mill Day',
      venue: { venue: 'Old Mill', city: 'Oakton', geo_lat: 44.5, geo_lng: -73.3 },
    });
    tileRequests.length = 0;
    const page = await browser.open();
    await page.goto(at('/calendar/places'));
    expect(outside(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show map' }).click();
    await expect.poll(paths).not.toEqual([]);
    const [list, view] = [page.locator('.countries'), page.getByRole('group', { name: 'Map: Places' })];
    const [left, right] = [await list.boundingBox(), await view.boundingBox()];
    expect(right?.x).toBeGreaterThan((left?.x ?? Number.NaN) + (left?.width ?? Number.NaN) - 1);
    const pin = view.getByRole('button', { name: 'Old Mill' });
    await pin.focus();
    await page.keyboard.press('Enter');
    expect(await view.getByRole('link', { name: 'Mill Day' }).isVisible()).toBe(true);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Old Mill');
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate('document.activeElement.title')).toBe('Old Mill');
    expect(page.errors).toEqual([]);
  });

  test('in the form of a venue finds its address, and its pin moves by keyboard and by a click', async () => {
    tileRequests.length = 0;
    const page = await browser.open();
    await addSession(page, world, 'editor');
    await page.goto(at('/admin/venues/new'));
    await page.getByLabel('Venue').fill('New Mill');
    const labels = await page.locator('.section-place .label').allInnerTexts();
    expect(labels.slice(0, 5)).toEqual(['Address', 'Postal code', 'City', 'State or province', 'Country']);
    await page.getByRole('button', { name: 'Find address' }).click();
    await page.getByText('Enter an address first.').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill('1 Mill Rd');
    expect(tileRequests).toEqual([]);
    await page.getByRole('button', { name: 'Find address' }).click();
    await page.getByText('Found: 1 Mill Rd at 44.4759').waitFor();
    await expect.poll(paths).toContain(tileAt(16));
    await page.getByText('Coordinates').click();
    const position = async () => [
      Number(await page.getByLabel('Latitude').inputValue()),
      Number(await page.getByLabel('Longitude').inputValue()),
    ];
    expect(await position()).toEqual([44.4759, -73.2121]);
    await page.getByRole('button', { name: '1 Mill Rd at 44.5' }).click();
    expect(await position()).toEqual([44.5, -73.2121]);
    await page.getByRole('button', { name: 'Pin' }).focus();
    await page.keyboard.press('ArrowUp');
    const [lat = 0, lng = 0] = await position();
    expect(lat).toBeGreaterThan(44.5);
    expect(lng).toBeCloseTo(-73.2121, 4);
    await expectAccessibleInBothSchemes(page);
    await page.locator('.position-map').click({ position: { x: 10, y: 100 } });
    const [, west = 0] = await position();
    expect(west).toBeLessThan(lng);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.waitForURL(/\/venues\/\d+$/);
    const id = /\d+$/.exec(page.url())?.[0];
    expect(await world.get(`/venues/${id}`)).toMatchObject({ geo_lat: expect.closeTo(lat, 1), geo_lng: west });
    expect(page.errors).toEqual([]);
  });
});
