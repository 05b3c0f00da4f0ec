// Every language of the service has every text, with the arguments and placeholders of the English one.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tableFaults, translationFaults } from '../../tests/harness/translations.js';
import { languageCodes } from '../core/languages.js';
import { type Texts, textsFor } from './texts.js';

describe.each(languageCodes.filter((code) => code !== 'en'))('%s', (code) => {
  // The words of entries are lists that differ in length.
  const { messages: _, entry: __, ...english } = textsFor('en');
  const { messages, entry: ___, ...translated }: Texts = textsFor(code);

  test('has every text with its arguments', () => expect([...translationFaults(english, translated)]).toEqual([]));

  test('has every message with its placeholders', () => expect([...tableFaults(messages)]).toEqual([]));
});

const termsIn = (file: string): readonly string[] =>
  [...readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8').matchAll(/^\| (.+?) \|/gm)].map(
    ([, term = '']) => term,
  );

test.each(languageCodes.filter((code) => code !== 'en'))('the glossary in %s has every term', (code) => {
  expect(termsIn(`glossary/${code}.md`)).toEqual(termsIn('glossary.md'));
});

test('a region uses the texts of its language, an unknown language the English ones', () => {
  expect(textsFor('fr-CA')).toBe(textsFor('fr'));
  expect([textsFor('pt'), textsFor(undefined), textsFor('constructor')]).toEqual(Array(3).fill(textsFor('en')));
});

test.each([
  [{ title: 'kept' }, { title: '' }, '.title is missing'],
  [{ count: (n: number) => `${n} dates` }, { count: () => 'Termine' }, '.count(41,42,43) does not show 41: Termine'],
  [{ hint: 'Leave it empty now.' }, { hint: 'Leave it empty now.' }, '.hint is English'],
  [{ hint: 'At {} o’clock' }, { hint: 'Um {} {} Uhr' }, '.hint has other placeholders'],
  [{ now: () => 'now' }, {}, '.now is missing'],
])('a fault is found: %j', (english, translated, fault) => {
  expect([...translationFaults(english, translated)]).toContain(fault);
});
