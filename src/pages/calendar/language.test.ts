// Language negotiation: the language in the query, else the best match of Accept-Language.
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
  ])('of %j with lang=%s and Accept-Language %s: %s', (languages, requested, acceptLanguage, language) => {
    expect(negotiateLanguage(languages, requested, acceptLanguage)).toBe(language);
  });

  test('rejects a language that the site does not have', () => {
    expect(() => negotiateLanguage(['en', 'fr'], 'de', undefined)).toThrow(Problem);
  });
});
