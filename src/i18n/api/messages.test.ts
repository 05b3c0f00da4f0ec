// Every sentence that the service may say has its translation, with the same places to fill in.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { problems } from '../../core/problem.js';
import { translate } from './translate.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const code = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(cli|facades.openapi|demo)/.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'));

const quoted = String.raw`(?:'((?:[^'\\]|\\.)*)'|\`([^\`]*)\`)`;
const said = [
  `new Invalid\\(\\s*${quoted}`,
  `wrongType\\(\\s*${quoted}`,
  `new Unfetchable\\(\\s*${quoted}`,
  `invalidParam\\(\\s*[\\w.']+,\\s*${quoted}`,
  `whole\\(\\d, ${quoted}`,
  `reason: ${quoted}`,
  `invalidJson\\(\\d, ${quoted}`,
];

const sentences = [
  ...new Set(
    code.flatMap((text) =>
      said.flatMap((pattern) =>
        [...text.matchAll(new RegExp(pattern, 'g'))].map(([, plain, template]) => plain ?? template ?? ''),
      ),
    ),
  ),
].map((text) => text.replace(/\$\{[^}]*\}/g, '{}'));

const refusals = Object.values(problems).map(({ message }) => message.replace(/<\w+>/g, '{}'));

describe('in French', () => {
  test.each([...refusals, ...sentences])('%s', (sentence) => {
    const filled = sentence.replaceAll('{}', '§');
    const said = translate(filled, 'fr');
    expect(said).not.toBe(filled);
    expect(said.split('§').length).toBe(filled.split('§').length);
  });

  test('the sentences of the code are found at all', () => {
    expect(sentences).toContain('This must be text.');
    expect(sentences).toContain('This text is longer than {} characters.');
    expect(sentences.length).toBeGreaterThan(40);
  });

  test('what is filled in is translated, too, and never taken for a place to fill in', () => {
    expect(translate('There is no such event.', 'fr')).toBe('Introuvable : événement.');
    expect(translate('This must be one of $&, {}.', 'fr')).toBe('Valeurs admises : $&, {}.');
    expect(translate('An unknown sentence.', 'fr')).toBe('An unknown sentence.');
    expect(translate('This must be text.', 'xx')).toBe('This must be text.');
    expect(translate('This must be text.', undefined)).toBe('This must be text.');
    expect(translate('constructor', 'fr')).toBe('constructor');
  });
});
