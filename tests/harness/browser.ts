// A real browser for the tests: one Chromium per worker, a fresh context (no cookies, no storage) per page.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from 'playwright-core';
import { afterEach, beforeAll, expect, inject } from 'vitest';
import type { Chromium } from './chromium.js';

/** Set here, so that no test depends on the LANG or TZ of the machine. */
const surroundings = { locale: 'en-US', timezoneId: 'UTC', viewport: { width: 1280, height: 900 } };

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface Launched {
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

const start = ({ executable, env = {} }: Chromium, home: string, options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: executable,
    args: flags,
    env: { ...(process.env as Record<string, string>), ...env, HOME: home },
    ...options,
  });

/** A separate browser that the test closes. */
export async function launch(found: Chromium): Promise<Launched> {
  const home = await mkdtemp(join(tmpdir(), 'almanac-browser-'));
  const browser = await start(found, home);
  const close = async () => {
    await browser.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  return { browser, close };
}

export interface Visit extends Page {
  /** Errors of the page, and violations of its content security policy. */
  readonly complaints: readonly string[];
  /** Requested URLs. */
  readonly asked: readonly string[];
}

export interface TestBrowser {
  /** A page in a fresh context. */
  readonly open: (options?: BrowserContextOptions) => Promise<Visit>;
}

let shared: Promise<Browser> | undefined;

/** Chromium takes seconds to start, so it stays for the next file: it ends with the worker, whose pipe it reads. */
async function sharedBrowser(): Promise<Browser> {
  const running = await shared;
  if (running?.isConnected()) return running;
  shared = start(inject('chromium'), inject('browserHome'), { handleSIGTERM: false });
  return shared;
}

/** The browser for all tests of the block that calls this; its pages are closed after each test. */
export function useBrowser(): TestBrowser {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  return {
    open: async (options) => {
      const context = await browser.newContext({ ...surroundings, ...options });
      // For machines that are busy with other work; a page that is ready is never waited for.
      context.setDefaultTimeout(60_000);
      return watched(await context.newPage());
    },
  };
}

function watched(page: Page): Visit {
  const [complaints, asked]: [string[], string[]] = [[], []];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => asked.push(request.url()));
  return Object.assign(page, { complaints, asked });
}

/** The only rule whose result depends on the colour scheme. */
export const colorRules: readonly string[] = ['color-contrast'];

/** Serious accessibility violations that axe finds, by all rules or by these. */
export async function gravest(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // Through the debugger, which the page's policy does not bind.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  const options = {
    resultTypes: ['violations'],
    preload: false,
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  } satisfies axe.RunOptions;
  const { violations } = await page.evaluate(
    (given) => (globalThis as unknown as { axe: typeof axe }).axe.run(given),
    options,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  expect(await gravest(page, rules), page.url()).toEqual([]);
}
