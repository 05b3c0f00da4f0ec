// The console in every language but English: no page shows an English text that the language has a translation of.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Language, languageCodes } from '../../src/core/languages.js';
import { useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');
const { enter, world } = useConsole(engine);

const built = new URL('../../dist/web/', import.meta.url);

interface Texts extends Readonly<Record<string, unknown>> {
  readonly labels: Readonly<Record<string, string>>;
}

/** The texts of the console as they are built. */
async function textsOf(code: Language): Promise<Texts> {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', built), 'utf8'));
  const { file } = manifest[`web/admin/i18n/${code}/texts.ts`];
  return { ...(await import(/* @vite-ignore */ new URL(file, built).href)) };
}

const stringsIn = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [value].filter(isString);
const isString = (value: unknown): value is string => typeof value === 'string';

/** English texts that the language says otherwise everywhere. */
async function translatedTexts(code: Language): Promise<ReadonlySet<string>> {
  const [{ labels: _, ...english }, translated] = await Promise.all([textsOf('en'), textsOf(code)]);
  const own = new Set(stringsIn(translated));
  const all = [...stringsIn(english), ...Object.keys(translated.labels)];
  return new Set(all.filter((text) => text.length > 2 && !own.has(text)));
}

/** Runs in the page: texts and labels, without values that people entered. */
const script = `(() => {
  const names = ['aria-label', 'placeholder', 'title', 'alt'];
  const attributes = [...document.body.querySelectorAll('*')].flatMap((one) => names.map((name) => one.getAttribute(name)));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode.textContent);
  return [...attributes, ...texts].map((text) => (text ?? '').trim()).filter(Boolean);
})()`;

const paths = ['', 'events', 'events/new', 'calendar', 'media', 'users', 'imports', 'activity', 'embed', 'settings'];

test.each(languageCodes.filter((code) => code !== 'en'))('pages in %s show no English text', async (code) => {
  const english = await translatedTexts(code);
  expect(english.size).toBeGreaterThan(500);
  const { id } = await world.event({ title: `Ω ${code}`, recurrence: 'FREQ=WEEKLY;COUNT=3' });
  const page = await enter('administrator', '', { locale: code });
  for (const path of [...paths, 'account', `events/${id}`]) {
    await page.goto(`${world.address}/admin/${path}`);
    await page.locator('main h1').first().waitFor();
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.lang')).toBe(code);
    const texts = await page.evaluate<readonly string[]>(script);
    expect(
      texts.filter((text) => english.has(text)),
      path,
    ).toEqual([]);
  }
});
