// Opens public pages and views of the console with several typefaces and widths, and lists texts that are cut or run out of
// their box: `npm run fonts`. Pages must not depend on the font of the reader.
import type { Page } from 'playwright-core';
import { launch } from '../tests/harness/browser.js';
import { findChromium } from '../tests/harness/chromium.js';
import { cleanUp } from '../tests/harness/program.js';
import { serveDemo, signIn } from './demo-site.js';
import { typefaces, withTypeface } from './fonts.js';
import { findOverflow } from './overflow.js';

const publicPaths = [
  '/',
  '/calendar/month',
  '/calendar/week',
  '/calendar/day',
  '/calendar/places',
  '/event/harbour-lights-festival/',
  '/event/tuesday-choir/all',
  '/venue/the-tide-hall/',
  '/no/such/page',
  '/docs/events',
];
const consolePaths = [
  '/admin',
  '/admin/events',
  '/admin/calendar',
  '/admin/events/new',
  '/admin/venues',
  '/admin/settings',
  '/admin/imports',
  '/admin/users',
  '/admin/embed',
  '/admin/account',
];
const widths = [390, 820, 1_280];
const locales = ['en-GB', 'fr-FR', 'de-DE'];

async function look(page: Page, url: string): Promise<readonly string[]> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('h1').first().waitFor();
  return page.evaluate(findOverflow);
}

const served = await serveDemo();
const wanted = process.argv.slice(2);
const chosen = Object.entries(typefaces).filter(([name]) =>
  wanted.length === 0 ? name !== 'inter' : wanted.includes(name),
);
let failures = 0;
try {
  for (const [name, typeface] of chosen) {
    const { browser, close } = await launch(withTypeface(await findChromium(), typeface));
    for (const [at, locale] of locales.entries()) {
      // The longest texts matter on the narrowest screens; the other widths have one language each.
      for (const width of at === 0 ? widths : widths.slice(0, 1)) {
        const context = await browser.newContext({ viewport: { width, height: 900 }, locale, reducedMotion: 'reduce' });
        context.setDefaultTimeout(60_000);
        await signIn(context, served);
        const page = await context.newPage();
        for (const path of [...publicPaths, ...consolePaths]) {
          for (const fault of await look(page, served.url + path)) {
            failures++;
            console.log(`${name} ${width} ${locale} ${path}: ${fault}`);
          }
        }
        await context.close();
      }
    }
    await close();
  }
} finally {
  await served.stop();
  await cleanUp();
}
console.log(
  failures ? `${failures} faults` : `no text is cut or runs out of its box: ${chosen.map(([name]) => name).join(', ')}`,
);
process.exitCode = failures ? 1 : 0;
