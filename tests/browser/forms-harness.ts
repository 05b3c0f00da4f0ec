// People at the console's forms: a world whose pages lead to itself, and ways to fill in a form as a person would.
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { now } from '../../src/app.js';
import { changePassword } from '../../src/auth/accounts.js';
import { roles } from '../../src/core/actor.js';
import type { TestBrowser, Visit } from '../harness/browser.js';
import type { Who } from '../harness/client.js';
import { engines, type TestEngine } from '../harness/engines.js';
import { useWorld, type World, type WorldSettings } from '../harness/world.js';

export const signInPassword = 'correct horse battery';

/** The console is the same on every engine: one is enough. */
export function useConsole(settings: Readonly<Record<string, string>> = {}, more: WorldSettings = {}): World {
  const engine = engines[0] as TestEngine;
  const world = useWorld(engine, { ...more, settings: { ALMANAC_BASE_URL: '', ...settings } });
  beforeAll(async () => {
    // Whoever sits at a browser lives in the present, and so does the server.
    world.clock.now = now();
    for (const role of roles) await changePassword(world.store, `world-${role}`, signInPassword);
  });
  return world;
}

export async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password').fill(signInPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
}

/** A page of somebody who is signed in. */
export async function visit(
  world: World,
  browser: TestBrowser,
  path: string,
  { as = 'editor', ...options }: BrowserContextOptions & { as?: Exclude<Who, 'anonymous'> } = {},
): Promise<Visit> {
  const page = await browser.open(options);
  await page.goto(`${world.address}/admin${path}`);
  await signIn(page, `world-${as}`);
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
