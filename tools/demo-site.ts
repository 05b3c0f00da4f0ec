// The demo calendar on a server of its own, for pictures and checks of its pages.
import type { BrowserContext } from 'playwright-core';
import { newFolder, serve } from '../tests/harness/program.js';

export const serveDemo = (environment: Readonly<Record<string, string>> = {}) =>
  serve(['--demo'], {
    data: newFolder(),
    environment: {
      ALMANAC_LANGUAGES: 'en,fr',
      ALMANAC_TIMEZONE: 'Europe/Lisbon',
      ALMANAC_LOG_LEVEL: 'error',
      ...environment,
    },
  });

type Served = Awaited<ReturnType<typeof serveDemo>>;

/** The administrator, with the passwords that the first start prints. */
export function accountOf({ output }: Served) {
  const printed = output.stdout + output.stderr;
  const [, user = ''] = /^ +user +(\S+)/m.exec(printed) ?? [];
  const [, password = ''] = /sign-in password +(\S+)/.exec(printed) ?? [];
  const [, applicationPassword = ''] = /application password +(\S.*)/.exec(printed) ?? [];
  return { user, password, applicationPassword: applicationPassword.trim() };
}

/** Signs in. Works in every language of the console. */
export async function signIn(context: BrowserContext, served: Served): Promise<void> {
  const { user, password } = accountOf(served);
  const page = await context.newPage();
  await page.goto(`${served.url}/admin`);
  await page.locator('input[autocomplete=username]').fill(user);
  await page.locator('input[type=password]').fill(password);
  await page.locator('form button[type=submit]').click();
  await page.locator('.frame main h1').waitFor();
  await page.close();
}
