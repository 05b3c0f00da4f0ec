// Leaving a form with unsaved changes: the back button, a reload and closing the tab ask first; a saved form never asks.
import type { Dialog } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Visit } from '../harness/browser.js';
import { openId, save, useForms } from './forms-harness.js';

const { enter } = useForms();

/** A new venue, opened from the list so that there is a page to go back to. */
async function newVenue(): Promise<Visit> {
  const page = await enter('editor', '/venues');
  await page.getByRole('link', { name: 'New venue' }).first().click();
  await page.getByLabel('Venue').waitFor();
  return page;
}

const question = (page: Visit) => page.getByRole('dialog', { name: 'Leave without saving?' });
const venues = (page: Visit) => page.getByRole('heading', { name: 'Venues', level: 1 });
const pathOf = (page: Visit) => new URL(page.url()).pathname;

/** The browser's own dialog, which `leave` must open. */
async function beforeUnloadDialog(page: Visit, leave: () => Promise<unknown>): Promise<Dialog> {
  const dialog = page.waitForEvent('dialog');
  await leave();
  return dialog;
}

const reload = (page: Visit) => () => page.evaluate('void setTimeout(() => location.reload())');
const close = (page: Visit) => () => page.close({ runBeforeUnload: true });

describe('the back button', () => {
  test('asks before it leaves unsaved changes, as often as it is pressed', async () => {
    const page = await newVenue();
    await page.getByLabel('Venue').fill('Half a Barn');
    for (let time = 0; time < 2; time++) {
      await page.goBack();
      await question(page).getByRole('button', { name: 'Cancel' }).click();
      await expect.poll(() => pathOf(page)).toBe('/admin/venues/new');
      expect(await page.getByLabel('Venue').inputValue()).toBe('Half a Barn');
    }
    await page.goBack();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await venues(page).waitFor();
    expect(pathOf(page)).toBe('/admin/venues');
  });

  test('asks again for changes made after the first save', async () => {
    const page = await newVenue();
    await page.getByLabel('Venue').fill('Town Barn');
    await save(page, 'Publish');
    const id = await openId(page);
    await page.getByLabel('City').fill('Oakton');
    await page.goBack();
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => pathOf(page)).toBe(`/admin/venues/${id}`);
    expect(await page.getByLabel('City').inputValue()).toBe('Oakton');
    await page.goBack();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await venues(page).waitFor();
  });

  test('asks nothing when there are no changes, or when they are saved', async () => {
    const page = await newVenue();
    await page.goBack();
    await venues(page).waitFor();
    await page.goForward();
    await page.getByLabel('Venue').fill('Quiet Barn');
    await save(page, 'Publish');
    await openId(page);
    await page.goBack();
    await venues(page).waitFor();
    expect(await question(page).count()).toBe(0);
  });
});

describe('reloading and closing the tab', () => {
  test.each([
    ['reloading', reload],
    ['closing', close],
  ] as const)('%s asks before it leaves unsaved changes, and staying keeps them', async (_, leaveBy) => {
    const page = await newVenue();
    await page.getByLabel('Venue').fill('Half a Barn');
    const dialog = await beforeUnloadDialog(page, leaveBy(page));
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    expect(await page.getByLabel('Venue').inputValue()).toBe('Half a Barn');
    expect(page.isClosed()).toBe(false);
  });

  test('asks nothing when the changes are saved', async () => {
    const page = await newVenue();
    await page.getByLabel('Venue').fill('Kept Barn');
    await save(page, 'Publish');
    await openId(page);
    const dialogs: Dialog[] = [];
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog);
      await dialog.accept();
    });
    const loaded = page.waitForEvent('load');
    await reload(page)();
    await loaded;
    await expect.poll(() => page.getByLabel('Venue').inputValue()).toBe('Kept Barn');
    // Browsers show a `beforeunload` dialog only after user activation.
    await page.getByLabel('Venue').click();
    const closed = page.waitForEvent('close');
    await close(page)();
    await closed;
    expect(dialogs).toEqual([]);
  });
});
