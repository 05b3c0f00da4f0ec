// Takes the screenshots in docs/screenshots/: the main pages of the demo calendar, light and dark, on a phone and on a desktop.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { launch } from '../tests/harness/browser.js';
import { type Chromium, findChromium } from '../tests/harness/chromium.js';
import { cleanUp } from '../tests/harness/program.js';
import { serveDemo, signIn } from './demo-site.js';
import { typefaces, withTypeface } from './fonts.js';

const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url));

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly signedIn?: true;
  /** A selector that matches once the page is complete. */
  readonly awaits?: string;
}

const shots: readonly Shot[] = [
  { name: 'month', path: '/calendar/month' },
  { name: 'week', path: '/calendar/week' },
  { name: 'list', path: '/calendar/list' },
  { name: 'places', path: '/calendar/places' },
  { name: 'event', path: '/event/harbour-lights-festival/' },
  { name: 'event-french', path: '/event/harbour-lights-festival/?lang=fr' },
  { name: 'docs', path: '/docs/events' },
  { name: 'console-events', path: '/admin/events', signedIn: true, awaits: 'main a' },
  { name: 'console-dashboard', path: '/admin', signedIn: true, awaits: '.plot' },
  { name: 'console-calendar', path: '/admin/calendar', signedIn: true, awaits: '.ec-event' },
  { name: 'console-event', path: '/admin/events/:first', signedIn: true, awaits: 'form' },
  { name: 'console-settings', path: '/admin/settings', signedIn: true, awaits: 'form' },
  { name: 'console-activity', path: '/admin/activity', signedIn: true, awaits: 'main li' },
  { name: 'console-review', path: '/admin/review', signedIn: true, awaits: 'main h1' },
  { name: 'console-embed', path: '/admin/embed', signedIn: true, awaits: 'iframe' },
  { name: 'console-account', path: '/admin/account', signedIn: true, awaits: 'form' },
  { name: 'console-media', path: '/admin/media', signedIn: true, awaits: 'main img' },
];

const looks = [
  { name: 'desktop-light', viewport: { width: 1_280, height: 860 }, colorScheme: 'light' },
  { name: 'desktop-dark', viewport: { width: 1_280, height: 860 }, colorScheme: 'dark' },
  { name: 'phone-light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

async function take(page: Page, url: string, { name, path, awaits }: Shot, look: string): Promise<void> {
  const { events } = (await (await page.request.get(`${url}/cal/events/v1/events?featured=true`)).json()) as {
    events: readonly { id: number }[];
  };
  await page.goto(url + path.replace(':first', String(events[0]?.id)), { waitUntil: 'networkidle' });
  if (awaits) await page.waitForSelector(awaits);
  const bytes = await page.screenshot({ animations: 'disabled' });
  await sharp(bytes)
    .webp({ quality: 82 })
    .toFile(join(folder, `${name}-${look}.webp`));
}

/** A font made for screens, whatever the machine has; without Debian's packages the fonts of the machine. */
function withGoodFont(found: Chromium): Chromium {
  try {
    return withTypeface(found, typefaces.inter);
  } catch {
    console.warn('Inter cannot be had from Debian: the pictures have the fonts of this machine.');
    return found;
  }
}

const served = await serveDemo();
const { browser, close } = await launch(withGoodFont(await findChromium()));
try {
  /** Beginnings of names; all without arguments. */
  const wanted = process.argv.slice(2);
  if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name: look, ...options } of looks) {
    for (const shot of shots.filter(({ name }) => wanted.length === 0 || wanted.some((one) => name.startsWith(one)))) {
      const context = await browser.newContext({ ...options, locale: 'en-GB', timezoneId: 'Europe/Lisbon' });
      context.setDefaultTimeout(60_000);
      if (shot.signedIn) await signIn(context, served);
      await take(await context.newPage(), served.url, shot, look);
      await context.close();
      console.log(`${shot.name}-${look}`);
    }
  }
} finally {
  await close();
  await served.stop();
  await cleanUp();
}
