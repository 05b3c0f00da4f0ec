// Chromium, as in the tests.
import { chromium as playwright } from 'playwright-core';
import { findChromium } from '../../tests/harness/chromium.js';
import { type Browser, type BrowserSettings, chordOf, type Engine, usedRoles } from './browser.js';

interface AccessibleNode {
  readonly role?: { readonly value: string };
  readonly name?: { readonly value?: string };
  readonly ignored: boolean;
  readonly backendDOMNodeId?: number;
}

async function start({ colorScheme, folder, env }: BrowserSettings): Promise<Browser> {
  const found = await findChromium();
  const browser = await playwright.launch({
    executablePath: found.executable,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    env: { ...(process.env as Record<string, string>), ...found.env, ...env, HOME: folder },
  });
  const context = await browser.newContext({ colorScheme, locale: 'en-US', reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-write']);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const debugging = await context.newCDPSession(page);
  return {
    errors,
    stepsInDates: true,
    open: async (url) => {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    pointer: async (path) => {
      const [first, ...others] = path;
      if (!first) return;
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      for (const { x, y } of others) await page.mouse.move(x, y);
      await page.mouse.up();
    },
    keys: async (...items) => {
      for (const item of items) {
        if (chordOf(item)) await page.keyboard.press(item);
        else
          for (const letter of item)
            await page.keyboard.press(letter === ' ' ? 'Space' : letter).catch(() => page.keyboard.insertText(letter));
      }
    },
    chooseFile: (selector, file) => page.locator(selector).first().setInputFiles(file),
    resize: (size) => page.setViewportSize(size),
    picture: () => page.screenshot(),
    print: () => page.pdf({ format: 'A4' }),
    unnamed: async () => {
      const { nodes } = (await debugging.send('Accessibility.getFullAXTree')) as unknown as {
        readonly nodes: readonly AccessibleNode[];
      };
      return nodes
        .filter(({ ignored, role, name }) => !ignored && usedRoles.includes(role?.value ?? '') && !name?.value?.trim())
        .map(({ role, backendDOMNodeId }) => `${role?.value} ${backendDOMNodeId}`);
    },
    close: () => browser.close(),
  };
}

export const chromium: Engine = { name: 'chromium', missing: () => [], start };
