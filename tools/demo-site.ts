// The demo calendar on a server of its own, for pictures and checks of its pages.
import type { BrowserContext } from 'playwright-core';
import { newFolder, serve } from '../tests/harness/program.js';

export const serveDemo = () =>
  serve(['--demo'], {
    data: newFolder(),
    environment: { ALMANAC_LANGUAGES: 'en,fr', ALMANAC_TIMEZONE: 'Europe/Lisbon', ALMANAC_LOG_LEVEL: 'error' },
  });

type Served = Awaited<ReturnType<typeof serveDemo>>;

/** Signs in with the password that the first start prints. Works in every language of the console. */
export async function signIn(context: BrowserContext, { url, output }: Served): Promise<void> {
  const printed = output.stdout + output.stderr;
  const [, user = ''] = /^ +user +(\S+)/m.exec(printed) ?? [];
  const [, password = ''] = /sign-in password +(\S+)/.exec(printed) ?? [];
  const page = await context.newPage();
  await page.goto(`${url}/admin`);
  await page.locator('input[autocomplete=username]').fill(user);
  await page.locator('input[type=password]').fill(password);
  await page.locator('form button[type=submit]').click();
  await page.locator('.frame main h1').waitFor();
  await page.close();
}
