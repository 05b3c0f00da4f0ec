// Plays journeys of visitors and editors in Chromium, Firefox and WebKit, takes pictures, and checks names, zoom and print:
// `npm run browsers`. Needs a built dist/; Firefox and WebKit are packages of Debian.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cleanUp, newFolder } from '../tests/harness/program.js';
import type { Browser, ColorScheme, Engine, Size } from './browsers/browser.js';
import { chromium } from './browsers/chromium.js';
import { editorJourneys, signIn } from './browsers/editor.js';
import { firefox } from './browsers/firefox.js';
import { type Journey, type JourneyPage, pageOf } from './browsers/page.js';
import { type DemoSite, startSite } from './browsers/site.js';
import { consoleViews, findUnnamed, publicViews, show } from './browsers/views.js';
import { visitorJourneys } from './browsers/visitor.js';
import { webkit } from './browsers/webkit.js';
import { typefaces, withTypeface } from './fonts.js';
import { findOverflow } from './overflow.js';

const usage = `Usage: npm run browsers -- [--engines chromium,firefox,webkit] [--parts journeys,pictures,names,zoom,print] [--only text] [--into folder]

Prints faults of each engine, and exits with 1 if there is any. Engines whose programs are missing are skipped.

  --only   journeys and views whose name contains this text
  --into   folder of the pictures (default: reports/browsers)`;

const engines: readonly Engine[] = [chromium, firefox, webkit];

const { values } = parseArgs({
  options: {
    engines: { type: 'string', default: engines.map(({ name }) => name).join(',') },
    parts: { type: 'string', default: 'journeys,pictures,names,zoom,print' },
    only: { type: 'string', default: '' },
    into: { type: 'string', default: 'reports/browsers' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const isWanted = ({ name }: { readonly name: string }): boolean => name.includes(values.only);
const views = [...publicViews, ...consoleViews].filter(isWanted);

const desktop: Size = { width: 1280, height: 900 };
const phone: Size = { width: 390, height: 844 };
/** A desktop at 200 %. */
const zoomed: Size = { width: 640, height: 450 };

/** The same font in every engine, so that pictures can be compared; without Debian's packages the fonts of the machine. */
function fontEnvironment(): Readonly<Record<string, string>> {
  try {
    return withTypeface({ executable: '' }, typefaces.liberation).env ?? {};
  } catch {
    return {};
  }
}

/** Responses with an error status are part of some journeys; Chromium logs them as errors. */
const isStatusNote = (text: string): boolean => text.startsWith('Failed to load resource');

interface Result {
  readonly counts: Map<string, number>;
  readonly faults: string[];
}

const add = ({ counts }: Result, what: string, number = 1) => counts.set(what, (counts.get(what) ?? 0) + number);

function report({ faults }: Result, fault: string): void {
  faults.push(fault);
  console.log(`  FAULT ${fault}`);
}

/** Runs a step, and reports its failure and the errors that the browser logged meanwhile. */
async function watch(result: Result, browser: Browser, name: string, step: () => Promise<void>): Promise<boolean> {
  browser.errors.length = 0;
  try {
    await step();
  } catch (error) {
    report(result, `${name}: ${(error as Error).message}`);
    writeFileSync(join(values.into, `fault-${name.replace(/\W+/g, '-')}.png`), await browser.picture());
    return false;
  }
  const errors = new Set(browser.errors.filter((text) => !isStatusNote(text)));
  for (const error of errors) report(result, `${name}: console: ${error}`);
  return errors.size === 0;
}

async function playAll(result: Result, engine: Engine, page: JourneyPage, journeys: readonly Journey[]): Promise<void> {
  for (const { name, play } of journeys.filter((one) => isWanted(one) || one.name === 'sign in')) {
    const began = Date.now();
    const passed = await watch(result, page.browser, `${engine.name} ${name}`, () => play(page));
    add(result, passed ? 'journeys passed' : 'journeys failed');
    if (passed) console.log(`  passed ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  }
}

async function takePictures(result: Result, engine: Engine, page: JourneyPage, look: string): Promise<void> {
  for (const view of views)
    await watch(result, page.browser, `${engine.name} ${view.name} ${look}`, async () => {
      await show(page, view);
      writeFileSync(join(values.into, `${view.name}-${look}-${engine.name}.png`), await page.browser.picture());
      add(result, 'pictures');
    });
}

async function checkNames(result: Result, engine: Engine, page: JourneyPage): Promise<void> {
  for (const view of views)
    await watch(result, page.browser, `${engine.name} ${view.name} names`, async () => {
      await show(page, view);
      add(result, 'views checked for names');
      for (const one of await findUnnamed(page.browser, view))
        report(result, `${engine.name} ${view.name}: no name: ${one}`);
    });
}

async function checkZoom(result: Result, engine: Engine, page: JourneyPage): Promise<void> {
  for (const view of views)
    await watch(result, page.browser, `${engine.name} ${view.name} 200%`, async () => {
      await show(page, view);
      writeFileSync(join(values.into, `${view.name}-zoom-${engine.name}.png`), await page.browser.picture());
      add(result, 'views checked at 200 %');
      for (const fault of await page.evaluate<readonly string[]>(findOverflow))
        report(result, `${engine.name} ${view.name} 200%: ${fault}`);
    });
}

async function printAll(result: Result, engine: Engine, page: JourneyPage): Promise<void> {
  const { print } = page.browser;
  if (!print) return console.log('  no print: the engine prints by a dialog only');
  for (const view of publicViews.filter(isWanted))
    await watch(result, page.browser, `${engine.name} ${view.name} print`, async () => {
      await show(page, view);
      writeFileSync(join(values.into, `${view.name}-print-${engine.name}.pdf`), await print());
      add(result, 'pages printed');
    });
}

async function checkEngine(engine: Engine, result: Result): Promise<void> {
  const parts = values.parts.split(',');
  const site: DemoSite = await startSite();
  await site.api('PATCH', '/settings', { submitters: 'anyone' });
  const env = { ...fontEnvironment(), TZ: 'Europe/Lisbon' };
  const using = async (colorScheme: ColorScheme, size: Size, use: (page: JourneyPage) => Promise<void>) => {
    const browser = await engine.start({ colorScheme, folder: newFolder(), env });
    try {
      await browser.resize(size);
      await use(pageOf(browser, site.url));
    } finally {
      await browser.close();
    }
  };
  try {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [name, size] of parts.includes('pictures') ? Object.entries({ desktop, phone }) : [])
        await using(colorScheme, size, async (page) => {
          await signIn(page, site);
          await takePictures(result, engine, page, `${name}-${colorScheme}`);
        });
    if (parts.includes('names'))
      await using('light', desktop, async (page) => {
        await signIn(page, site);
        await checkNames(result, engine, page);
      });
    if (parts.includes('zoom'))
      await using('light', zoomed, async (page) => {
        await signIn(page, site);
        await checkZoom(result, engine, page);
      });
    if (parts.includes('print')) await using('dark', desktop, (page) => printAll(result, engine, page));
    if (parts.includes('journeys'))
      await using('light', desktop, (page) =>
        playAll(result, engine, page, [...visitorJourneys(site), ...editorJourneys(site)]),
      );
    for (const line of site.loggedErrors()) report(result, `${engine.name}: the service logged ${line}`);
  } finally {
    await site.stop();
  }
}

mkdirSync(values.into, { recursive: true });
const lines: string[] = [];
for (const engine of engines.filter(({ name }) => values.engines.split(',').includes(name))) {
  const missing = engine.missing();
  if (missing.length) {
    lines.push(`${engine.name}: skipped, ${missing.join(' and ')} is not installed`);
    continue;
  }
  console.log(engine.name);
  const result: Result = { counts: new Map(), faults: [] };
  await checkEngine(engine, result).catch((error: Error) => report(result, `${engine.name}: ${error.stack}`));
  if (result.faults.length) process.exitCode = 1;
  const counts = [...result.counts].map(([what, number]) => `${what} ${number}`);
  lines.push(`${engine.name}: ${[...counts, `faults ${result.faults.length}`].join(', ')}`);
}
await cleanUp();
console.log(lines.join('\n'));
