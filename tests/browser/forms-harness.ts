// Helpers that fill in the console's forms.
import type { Locator, Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { now } from '../../src/app.js';
import { type Console, useConsole } from '../harness/console.js';
import { engines, type TestEngine } from '../harness/engines.js';
import type { WorldSettings } from '../harness/world.js';

/** The console behaves alike on every engine: one is enough. The server's clock shows the present, like the browser's. */
export function useForms(settings: Readonly<Record<string, string>> = {}, more: WorldSettings = {}): Console {
  const used = useConsole(engines[0] as TestEngine, settings, more);
  beforeAll(() => {
    used.world.clock.now = now();
  });
  return used;
}

/** A field of the topmost form. */
export const entry = (page: Page, name: string): Locator => page.locator(`[data-field="${name}"]`).last();

/** Fills in the date and time inputs of a field. */
export async function enterMoment(page: Page, name: string, day: string, time?: string): Promise<void> {
  await entry(page, name).locator('input[type=date]').fill(day);
  if (time !== undefined) await entry(page, name).locator('input[type=time]').fill(time);
}

/** Types into the combobox of a field and clicks a suggestion. */
export async function choose(page: Page, name: string, typed: string, suggestion: string | RegExp): Promise<void> {
  await entry(page, name).getByRole('combobox').click();
  await entry(page, name).getByRole('combobox').fill(typed);
  await page.getByRole('option', { name: suggestion }).first().click();
}

/** What the form says after a button that does more than save. */
const outcomes: Readonly<Record<string, RegExp>> = {
  Publish: /” is published$/,
  'Submit for review': /” is submitted for review$/,
};

/** Clicks a button of the form and waits until it is saved. */
export async function save(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page
    .getByText(outcomes[button] ?? /^Saved$/)
    .first()
    .waitFor();
}

/** Holds the uploads of the page until the returned function is called. */
export async function holdUploads(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/media', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** The id of the open record, from the URL. */
export async function openId(page: Page): Promise<number> {
  await page.waitForURL(/\/admin\/\w+\/\d+/);
  return Number(/\/(\d+)(?:\?|$)/.exec(page.url())?.[1]);
}
