// The header Accept-Language.
import { type Language, languageCodes, languageOf } from '../core/languages.js';

/** The best match, if any. `fr-CA` matches `fr`, and `fr` matches `fr-CA`. At most 20 entries are read. */
export function preferredLanguage(languages: readonly string[], acceptLanguage = ''): string | undefined {
  const preferences = acceptLanguage
    .split(',', 20)
    .map((part) => {
      const [code = '', quality = 'q=1'] = part.split(';').map((text) => text.trim().toLowerCase());
      return { code, quality: Number(quality.replace(/^q=/, '')) || 0 };
    })
    .filter(({ code, quality }) => code !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const [base, lower] = [(code: string) => code.split('-')[0], (code: string) => code.toLowerCase()];
  for (const { code } of preferences) {
    const exact = languages.find((language) => lower(language) === code);
    const close = exact ?? languages.find((language) => base(lower(language)) === base(code));
    if (close !== undefined) return close;
  }
  return undefined;
}

/** The language of Almanac itself for this reader. */
export const acceptedLanguage = (acceptLanguage: string | undefined): Language =>
  languageOf(preferredLanguage(languageCodes, acceptLanguage) ?? '') ?? 'en';
