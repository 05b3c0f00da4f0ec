// The dashboard in a real browser: lists, plots and health checks, by role and language.
import { beforeAll, expect, test } from 'vitest';
import { plusSeconds } from '../../src/core/time/clock.js';
import { expectAccessible, type Visit } from '../harness/browser.js';
import { useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');
const { enter, world } = useConsole(engine);

const daySeconds = 86_400;

beforeAll(async () => {
  const { now } = world.clock;
  world.clock.now = plusSeconds(now, -30 * daySeconds);
  await world.event({ title: 'An old draft', status: 'draft' });
  world.clock.now = plusSeconds(now, -5 * daySeconds);
  await world.event({ title: 'A new draft', status: 'draft' });
  for (let request = 0; request < 3; request++) await world.ask('GET //calendar/list');
  await world.ask('GET /events.ics');
  await world.runDue();
  world.clock.now = now;
  const far = { timezone: 'Asia/Tokyo', start_date: '2027-07-01 19:00:00', end_date: '2027-07-01 21:00:00' };
  await world.event({ title: 'Concert in Tokyo', ...far });
  await world.event({ title: 'Someone’s suggestion', status: 'pending' });
  for (let request = 0; request < 7; request++) await world.get('/venues', { on: 'dropin' });
  await world.runDue();
});

const card = (page: Visit, name: string) => page.getByRole('region', { name });

test('shows an administrator what is next, what needs attention, and how the site is used', async () => {
  const page = await enter('administrator');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.getByText('Concert in Tokyo').waitFor();
  await page.getByText('Someone’s suggestion').waitFor();
  expect(await card(page, 'Coming up').innerText()).toMatch(/Concert in Tokyo\s.*19:00.*\(Asia\/Tokyo\)/);
  expect(await card(page, 'Pending review').innerText()).toContain('Someone’s suggestion');
  const stale = card(page, 'Drafts without changes for 14 days');
  await stale.getByText('An old draft').waitFor();
  expect(await stale.innerText()).not.toContain('A new draft');
  const plot = page.getByRole('img', { name: /^API requests, .*: [\d,]+ in total$/ });
  expect(await plot.locator('rect').count()).toBe(14);
  const views = card(page, 'Page views').first();
  expect(await views.innerText()).toContain('3 in total');
  await card(page, 'API requests').getByText('Show as a table').click();
  const newest = card(page, 'API requests').getByRole('row').last();
  expect(await newest.getByRole('cell').nth(1).innerText()).toBe('7');
});

test('runs the health checks on demand', async () => {
  const page = await enter('administrator');
  const database = card(page, 'Database');
  await database.waitFor();
  expect(await database.innerText()).toMatch(/Size\s+[\d.]+ [kM]B/);
  await page.getByRole('button', { name: 'Run checks' }).click();
  await page.getByText(/^All \d+ checks passed/).waitFor();
});

test('shows a contributor only own records, and nothing about the database', async () => {
  await world.event({ title: 'My own suggestion', status: 'pending' }, { as: 'contributor' });
  const page = await enter('contributor');
  await card(page, 'Page views').waitFor();
  await page.getByText('My own suggestion').waitFor();
  await page.getByText('No old drafts.').waitFor();
  const text = await page.locator('main').innerText();
  expect(text).toContain('My own suggestion');
  expect(text).not.toMatch(/Someone’s suggestion|An old draft|Database|Health checks/);
});

test('is not shown to subscribers', async () => {
  const page = await enter('subscriber');
  await page.getByRole('heading', { name: 'Welcome' }).waitFor();
});

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } };
const titles = { 'en-US': 'Dashboard', 'fr-FR': 'Tableau de bord' };

test.each(
  (Object.keys(sizes) as (keyof typeof sizes)[]).flatMap((size) =>
    (Object.keys(titles) as (keyof typeof titles)[]).map((locale) => ({ size, locale })),
  ),
)('is accessible on a $size in $locale, without horizontal scrolling', async ({ size, locale }) => {
  const page = await enter('administrator', '', { viewport: sizes[size], locale });
  await page.getByRole('heading', { name: titles[locale], level: 1 }).waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await page.locator('.plot summary').first().click();
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.lang')).toBe(locale.slice(0, 2));
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(sizes[size].width);
});
