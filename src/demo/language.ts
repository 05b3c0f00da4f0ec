// The two languages of the demo calendar, mapped to the site's language codes.
import type { WriteContext } from '../core/context.js';

const demoLanguages = ['en', 'fr'] as const;

/** Uses the site's languages if it has any, so that every record is shown in the right one. */
export function contextIn(language: (typeof demoLanguages)[number], context: WriteContext): WriteContext {
  const { call } = context;
  const languages = call.site.languages.length ? call.site.languages : demoLanguages;
  return { ...context, call: { ...call, site: { ...call.site, languages }, language: codeOf(language, languages) } };
}

/** `en` also matches `en-GB`. */
const codeOf = (language: string, languages: readonly string[]): string =>
  languages.includes(language) ? language : (languages.find((code) => code.startsWith(`${language}-`)) ?? language);
