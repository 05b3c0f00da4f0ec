// Helpers that use the console's calendar with the mouse.
import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`nothing is at ${selector}`);
  return box;
}

export const eventNamed = (page: Page, title: string) => page.locator('.ec-event').filter({ hasText: title }).first();

export async function drag(page: Page, from: Point, by: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 4 });
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 });
  await page.mouse.up();
}

/** The centre of an element, once its position no longer changes. */
export async function centreOf(page: Page, element: Locator): Promise<Point> {
  await element.waitFor();
  return vi.waitFor(async () => {
    const box = await element.boundingBox();
    expect(box).not.toBeNull();
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    expect(await element.boundingBox()).toEqual(box);
    const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
    return { x: x + width / 2, y: y + height / 2 };
  }, 60_000);
}

export const middleOf = (page: Page, title: string): Promise<Point> => centreOf(page, eventNamed(page, title));
