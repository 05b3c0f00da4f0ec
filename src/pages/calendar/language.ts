// Language negotiation: the language of a page from `lang` in the query and Accept-Language. Pure.
import { Invalid, invalidParams } from '../../core/problem.js';
import { preferredLanguage } from '../../i18n/accept-language.js';

/** The requested language, else the best match of Accept-Language, else the first. */
export function negotiateLanguage(
  languages: readonly string[],
  requested: string | undefined,
  acceptLanguage: string | undefined,
): string | undefined {
  if (languages.length === 0) return undefined;
  if (requested === undefined) return preferredLanguage(languages, acceptLanguage) ?? languages[0];
  const named = languages.find((code) => code.toLowerCase() === requested.toLowerCase());
  if (named !== undefined) return named;
  throw invalidParams({ lang: new Invalid(`Must be one of: ${languages.join(', ')}.`) });
}
