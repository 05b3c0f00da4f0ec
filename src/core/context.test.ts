// The types of contexts keep slow services out of transactions; here the functions that open a transaction are searched for
// services that they take from outside of it.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../', import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);

const opening = /\.(?:transact|preview)\(/g;
const slow =
  /\b(?:secrets|pictures|vault|files)\.(?:hash|verify|make|shrink|fetch|save|put|get|has|remove|existing|encrypt|decrypt)\(|\b(?:hashSecret|verifySecret|makePicture|allowsWebhook|sendMail|fetch)\(/;

/** The text up to the parenthesis that closes the call. */
function argumentsAt(text: string, from: number): string {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
    if (depth === 0) return text.slice(from, at);
  }
  return text.slice(from);
}

const slowIn = (text: string): readonly string[] =>
  [...text.matchAll(opening)].flatMap(({ index, 0: { length } }) => slow.exec(argumentsAt(text, index + length)) ?? []);

test('a function that runs in a transaction does not hash, encode, fetch or reach files', () => {
  expect(slowIn('store.transact(async (writer) => { await f(writer); await secrets.hash(text); })')).toHaveLength(1);
  expect(
    slowIn('await secrets.hash(text); store.transact(async (writer) => f(writer)); pictures.save(files);'),
  ).toEqual([]);
  const all = sources.map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));
  expect(all.filter(({ text }) => text.includes('.transact(')).length).toBeGreaterThan(30);
  expect(all.flatMap(({ name, text }) => slowIn(text).map((call) => `${name}: ${call}`))).toEqual([]);
});
