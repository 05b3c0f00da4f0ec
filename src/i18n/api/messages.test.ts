// Every message of the API has a translation with the same placeholders, and no translation is unused.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { languageCodes } from '../../core/languages.js';
import { problems } from '../../core/problem.js';
import { textsFor } from '../texts.js';
import { translate } from './translate.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(cli|facades.openapi|demo|i18n)/.test(file),
  )
  .map((file) => readFileSync(join(root, file), 'utf8'));

const quoted = String.raw`(?:'((?:[^'\\]|\\.)*)'|\`([^\`]*)\`)`;
const said = [
  `new Invalid\\(\\s*${quoted}`,
  `wrongType\\(\\s*${quoted}`,
  `new Unfetchable\\(\\s*${quoted}`,
  `new Unreadable\\(\\s*${quoted}`,
  `\\b(?:unknownFault|waitingMessage) = ${quoted}`,
  `invalidParam\\(\\s*[^,;]+,\\s*${quoted}`,
  `whole\\(\\d, ${quoted}`,
  `readAddress\\(\\w+, ${quoted}`,
  `refuseLoop\\([^;]+,\\s+${quoted}`,
  `\\b(?:nameRule|outOfYears|noColor|tooLittleContrast) = ${quoted}`,
  `new Invalid\\(\\s*\\w+\\s+\\? ${quoted}`,
  `new Invalid\\(\\s*\\w+\\s+\\? '[^']*'\\s+: ${quoted}`,
  `\\breason: ${quoted}`,
  `invalidJson\\(\\d, ${quoted}`,
  `exceeded: ${quoted}`,
  `warning\\(\\s*'\\w+',\\s*${quoted}`,
];

const sentences = [
  ...new Set(
    sources.flatMap((text) =>
      said.flatMap((pattern) =>
        [...text.matchAll(new RegExp(pattern, 'g'))].map(([, plain, template]) => plain ?? template ?? ''),
      ),
    ),
  ),
].map((text) => text.replace(/\$\{[^}]*\}/g, '{}'));

const refusals = Object.values(problems).map(([, message]) => message.replace(/<\w+>/g, '{}'));

describe.each(languageCodes.filter((code) => code !== 'en'))('in %s', (code) => {
  test.each([...refusals, ...sentences])('%s', (sentence) => {
    const filled = sentence.replaceAll('{}', '§');
    const said = translate(filled, code);
    expect(said).not.toBe(filled);
    expect(said.split('§').length).toBe(filled.split('§').length);
  });

  test('no translation is left of a message that the source no longer has', () => {
    const source = sources.join('\n').replace(/\$\{[^}]*\}|<\w+>/g, '{}');
    const messages = Object.keys(textsFor(code).messages).filter(
      (english) => english.includes(' ') && !english.startsWith('{}'),
    );
    expect(messages.filter((english) => !source.includes(english))).toEqual([]);
  });
});

test('the messages are found in the source', () => {
  expect(sentences).toContain('Must be text.');
  expect(sentences).toContain('Must be {} characters or fewer.');
  expect(sentences).toContain('An event cannot be its own parent or ancestor.');
  expect(sentences).toContain('The image file is damaged. Upload another one.');
  expect(sentences.length).toBeGreaterThan(40);
});

test('fills placeholders with translated text, and never takes text for a placeholder', () => {
  expect(translate('Event not found.', 'fr')).toBe('Événement introuvable.');
  expect(translate('Must be one of: $&, {}.', 'fr')).toBe('Valeurs possibles : $&, {}.');
  expect(translate('BYDAY takes numbers from 1 to 5 and from -5 to -1.', 'fr')).toBe(
    'BYDAY accepte des nombres de 1 à 5 et de -5 à -1.',
  );
  expect(translate('An unknown sentence.', 'fr')).toBe('An unknown sentence.');
  expect(translate('Must be text.', 'xx')).toBe('Must be text.');
  expect(translate('Must be text.', undefined)).toBe('Must be text.');
  expect(translate('constructor', 'fr')).toBe('constructor');
});
