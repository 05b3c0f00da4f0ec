// The console in a real browser: somebody of each role, who can sign in. Whatever a test does, no page may complain of
// errors or of its policy, and none may ask anybody but us.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { changePassword } from '../../src/auth/accounts.js';
import { type Role, roles } from '../../src/core/actor.js';
import { useBrowser, type Visit } from './browser.js';
import type { TestEngine } from './engines.js';
import { useWorld, type World, type WorldSettings } from './world.js';

export const password = 'correct horse battery';

export interface Console {
  readonly world: World;
  /** A page of the console, for somebody who is not signed in. */
  readonly open: (path?: string, options?: BrowserContextOptions) => Promise<Visit>;
  /** The same, and signs in. */
  readonly enter: (as: Role, path?: string, options?: BrowserContextOptions) => Promise<Visit>;
}

export async function signIn(page: Page, name: string, secret: string = password): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export function useConsole(
  engine: TestEngine,
  settings: Readonly<Record<string, string>> = {},
  more: WorldSettings = {},
): Console {
  // Its own address, so that what a page links to is really there.
  const world = useWorld(engine, { ...more, settings: { ALMANAC_BASE_URL: '', ...settings } });
  const browser = useBrowser();
  const visits: Visit[] = [];
  beforeAll(async () => {
    for (const role of roles) await changePassword(world.store, `world-${role}`, password);
  });
  afterEach(() => {
    for (const { complaints, asked } of visits.splice(0)) {
      // Refusals are told by the page; what the browser says of them beside is not a fault.
      expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
      const own = (url: string) => url.startsWith(world.address) || /^(data|blob):/.test(url);
      expect(asked.filter((url) => !own(url))).toEqual([]);
    }
  });
  const open: Console['open'] = async (path = '', options = {}) => {
    const page = await browser.open(options);
    visits.push(page);
    await page.goto(`${world.address}/admin${path}`);
    return page;
  };
  return {
    world,
    open,
    enter: async (as, path, options) => {
      const page = await open(path, options);
      await signIn(page, `world-${as}`);
      await page.locator('#content').waitFor();
      return page;
    },
  };
}

/** The names in the table, in their order. */
export const namesIn = (page: Page): Promise<string[]> => page.locator('table.records tbody .called').allInnerTexts();
