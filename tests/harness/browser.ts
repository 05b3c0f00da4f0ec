// A real browser for the tests: one Chromium per worker, a context without cookies and storage per page.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import type { Chromium } from './chromium.js';

/** Set here, so that no test depends on the LANG or TZ of the machine. Motion would double the time that a page takes. */
const surroundings = {
  locale: 'en-US',
  timezoneId: 'UTC',
  viewport: { width: 1280, height: 900 },
  reducedMotion: 'reduce',
} as const;

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

/** Without the fonts of this process: a card that another test has drawn leaves it with none, and Chromium would not start. */
function start({ executable, env = {} }: Chromium, home: string, options: LaunchOptions = {}): Promise<Browser> {
  const { FONTCONFIG_FILE: _, ...inherited } = process.env as Record<string, string>;
  return chromium.launch({
    executablePath: executable,
    args: flags,
    env: { ...inherited, ...env, HOME: home },
    ...options,
  });
}

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
  readonly errors: readonly string[];
  /** Requested URLs. */
  readonly requestedUrls: readonly string[];
}

export interface TestBrowser {
  /** A page in a fresh context. */
  readonly open: (options?: BrowserContextOptions) => Promise<Visit>;
  /** The same, with the HTTP cache of an earlier page: loading scripts costs more than most tests do with them. */
  readonly openWarm: (options?: BrowserContextOptions) => Promise<Visit>;
  /** One page for all tests of the block; its errors and requests are those since the last call. */
  readonly shared: () => Promise<Visit>;
}

let shared: Promise<Browser> | undefined;

/** Chromium takes seconds to start, so it stays for the next file: it ends with the worker, whose pipe it reads. */
async function sharedBrowser(): Promise<Browser> {
  const running = await shared;
  if (running?.isConnected()) return running;
  shared = start(inject('chromium'), inject('browserHome'), { handleSIGTERM: false });
  return shared;
}

async function newContext(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ ...surroundings, ...options });
  // For machines that are busy with other work; a page that is ready is never waited for.
  context.setDefaultTimeout(60_000);
  return context;
}

/** A context that outlives its test. */
interface WarmContext {
  readonly key: string;
  /** Origins whose storage it may have. */
  readonly origins: Set<string>;
  isIdle: boolean;
}

const warmContexts = new Map<BrowserContext, WarmContext>();
const blockContexts = new Set<BrowserContext>();

async function openWarm(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const key = JSON.stringify(options);
  const [found] = [...warmContexts].find(([, warm]) => warm.isIdle && warm.key === key) ?? [];
  const context = found ?? (await newContext(browser, options));
  const warm = warmContexts.get(context) ?? { key, origins: new Set<string>(), isIdle: false };
  warm.isIdle = false;
  if (!found) context.once('close', () => warmContexts.delete(context));
  warmContexts.set(context, warm);
  const page = await context.newPage();
  if (found) await removeData(page, warm);
  page.on('framenavigated', (frame) => warm.origins.add(new URL(frame.url()).origin));
  return watched(page);
}

async function removeData(page: Page, { origins }: WarmContext): Promise<void> {
  const context = page.context();
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false)]);
  const session = await context.newCDPSession(page);
  for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
  origins.clear();
}

async function closePages(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) {
    const warm = warmContexts.get(context);
    if (blockContexts.has(context) || warm?.isIdle) continue;
    if (!warm) await context.close();
    else {
      for (const page of context.pages()) await page.close();
      warm.isIdle = true;
    }
  }
}

/** The browser for all tests of the block that calls this; its pages are closed after each test. */
export function useBrowser(): TestBrowser {
  let browser: Browser;
  let visit: Visit | undefined;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterEach(() => closePages(browser));
  afterAll(async () => {
    const context = visit?.context();
    if (!context) return;
    blockContexts.delete(context);
    await context.close();
  });
  const open: TestBrowser['open'] = async (options) => watched(await (await newContext(browser, options)).newPage());
  return {
    open,
    openWarm: (options) => openWarm(browser, options),
    shared: async () => {
      visit ??= await open();
      blockContexts.add(visit.context());
      for (const list of [visit.errors, visit.requestedUrls]) (list as string[]).length = 0;
      return visit;
    },
  };
}

function watched(page: Page): Visit {
  const [errors, requestedUrls]: [string[], string[]] = [[], []];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('request', (request) => requestedUrls.push(request.url()));
  return Object.assign(page, { errors, requestedUrls });
}

/** The only rule whose result depends on the colour scheme. */
export const colorRules: readonly string[] = ['color-contrast'];

/** The others cannot find a serious violation: axe gives all violations of a rule its impact. */
const isSerious = ({ impact }: Readonly<{ impact?: axe.ImpactValue }>): boolean =>
  impact !== 'minor' && impact !== 'moderate';

const { rules: allRules } = (axe as unknown as { _audit: { rules: { id: string; impact?: axe.ImpactValue }[] } })
  ._audit;
const ignoredRules = Object.fromEntries(
  allRules.filter((rule) => !isSerious(rule)).map(({ id }) => [id, { enabled: false }]),
);

/** Serious accessibility violations that axe finds, by all rules or by these. */
export async function seriousViolations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // Through the debugger, which the page's policy does not bind.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  const options = {
    resultTypes: ['violations'],
    preload: false,
    ...(rules ? { runOnly: { type: 'rule', values: [...rules] } } : { rules: ignoredRules }),
  } satisfies axe.RunOptions;
  const { violations } = await page.evaluate(
    (given) => (globalThis as unknown as { axe: typeof axe }).axe.run(given),
    options,
  );
  return violations
    .filter(isSerious)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  expect(await seriousViolations(page, rules), page.url()).toEqual([]);
}

export const colorSchemes = ['light', 'dark'] as const;

/** Buttons have a transition between the colours of the schemes, which begins with the next frame. */
const finishTransitions = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  done();
})))`;

/** Checks the open page in each colour scheme: by all rules in the first, in the other by those that depend on it. */
export async function seriousViolationsByScheme(
  page: Page,
): Promise<Readonly<Record<(typeof colorSchemes)[number], string[]>>> {
  const found: Record<(typeof colorSchemes)[number], string[]> = { light: [], dark: [] };
  for (const [at, colorScheme] of colorSchemes.entries()) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(finishTransitions);
    found[colorScheme] = [...(await seriousViolations(page, at === 0 ? undefined : colorRules))];
  }
  return found;
}

export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  expect(await seriousViolationsByScheme(page), page.url()).toEqual({ light: [], dark: [] });
}
