import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repetitions } from '../../../tests/harness/repetitions.js';
import { slugify, withSuffix } from './slug.js';

const examples: readonly (readonly [string, string])[] = [
  ['Tom & Ann\'s "x" -- live', 'tom-anns-x-live'],
  ["Fête d'été", 'fete-dete'],
  ['Given Slug x', 'given-slug-x'],
  ['Guild & Sons x', 'guild-sons-x'],
  ['   Padded   ', 'padded'],
  ['<b>Bold</b> move', 'bold-move'],
  ['x__trashed', 'x__trashed'],
  ['v1.2/beta', 'v1-2-beta'],
  ['one – two — three', 'one-two-three'],
  ['-lead and trail-', 'lead-and-trail'],
  ['100% Rock', '100-rock'],
  ['AT&amp;T', 'att'],
  ['Straße Łódź', 'strasse-lodz'],
  ['3×4', '3x4'],
  ['мир', '%d0%bc%d0%b8%d1%80'],
  ['%D0%BC%D0%B8%D1%80', '%d0%bc%d0%b8%d1%80'],
  ['МИР', '%d0%bc%d0%b8%d1%80'],
  ['й', '%d0%b9'],
  ['日本 語', '%e6%97%a5%e6%9c%ac-%e8%aa%9e'],
  ['🎉', '%f0%9f%8e%89'],
  ['%d0', 'd0'],
  ['%ff%fe', 'fffe'],
  ['%25d0%25bc', 'd0bc'],
  ['%3Cscript%3E', 'script'],
  ['\ud800lone', 'lone'],
  ['\u0f72\u00ad\u064b', '%d9%8b%e0%bd%b2'],
  ['!?…', ''],
  ['', ''],
];

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom('%', 'd', '0', 'b', 'c', 'м', 'ß', '-', '_', ' ', '<', '>', '語', '🎉'),
    maxLength: 400,
  }),
);

describe('slugify', () => {
  it.each(examples)('makes %j into %j', (given, slug) => {
    expect(slugify(given)).toBe(slug);
  });

  it('is idempotent, short and of safe characters for any text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const slug = slugify(text);
        expect(slugify(slug)).toBe(slug);
        expect(slug.length).toBeLessThanOrEqual(200);
        expect(slug).toMatch(/^(?!-)[a-z0-9_%-]*(?<!-)$/);
        expect(slugify(decodeURIComponent(slug))).toBe(slug);
      }),
      { numRuns: repetitions(1000) },
    );
  });

  it('cuts between letters, never inside an escape', () => {
    expect(slugify('語'.repeat(100))).toBe('%e8%aa%9e'.repeat(22));
    expect(slugify('a'.repeat(300))).toHaveLength(200);
    expect(slugify(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199));
  });
});

describe('withSuffix', () => {
  it('adds the number within the limit', () => {
    expect(withSuffix('same', 2)).toBe('same-2');
    expect(withSuffix('a'.repeat(200), 12)).toBe(`${'a'.repeat(197)}-12`);
    expect(withSuffix('語'.repeat(22).replaceAll('語', '%e8%aa%9e'), 1000)).toBe(`${'%e8%aa%9e'.repeat(21)}-1000`);
    expect(withSuffix(`${'a'.repeat(197)}-bc`, 3)).toBe(`${'a'.repeat(197)}-3`);
  });

  it('returns slugs that slugify does not change', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 99_999 }), (text, n) => {
        fc.pre(slugify(text) !== '');
        const slug = withSuffix(slugify(text), n);
        expect(slugify(slug)).toBe(slug);
        expect(slug.endsWith(`-${n}`)).toBe(true);
      }),
    );
  });
});
