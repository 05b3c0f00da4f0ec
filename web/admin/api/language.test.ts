import { describe, expect, test } from 'vitest';
import { preferredLanguage, validLanguage } from './language';

describe('the language of a browser', () => {
  test.each([
    ['en-US', 'en-US'],
    ['fr-ca', 'fr-CA'],
    ['en-US@posix', 'en-US'],
    ['fr_FR.UTF-8', 'fr-FR'],
    ['C', undefined],
    ['', undefined],
    ['@posix', undefined],
    ['en-', undefined],
    ['not a language', undefined],
  ])('reported as %j is %j', (reported, tag) => expect(validLanguage(reported)).toBe(tag));

  test('is the first valid tag, or the fallback', () => {
    expect(preferredLanguage(['C', 'fr', 'en'], 'en')).toBe('fr');
    expect(preferredLanguage(['C', ''], 'en')).toBe('en');
    expect(preferredLanguage([], 'en')).toBe('en');
  });

  test('can be limited to variants of one language', () => {
    expect(preferredLanguage(['fr', 'eng', 'en-CA'], 'en-GB', 'en')).toBe('en');
    expect(preferredLanguage(['fr', 'enm', 'en-CA'], 'en-GB', 'en')).toBe('en-CA');
    expect(preferredLanguage(['fr', 'de'], 'en-GB', 'en')).toBe('en-GB');
  });
});
