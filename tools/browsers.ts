// Plays journeys of visitors and editors in Chromium, Firefox and WebKit, checks names, zoom and print, and takes pictures:
// `npm run browsers`. Needs a built dist/; Firefox and WebKit are packages of Debian.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cleanUp, newFolder } from '../tests/harness/program.js';
import type { Browser, Engine } from './browsers/browser.js';
import { chromium } from './browsers/chromium.js';
import { editorJourneys } from './browsers/editor.js';
import { firefox } from './browsers/firefox.js';
import { type Journey, pageOf } from './browsers/page.js';
import { startSite } from './browsers/site.js';
import { visitorJourneys } from './browsers/visitor.js';
import { webkit } from './browsers/webkit.js';
import { typefaces, withTypeface } from './fonts.js';

const engines: readonly Engine[] = [chromium, firefox, webkit];

const { values } = parseArgs({
  options: {
    engines: { type: 'string', default: engines.map(({ name }) => name).join(',') },
    only: { type: 'string', default: '' },
    into: { type: 'string', default: 'browser-pictures' },
  },
});

const env = (() => {
  try {
    return withTypeface({ executable: '' }, typefaces.liberation).env ?? {};
  } catch {
    return {};
  }
})();

async function play(engine: Engine, browser: Browser, url: string, journeys: readonly Journey[]) {
  const failures: string[] = [];
  for (const { name, play } of journeys) {
    const page = pageOf(browser, url);
    const began = Date.now();
    const errorsBefore = browser.errors.length;
    try {
      await play(page);
      const errors = browser.errors.slice(errorsBefore);
      console.log(`  ok ${name} (${Date.now() - began} ms)${errors.length ? ` ERRORS: ${errors.join(' | ')}` : ''}`);
    } catch (error) {
      failures.push(name);
      console.log(`  FAILED ${name}: ${(error as Error).message}`);
      writeFileSync(join(values.into, `failure-${engine.name}-${name.replace(/\W+/g, '-')}.png`), await browser.picture());
    }
  }
  return failures;
}

mkdirSync(values.into, { recursive: true });
for (const engine of engines.filter(({ name }) => values.engines.split(',').includes(name))) {
  console.log(engine.name);
  const site = await startSite();
  await site.api('PATCH', '/settings', { submitters: 'anyone' });
  const browser = await engine.start({ colorScheme: 'light', folder: newFolder(), env: { ...env, TZ: 'Europe/Lisbon' } });
  try {
    await browser.resize({ width: 1280, height: 900 });
    const wanted = values.only ? new RegExp(values.only) : /./;
    await play(engine, browser, site.url, [...visitorJourneys(site), ...editorJourneys(site)].filter(({ name }) => wanted.test(name)));
    for (const line of site.loggedErrors()) console.log(`  SERVICE ${line}`);
  } finally {
    await browser.close();
    await site.stop();
  }
}
await cleanUp();
