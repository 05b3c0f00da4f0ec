// People at the console's forms: a world whose pages lead to itself, and ways to fill in a form as a person would.
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { changePassword } from '../../src/auth/accounts.js';
import { roles } from '../../src/core/actor.js';
import type { TestBrowser, Visit } from '../harness/browser.js';
import { prefixes, type Who } from '../harness/client.js';
import { engines, type TestEngine } from '../harness/engines.js';
import { useWorld, type World, type WorldSettings } from '../harness/world.js';

export const signInPassword = 'correct horse battery';

/** The console is the same on every engine: one is enough. */
export function useConsole(settings: Readonly<Record<string, string>> = {}, more: WorldSettings = {}): World {
  const engine = engines[0] as TestEngine;
  const world = useWorld(engine, { ...more, settings: { ALMANAC_BASE_URL: '', ...settings } });
  beforeAll(async () => {
    for (const role of roles) await changePassword(world.store, `world-${role}`, signInPassword);
  });
  return world;
}

/** A page of somebody who is signed in. */
export async function visit(
  world: World,
  browser: TestBrowser,
  path: string,
  { as = 'editor', ...options }: BrowserContextOptions & { as?: Exclude<Who, 'anonymous'> } = {},
): Promise<Visit> {
  const page = await browser.open(options);
  const body = JSON.stringify({ user: `world-${as}`, password: signInPassword });
  const reply = await fetch(`${world.address}${prefixes.native}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(reply.status).toBe(200);
  const [name = '', value = ''] = (reply.headers.get('set-cookie') ?? '').split(/[=;]/, 2);
  await page.context().addCookies([{ name, value, url: world.address, sameSite: 'Strict' }]);
  await page.goto(`${world.address}/admin${path}`);
  await page.locator('h1').waitFor();
  return page;
}

/** The entry of a field in the form that is in front. */
export const entry = (page: Page, name: string): Locator => page.locator(`[data-field="${name}"]`).last();

/** Enters a day and a time as the browser's own controls take them. */
export async function enterMoment(page: Page, name: string, day: string, time?: string): Promise<void> {
  await entry(page, name).locator('input[type=date]').fill(day);
  if (time !== undefined) await entry(page, name).locator('input[type=time]').fill(time);
}

/** Types into the combobox of a field and takes the suggestion that says this. */
export async function choose(page: Page, name: string, typed: string, suggestion: string | RegExp): Promise<void> {
  await entry(page, name).getByRole('combobox').fill(typed);
  await page.getByRole('option', { name: suggestion }).first().click();
}

export const saved = (page: Page) => page.getByText('Saved', { exact: true }).first().waitFor();

/** The id in the address of the record that is open. */
export async function openId(page: Page): Promise<number> {
  await page.waitForURL(/\/admin\/\w+\/\d+/);
  return Number(/\/(\d+)(?:\?|$)/.exec(page.url())?.[1]);
}
