// Starting the console in browsers of several languages, and the message when its script cannot run.
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../harness/browser.js';
import { signIn, useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');

const { enter, world } = useConsole(engine);

describe('a browser with the language', () => {
  test.each([
    // Chromium reports this under LANG=C.UTF-8. It is not a valid language tag: Intl throws.
    {
      locale: 'en-US@posix',
      day: 'Sat, Oct 9, 2027',
      restored: /Your unsaved changes from .*\d.* were restored/,
    },
    {
      locale: 'fr',
      day: 'sam. 9 oct. 2027',
      restored: /modifications non enregistrées du .*\d.* ont été restaurées/,
    },
  ])('$locale shows lists, the calendar and a form', async ({ locale, day, restored }) => {
    const { id } = await world.event({
      title: `In ${locale}`,
      start_date: '2027-10-09 10:00',
      end_date: '2027-10-09 11:00',
    });
    const page = await enter('editor', '/events?tab=all', { locale });
    expect(await page.evaluate('navigator.language')).toBe(locale);
    // Commas differ between versions of the browser's locale data.
    const dates = async () => (await page.locator('table.records').innerText()).replaceAll(',', '');
    await expect.poll(dates).toContain(day.replaceAll(',', ''));
    await page.goto(`${world.address}/admin/calendar?view=dayGridMonth&date=2027-10-01`);
    await page.getByText(`In ${locale}`).waitFor();
    await page.goto(`${world.address}/admin/events/${id}`);
    await page.locator('[data-field="title"] input').fill('Renamed');
    await expect.poll(() => page.evaluate('Object.keys(localStorage).join()')).toContain('unsaved');
    await page.reload();
    await page.getByText(restored).waitFor();
  });
});

describe('a console that cannot start', () => {
  const browser = useBrowser();
  const console = () => `${world.address}/admin`;

  test('loads one language only, and shows the message without it', async () => {
    const page = await browser.open({ locale: 'fr' });
    const loaded: string[] = [];
    await page.route('**/assets/texts-*.js', (route) => {
      loaded.push(route.request().url());
      return route.abort();
    });
    await page.goto(console());
    await page.getByRole('heading', { name: 'La console n’a pas démarré' }).waitFor();
    expect(await page.locator('#start-failure pre').innerText()).toContain('/assets/texts-');
    expect(new Set(loaded).size).toBe(1);
  });

  test('shows a message in the browser’s language when its script is not loaded, and reloads', async () => {
    const page = await browser.open({ locale: 'fr' });
    await page.route('**/assets/admin-*.js', (route) => route.abort());
    await page.goto(console());
    await page.getByRole('heading', { name: 'La console n’a pas démarré' }).waitFor();
    // Set by guard.ts; CSS alone would show the message later, without the URL.
    expect(await page.locator('#start-failure pre').innerText()).toContain('/assets/admin-');
    await page.unroute('**/assets/admin-*.js');
    await page.getByRole('link', { name: 'Recharger' }).click();
    await page.getByLabel('Nom d’utilisateur').waitFor();
    expect(await page.locator('#start-failure').isVisible()).toBe(false);
  });

  test('shows the error when its script throws', async () => {
    const page = await browser.open();
    const broken = `Object.defineProperty(navigator, 'languages', { get() { throw new RangeError('none here'); } })`;
    await page.addInitScript(broken);
    await page.goto(console());
    await page.getByRole('heading', { name: 'The console did not start' }).waitFor();
    expect(await page.locator('#start-failure pre').innerText()).toContain('none here');
    expect(await page.getByRole('link', { name: 'Reload' }).getAttribute('href')).toBe('');
    // No violation of the Content-Security-Policy: only the error itself is reported.
    expect(page.errors.filter((text) => !text.includes('none here'))).toEqual([]);
  });

  test('shows the message by CSS alone when no script is loaded', async () => {
    const page = await browser.open();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(console());
    await page.evaluate('document.getAnimations().forEach((animation) => animation.finish())');
    await page.getByRole('heading', { name: 'The console did not start' }).waitFor();
  });

  test('says that it needs JavaScript when scripts are disabled', async () => {
    const page = await browser.open({ javaScriptEnabled: false, locale: 'fr' });
    await page.goto(console());
    const note = page.locator('noscript p');
    await note.waitFor();
    expect(await note.innerText()).toContain('La console a besoin de JavaScript.');
    expect(await page.evaluate(`getComputedStyle(document.getElementById('start-failure')).display`)).toBe('none');
  });

  test('shows an error with a retry button when a component throws later', async () => {
    const page = await browser.open();
    await page.goto(console());
    await page.route('**/session', (route) => route.fulfill({ json: { id: 1, user: 'somebody' } }));
    await signIn(page, 'somebody');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Username').waitFor();
  });
});
