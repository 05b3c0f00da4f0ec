// The console in a real browser, with a user of each role. No page may have errors, violate its content security
// policy, or send a request to another host.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { digestToken, hashSecret, makeToken } from '../../src/auth/secrets.js';
import { cookieName, sessionSeconds } from '../../src/auth/sessions.js';
import { type Role, roles } from '../../src/core/actor.js';
import { plusSeconds } from '../../src/core/time/clock.js';
import { sessions, users } from '../../src/models/account/account.js';
import { useBrowser, type Visit } from './browser.js';
import type { TestEngine } from './engines.js';
import { sessionDetails } from './session-details.js';
import { useWorld, type World, type WorldSettings } from './world.js';

export const password = 'correct horse battery';

export interface Console {
  readonly world: World;
  /** A page of the console without a session. */
  readonly open: (path?: string, options?: BrowserContextOptions) => Promise<Visit>;
  /** The same with a session. */
  readonly enter: (as: Role, path?: string, options?: BrowserContextOptions) => Promise<Visit>;
}

export async function signIn(page: Page, name: string, secret: string = password): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

let digest: Promise<string> | undefined;

/** Lets all users sign in. Hashing is slow on purpose, so it is done once. */
async function setPasswords({ store, people }: World): Promise<void> {
  digest ??= hashSecret(password);
  const hashed = await digest;
  await store.transact(async (writer) => {
    for (const role of roles) await writer.update(users, people[role].id, { password: hashed });
  });
}

/** Gives the page a session: its cookie, and the flag that scripts can read, until they remove it. */
export async function addSession(page: Page, { address, store, people, clock }: World, as: Role): Promise<void> {
  const [token, csrf] = [makeToken(), makeToken()];
  const expires_utc = plusSeconds(clock.now, sessionSeconds);
  await store.transact((writer) =>
    writer.insert(sessions, {
      user_id: people[as].id,
      digest: digestToken(token),
      csrf,
      expires_utc,
      ...sessionDetails,
      created_utc: clock.now,
      last_seen_utc: clock.now,
    }),
  );
  const { origin, hostname: domain } = new URL(address);
  const cookie = { name: cookieName, value: token, domain, path: '/', expires: -1, secure: false };
  await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: 'Strict' }]);
  await page.addInitScript(`if (top === window && origin === '${origin}' && !sessionStorage.entered) {
    sessionStorage.entered = 'yes';
    localStorage.setItem('almanac-session', 'yes');
  }`);
}

export function useConsole(
  engine: TestEngine,
  settings: Readonly<Record<string, string>> = {},
  more: WorldSettings = {},
  /** Other hosts that pages may request. */
  foreign: readonly string[] = [],
): Console {
  // The real address, so that links on the page work.
  const world = useWorld(engine, { ...more, settings: { ALMANAC_BASE_URL: '', ...settings } });
  const browser = useBrowser();
  const visits: Visit[] = [];
  beforeAll(() => setPasswords(world));
  afterEach(() => {
    for (const { errors, requestedUrls } of visits.splice(0)) {
      // The page shows 4xx responses itself; the browser also logs them.
      expect(errors.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
      const allowed = [world.address, ...foreign];
      const own = (url: string) => allowed.some((host) => url.startsWith(host)) || /^(data|blob):/.test(url);
      expect(requestedUrls.filter((url) => !own(url))).toEqual([]);
    }
  });
  const visit = async (path: string, options?: BrowserContextOptions, as?: Role): Promise<Visit> => {
    const page = await browser.openWarm(options);
    visits.push(page);
    if (as) await addSession(page, world, as);
    await page.goto(`${world.address}/admin${path}`);
    return page;
  };
  return {
    world,
    open: (path = '', options) => visit(path, options),
    enter: async (as, path = '', options) => {
      const page = await visit(path, options, as);
      await page.locator('#content').waitFor();
      return page;
    },
  };
}

/** Chooses an action from the menu of a record’s page. */
export async function chooseInBar(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** The names in the table, in their order. */
export const namesIn = (page: Page): Promise<string[]> => page.locator('table.records tbody .called').allInnerTexts();
