// Finding an event in a real browser: chips without scripts, the way back, the position of the device, and past days on
// phones.
import { beforeAll, expect, test } from 'vitest';
import { expectAccessibleInBothSchemes, useBrowser } from '../harness/browser.js';
import { engines, type TestEngine } from '../harness/engines.js';
import { useWorld } from '../harness/world.js';

const world = useWorld(engines[0] as TestEngine);
const browser = useBrowser();
const at = (path: string): string => world.address + path;
const phone = { width: 390, height: 844 };

/** The clock of the world shows Tuesday, 15 June 2027. */
beforeAll(async () => {
  const venue = await world.venue({ venue: 'Town Barn', city: 'Oakton' });
  const add = (title: string, day: string, given = {}) =>
    world.event({
      title,
      start_date: `2027-06-${day} 19:00:00`,
      end_date: `2027-06-${day} 21:00:00`,
      venue: venue.id,
      ...given,
    });
  await add('Free film', '19');
  await add('Paid concert', '19', { cost: '12', description: '<p>Bring a friend.</p>' });
  await add('Last week', '08');
  await add('Next week', '23');
});

test('free events of this weekend are two clicks away, without scripts', async () => {
  const page = await browser.open({ javaScriptEnabled: false });
  await page.goto(at('/'));
  await page.locator('.quick').getByRole('link', { name: 'This weekend' }).click();
  await page.waitForURL('**/calendar/list?when=weekend');
  expect(await page.locator('.card-title').allTextContents()).toEqual(['Free film', 'Paid concert']);
  await page.locator('.quick').getByRole('link', { name: 'Free', exact: true }).click();
  await page.waitForURL('**/calendar/list?free=1&when=weekend');
  expect(await page.locator('.card-title').allTextContents()).toEqual(['Free film']);
  expect(await page.getByRole('button', { name: 'Near me' }).isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Free film' }).click();
  await page.getByRole('link', { name: 'All events' }).click();
  await page.waitForURL('**/calendar/list');
});

test('the page of an event leads back to the list that it was opened from, with its filters', async () => {
  const page = await browser.open();
  await page.goto(at('/calendar/list?when=weekend'));
  await page.getByRole('link', { name: 'Paid concert' }).click();
  await page.getByRole('link', { name: 'Free film' }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL('**/calendar/list?when=weekend');
  await page.getByRole('link', { name: 'Free film' }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL('**/calendar/list?when=weekend');
  expect(page.errors).toEqual([]);
  const fresh = await browser.open();
  await fresh.goto(at('/event/free-film/'));
  expect(await fresh.locator('.back a').textContent()).toBe('← All events');
});

test('asks for the position of the device after a click only, and keeps the other filters', async () => {
  const page = await browser.open({ geolocation: { latitude: 40, longitude: -73 }, permissions: ['geolocation'] });
  await page.addInitScript(`
    const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
    window.asked = 0;
    navigator.geolocation.getCurrentPosition = (...given) => { window.asked += 1; ask(...given); };
  `);
  await page.goto(at('/calendar/list?free=1'));
  expect(await page.evaluate('window.asked')).toBe(0);
  await page.getByRole('button', { name: 'Near me' }).click();
  await page.waitForURL(
    (url) => url.searchParams.get('near') === '40.00,-73.00' && url.searchParams.get('free') === '1',
  );
  expect(page.requestedUrls.filter((url) => !url.startsWith(world.address))).toEqual([]);
});

test('phones fold the past days of the current month and week, without scripts', async () => {
  const page = await browser.open({ viewport: phone, javaScriptEnabled: false });
  await page.goto(at('/calendar/month/2027-06'));
  const past = page.locator('.bit', { hasText: 'Last week' });
  expect([await past.isVisible(), await page.locator('.bit', { hasText: 'Next week' }).isVisible()]).toEqual([
    false,
    true,
  ]);
  await page.getByText('Past days').click();
  expect(await past.isVisible()).toBe(true);
  await page.goto(at('/calendar/month/2027-07'));
  expect(await page.getByText('Past days').count()).toBe(0);
  await page.setViewportSize({ width: 1_280, height: 900 });
  await page.goto(at('/calendar/month/2027-06'));
  expect([await past.isVisible(), await page.getByText('Past days').isVisible()]).toEqual([true, false]);
});

test('date and place are above the text at every width, and an event without a text has no empty column', async () => {
  const page = await browser.open();
  for (const width of [1_280, 820, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(at('/event/paid-concert/'));
    const [lead, text] = [await page.locator('.lead').boundingBox(), await page.locator('.prose').boundingBox()];
    expect((lead?.y ?? 0) + (lead?.height ?? 0)).toBeLessThan(text?.y ?? 0);
    expect((await page.locator('.lead').innerText()).replace(/\s+/g, ' ')).toContain('19:00 – 21:00 Town Barn, Oakton');
    await page.goto(at('/event/free-film/'));
    const [facts, article] = [await page.locator('.facts').boundingBox(), await page.locator('article').boundingBox()];
    expect(facts?.width).toBeCloseTo(article?.width ?? 0, 0);
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  }
});

test.each(['/calendar/list?when=weekend&free=1', '/event/paid-concert/', '/event/free-film/', '/no-such-page'])(
  '%s is accessible, light and dark, wide and on a phone',
  async (path) => {
    for (const viewport of [{ width: 1_280, height: 900 }, phone]) {
      const page = await browser.open({ viewport });
      await page.goto(at(path));
      await expectAccessibleInBothSchemes(page);
    }
  },
);
