// Allowed HTML: equal in the console and the service, and without names that our pages use.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMMON, commonAttributes } from '../src/core/text/allowed-attributes.js';
import { cleanHtml } from '../src/core/text/html.js';
import { keptAttributes } from '../web/admin/widgets/html/markup.js';
import { repetitions } from './harness/repetitions.js';

const elements = ['a', 'img', 'p', 'td', 'th', 'li', 'figure', 'span', 'abbr'];
const names = [
  ...COMMON,
  ...['href', 'title', 'target', 'rel', 'src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
  ...['colspan', 'scope', 'value', 'style', 'onclick', 'name', 'role', 'data-yours', 'aria-owns'],
];
const values = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      'x',
      'wp-a top',
      'is-over is-style-b',
      'alignleft',
      '#x',
      '#text-x',
      '#top',
      '#',
      ' /x ',
      'a b',
      '7',
      '50%',
    ],
    ...['javascript:x', 'https://x.example/', 'mailto:a@b', '_BLANK', 'me evil', 'LAZY', 'async', 'true', 'text-a'],
    ...['/a 1x, /b 2x', '/a 1x,/b,c 2.50x', '/a 0w', '/a 1.5w', 'data:x 1x', ',', '/a', '(max-width: 9px) 100vw'],
  ),
  fc.string({ maxLength: 12 }),
);
const attributes = fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 6, noNullPrototype: true });

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const tagOf = (element: string, given: Readonly<Record<string, string>>): string =>
  `<${element}${Object.entries(given)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')}>`;

/** In any order. */
const attributesIn = (html: string): readonly string[] =>
  [...html.matchAll(/ ([a-z-]+)(="[^"]*")?/g)].map(([attribute]) => attribute).sort();

describe('the console and the service', () => {
  test('allow the same attributes of every element', () => {
    fc.assert(
      fc.property(fc.constantFrom(...elements), attributes, (element, given) => {
        const sent = cleanHtml(tagOf(element, keptAttributes(element, given)));
        expect(attributesIn(sent)).toEqual(attributesIn(cleanHtml(tagOf(element, given))));
      }),
      { numRuns: repetitions(1000) },
    );
  });
});

const root = fileURLToPath(new URL('..', import.meta.url));
const filesIn = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'));

describe('the pages around user HTML', () => {
  const styles = filesIn('web', /\.css$/);
  const code = [...filesIn('web', /\.tsx?$/), ...filesIn('src/pages', /\.ts$/)];
  const isKept = (name: string, value: string) => commonAttributes({ [name]: value })[name] === value;

  test('share no class with user HTML', () => {
    const selectors = styles.flatMap((text) => [...text.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name));
    const written = code.flatMap((text) =>
      [...text.matchAll(/class(?:Name)?="([^"]*)"/g)].flatMap(([, list = '']) => list.split(/[\s${}`'"]+/)),
    );
    expect(selectors.length).toBeGreaterThan(200);
    expect(written.length).toBeGreaterThan(100);
    expect([...selectors, ...written].filter((name) => isKept('class', name))).toEqual([]);
  });

  test('share no id and no data attribute with user HTML', () => {
    const ids = [...code, ...styles].flatMap((text) =>
      [...text.matchAll(/(?:\bid="|#)(text-[\w-]*)/g)].map(([id]) => id),
    );
    // The rule itself names it.
    expect(ids.filter((id) => !id.startsWith('#'))).toEqual([]);
    const dataAttributes = COMMON.filter((name) => name.startsWith('data-'));
    for (const name of dataAttributes) {
      const users = [...code, ...styles].filter((text) => text.includes(name));
      expect(users, name).toEqual([]);
    }
  });
});
