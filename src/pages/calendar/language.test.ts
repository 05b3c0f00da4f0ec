// Which language a page speaks: the one in its address, else the best that the browser asks for.
import { describe, expect, test } from 'vitest';
import { Problem } from '../../core/problem.js';
import { negotiateLanguage } from './language.js';

describe('the language of a page', () => {
  test.each([
    [['en', 'fr'], undefined, undefined, 'en'],
    [['en', 'fr'], undefined, 'fr-CA,fr;q=0.8,en;q=0.5', 'fr'],
    [['en', 'fr'], undefined, 'de, fr;q=0.4, en;q=0.9', 'en'],
    [['en', 'fr'], undefined, 'fr;q=0', 'en'],
    [['en', 'fr-CA'], undefined, 'fr', 'fr-CA'],
    [['en', 'fr'], 'fr', 'en', 'fr'],
    [['en', 'fr'], 'FR', 'en', 'fr'],
    [[], 'fr', 'fr', undefined],
    [['fr'], undefined, 'en', 'fr'],
  ])('of %j, requested %s, acceptLanguage %s: %s', (languages, requested, acceptLanguage, spoken) => {
    expect(negotiateLanguage(languages, requested, acceptLanguage)).toBe(spoken);
  });

  test('one that the site does not have is refused', () => {
    expect(() => negotiateLanguage(['en', 'fr'], 'de', undefined)).toThrow(Problem);
  });
});
