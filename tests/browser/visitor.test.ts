// The public pages in a real browser, with the demo calendar: navigation, without scripts, by keyboard, on a phone, in
// another time zone, and the embedded widget.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf } from '../../src/app.js';
import { operator } from '../../src/core/actor.js';
import { loadDemo } from '../../src/demo/load.js';
import { expectAccessible, expectAccessibleInBothSchemes, useBrowser, type Visit } from '../harness/browser.js';
import { engines, type TestEngine } from '../harness/engines.js';
import { useWorld } from '../harness/world.js';

const world = useWorld(engines[0] as TestEngine, { settings: { ALMANAC_LANGUAGES: 'en,fr' } });
const browser = useBrowser();

beforeAll(async () => {
  const context = contextOf(world.config, world.store, operator);
  await loadDemo(world.store, { ...context, call: { ...context.call, now: world.clock.now } }, true);
  // Years later, so that no other view shows it.
  await world.event({
    title: 'Evening choir',
    slug: 'evening-choir',
    start_date: '2033-03-01 19:00:00',
    end_date: '2033-03-01 21:00:00',
    recurrence: 'FREQ=WEEKLY;COUNT=30',
  });
});

/** The world's clock shows June 2027; the festival is in the third week after that. */
const pages = [
  '/',
  '/calendar/list?search=music&category=music',
  '/calendar/list?search=nosuchword',
  '/calendar/month/2027-07',
  '/calendar/month/2031-02',
  '/calendar/week/2027-07-10',
  '/calendar/day/2027-07-10',
  '/calendar/places',
  '/calendar/places?near=38.7,-9.1',
  '/event/harbour-lights-festival/',
  '/event/members-preview-next-season-at-lantern-house/',
  '/event/evening-choir/2033-03-08/',
  '/event/evening-choir/all/',
  '/venue/the-tide-hall/',
  '/organizer/harbour-arts-circle/',
  '/events/category/music/jazz/',
  '/tag/live-music/',
  '/?lang=fr',
  '/embed',
  '/embed?view=month&date=2027-07-01',
];
const refused = ['/event/nothing/', '/calendar/list?page=x'];

const at = (path: string): string => world.address + path;

/** Pixels by which the page is wider than its viewport. */
const overhang = (page: Visit): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

const quiet = (page: Visit): void => expect(page.errors).toEqual([]);

test('shows external images of a description, and keeps its anchors within the text', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12"></svg>';
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.referer);
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(drawing);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const elsewhere = `http://localhost:${(server.address() as AddressInfo).port}`;
  try {
    const { slug } = await world.event({
      description: `<p><a href="#end">Go to the end</a></p><img src="${elsewhere}/a.svg" alt="drawn"><p id="content" class="top panel wp-block">mine</p><h2 id="end">The end</h2>`,
    });
    const page = await browser.open();
    await page.goto(at(`/event/${slug}/`));
    await expect.poll(() => page.evaluate(`document.querySelector('[alt=drawn]').naturalWidth`)).toBe(12);
    expect(seen).toEqual([undefined]);
    await page.getByRole('link', { name: 'Go to the end' }).click();
    expect(await page.locator(':target').textContent()).toBe('The end');
    expect(await page.locator('#content').count()).toBe(1);
    expect(await page.getByText('mine').getAttribute('class')).toBe('wp-block');
    quiet(page);
  } finally {
    server.close();
  }
});

test('links from the first page to an event, its venue and back', async () => {
  const page = await browser.open();
  await page.goto(at('/'));
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Upcoming events');
  await page.getByRole('link', { name: 'Month', exact: true }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('June 2027');
  await page
    .getByRole('link', { name: /^Next month/ })
    .first()
    .click();
  await page.waitForURL('**/calendar/month/2027-07');
  await page
    .locator('.bit')
    .getByRole('link', { name: /Harbour Lights Festival/ })
    .click();
  await page.waitForURL('**/event/harbour-lights-festival/');
  expect(await page.locator('.facts').textContent()).toContain('The Tide Hall');
  await page.locator('.facts').getByRole('link', { name: 'The Tide Hall' }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('The Tide Hall');
  await page.locator('.agenda').getByRole('link', { name: 'Harbour Lights Festival' }).click();
  await page.locator('.parts').getByRole('link', { name: 'Harbour Lights: Lantern Parade' }).click();
  expect(await page.locator('.part-of').textContent()).toContain('Harbour Lights Festival');
  await page.getByRole('link', { name: 'Almanac' }).click();
  await page.getByRole('link', { name: 'FR', exact: true }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Événements à venir');
  expect(await page.locator('html').getAttribute('lang')).toBe('fr');
  quiet(page);
});

test('links the dates of a series with each other and with the list of all dates', async () => {
  const page = await browser.open();
  await page.goto(at('/event/evening-choir/'));
  await page.waitForURL('**/event/evening-choir/2033-03-01/');
  await page.getByRole('link', { name: 'Next date: 8 March 2033' }).click();
  await page.waitForURL('**/event/evening-choir/2033-03-08/');
  await page.getByRole('link', { name: 'Previous date: 1 March 2033' }).click();
  await page.getByRole('link', { name: 'All dates' }).click();
  await page.waitForURL('**/event/evening-choir/all/');
  expect(await page.locator('.dates li').count()).toBe(20);
  await page.locator('.pager').getByRole('link', { name: 'Next' }).click();
  await page.waitForURL('**/event/evening-choir/all/?page=2');
  expect(await page.locator('.dates li').count()).toBe(10);
  await page.getByRole('link', { name: 'Go to the next date' }).click();
  await page.waitForURL('**/event/evening-choir/2033-03-01/');
  quiet(page);
});

test('keeps search and filters in the URL, shows them as chips, and removes them', async () => {
  const page = await browser.open();
  await page.goto(at('/'));
  await page.getByPlaceholder('Search events').fill('lantern');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/calendar/list?search=lantern');
  await page.locator('.filters summary').click();
  await page.getByLabel('Family').check();
  await page.getByRole('button', { name: 'Show events' }).click();
  await page.waitForURL('**/calendar/list?search=lantern&category=family');
  expect(await page.locator('.active .removable').allTextContents()).toEqual(['“lantern”', 'Family']);
  await page.getByRole('link', { name: 'Month', exact: true }).click();
  await page.waitForURL('**/calendar/month/2027-06?search=lantern&category=family');
  await page.getByRole('link', { name: 'Remove filter: “lantern”' }).click();
  await page.waitForURL('**/calendar/month/2027-06?category=family');
  await page.locator('.filters summary').click();
  await page.keyboard.press('Escape');
  expect(await page.locator('.filters .panel-body').isVisible()).toBe(false);
  quiet(page);
});

test('opens a protected event with its password', async () => {
  const page = await browser.open();
  await page.goto(at('/event/members-preview-next-season-at-lantern-house/'));
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Open' }).click();
  expect(await page.getByRole('alert').textContent()).toBe('Incorrect password.');
  await page.getByLabel('Password').fill('lantern');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.locator('.prose').waitFor();
  expect(await page.context().cookies()).toEqual([]);
});

test('follows the system theme until another is chosen, which is kept', async () => {
  const page = await browser.open({ colorScheme: 'dark' });
  const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  await page.goto(at('/'));
  const dark = await paper();
  await page.getByRole('button', { name: 'Light or dark' }).click();
  const light = await paper();
  expect(light).not.toBe(dark);
  await page.goto(at('/calendar/month/2027-07'));
  expect(await paper()).toBe(light);
  quiet(page);
});

describe('times', () => {
  test('of an event with a venue are converted to the visitor’s time zone on request', async () => {
    const page = await browser.open({ timezoneId: 'Asia/Tokyo' });
    await page.goto(at('/event/harbour-lights-opening-night-on-the-water/'));
    const yours = page.locator('.lead .yours');
    expect(await page.locator('.lead time').first().textContent()).toBe('20:30 – 23:30');
    expect(await page.locator('.lead .zone').textContent()).toBe('Western European Time');
    expect(await yours.isVisible()).toBe(false);
    await page.getByText('Show in your time zone').click();
    expect(await yours.textContent()).toBe('Fri 04:30 – 07:30 your time');
    expect(await yours.isVisible()).toBe(true);
    await page.goto(at('/calendar/list?search=harbour'));
    expect(await page.locator('.yours').count()).toBe(0);
    quiet(page);
  });

  test('of an online event are converted to the visitor’s time zone at once', async () => {
    await world.event({
      title: 'Tides Explained',
      start_date: '2027-07-12 18:30:00',
      end_date: '2027-07-12 21:00:00',
      timezone: 'America/Los_Angeles',
      attendance: 'online',
    });
    const page = await browser.open({ timezoneId: 'Europe/Paris' });
    for (const path of ['/event/tides-explained/', '/calendar/day/2027-07-12', '/calendar/list?search=tides']) {
      await page.goto(at(path));
      expect(await page.locator('.yours').textContent()).toBe('Tue 03:30 – 06:00 your time');
      const colour = (name: string) =>
        page.evaluate<string>(`getComputedStyle(document.querySelector('${name}')).color`);
      expect(await colour('.yours')).toBe(await colour('.zone'));
    }
    await page.goto(at('/calendar/list?search=tides&lang=fr'));
    expect(await page.locator('.yours').textContent()).toBe('mar. 03:30 – 06:00 à votre heure');
    quiet(page);
  });

  test('are not converted when the UTC offsets agree', async () => {
    const page = await browser.open({ timezoneId: 'Europe/Lisbon' });
    await page.goto(at('/event/harbour-lights-opening-night-on-the-water/'));
    expect(await page.locator('.lead .yours').count()).toBe(0);
    expect(await page.getByText('Show in your time zone').count()).toBe(0);
  });
});

test('works without scripts: reading, searching and filtering', async () => {
  const page = await browser.open({ javaScriptEnabled: false });
  await page.goto(at('/calendar/month/2027-07'));
  await page
    .locator('.bit')
    .getByRole('link', { name: /Harbour Lights Festival/ })
    .click();
  expect(await page.locator('.prose').textContent()).toContain('For four days the quay');
  await page.goto(at('/calendar/list'));
  await page.locator('.filters summary').click();
  await page.getByLabel('City').fill('lisbon');
  await page.getByRole('button', { name: 'Show events' }).click();
  await page.waitForURL('**/calendar/list?city=lisbon');
  expect(await page.locator('.card-place').allTextContents()).not.toEqual([]);
  for (const place of await page.locator('.card-place').allTextContents()) expect(place).toContain('Lisbon');
  expect(await page.locator('[data-theme-toggle]').isVisible()).toBe(false);
});

test('has a tab order that reaches every control, with a visible focus', async () => {
  const page = await browser.open();
  await page.goto(at('/calendar/month/2027-07'));
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.className')).toBe('skip');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('content');
  await page.goto(at('/calendar/month/2027-07'));
  const wanted = await page.evaluate<number>(
    `[...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary')].filter((one) => one.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) && one.tabIndex >= 0).length`,
  );
  const seen: string[] = [];
  for (let step = 0; step < wanted; step++) {
    await page.keyboard.press('Tab');
    seen.push(
      await page.evaluate<string>(`(() => {
        const one = document.activeElement;
        const { width, height } = one.getBoundingClientRect();
        const style = getComputedStyle(one);
        return one.matches(':focus-visible') && style.outlineStyle !== 'none' && width > 4 && height > 4 ? 'seen' : one.outerHTML.slice(0, 120);
      })()`),
    );
  }
  expect(seen.filter((one) => one !== 'seen')).toEqual([]);
  expect(await page.evaluate(`document.querySelector('.foot').contains(document.activeElement)`)).toBe(true);
});

describe.each([...pages, ...refused])('%s', (path) => {
  test('fits its viewport, is accessible in light and dark, keeps its policy and requests nothing from others', async () => {
    const page = await browser.shared();
    await page.goto(at(path));
    for (const width of [1920, 768, 390, 360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overhang(page), `at ${width} px`).toBeLessThanOrEqual(0);
    }
    await expectAccessibleInBothSchemes(page);
    // The browser logs the status of a refused page.
    expect(page.errors.filter((text) => !refused.includes(path) || !text.startsWith('Failed to load'))).toEqual([]);
    expect(page.requestedUrls.filter((url) => !url.startsWith(world.address))).toEqual([]);
  });
});

test('has no serious accessibility violation in open filters and on a phone', async () => {
  const page = await browser.open({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  for (const path of ['/calendar/month/2027-07', '/calendar/week/2027-07-10', '/event/harbour-lights-festival/']) {
    await page.goto(at(path));
    await expectAccessible(page);
  }
  await page.goto(at('/calendar/list'));
  await page.locator('.filters summary').click();
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});

describe('the embedded widget on another site', () => {
  const height = (page: Visit) => page.evaluate<number>(`document.querySelector('iframe').offsetHeight`);
  let foreign: Server;
  let home: string;

  beforeAll(async () => {
    foreign = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader(
        'Content-Security-Policy',
        `default-src 'none'; script-src ${world.address}; frame-src ${world.address}`,
      );
      response.end(
        `<!doctype html><html lang="en"><title>Town</title><h1>Town</h1><script src="${world.address}/embed.js" data-view="list" data-category="music" data-lang="fr" data-title="Agenda"></script><p id="after">After</p></html>`,
      );
    });
    await new Promise<void>((ready) => foreign.listen(0, '127.0.0.1', ready));
    home = `http://localhost:${(foreign.address() as AddressInfo).port}/`;
  });
  afterAll(() => new Promise((done) => foreign.close(done)));

  test('shows the calendar after its script tag, fits its height, and opens events in a new tab', async () => {
    const page = await browser.open();
    await page.goto(home);
    const frame = page.locator('script + iframe');
    expect(await frame.getAttribute('src')).toBe(at('/embed?view=list&category=music&lang=fr'));
    expect(await frame.getAttribute('title')).toBe('Agenda');
    const inside = page.frameLocator('iframe');
    await inside.locator('.card').first().waitFor();
    await expect.poll(() => height(page)).toBeGreaterThan(600);
    const content = await inside.locator('main').boundingBox();
    expect(await height(page)).toBeGreaterThanOrEqual(content?.height ?? Number.NaN);
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      inside.locator('.card a').first().click(),
    ]);
    await opened.waitForLoadState();
    expect(opened.url()).toMatch(/\/event\/[^/]+\/(\d{4}-\d\d-\d\d\/)?\?lang=fr$/);
    expect(page.url()).toBe(home);
    quiet(page);
  });

  test('ignores height messages from other senders', async () => {
    const page = await browser.open();
    await page.goto(home);
    await expect.poll(() => height(page)).toBeGreaterThan(600);
    const before = await height(page);
    await page.evaluate(`postMessage({ almanac: 'height', height: 77 }, '*')`);
    await page.evaluate('new Promise((done) => setTimeout(done))');
    expect(await height(page)).toBe(before);
  });
});
