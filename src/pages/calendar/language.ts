// Language negotiation: the language of a page from `lang` in the query and Accept-Language. Pure.
import { Invalid, invalidParams } from '../../core/problem.js';

/** The requested language, else the best match of Accept-Language, else the first. */
export function negotiateLanguage(
  languages: readonly string[],
  requested: string | undefined,
  acceptLanguage: string | undefined,
): string | undefined {
  if (languages.length === 0) return undefined;
  if (requested === undefined) return preferred(languages, acceptLanguage) ?? languages[0];
  const named = languages.find((code) => code.toLowerCase() === requested.toLowerCase());
  if (named !== undefined) return named;
  throw invalidParams({ lang: new Invalid(`Must be one of: ${languages.join(', ')}.`) });
}

/** `fr-CA` matches `fr`, and `fr` matches `fr-CA`. At most 20 entries are read. */
function preferred(languages: readonly string[], acceptLanguage = ''): string | undefined {
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
