// The two languages of the demo calendar, in the codes that the site has for them.
import type { WriteContext } from '../core/context.js';

const demoLanguages = ['en', 'fr'] as const;

/** A site with languages of its own keeps them, so that every record reads right there at once. */
export function contextIn(language: (typeof demoLanguages)[number], context: WriteContext): WriteContext {
  const { call } = context;
  const languages = call.site.languages.length ? call.site.languages : demoLanguages;
  return { ...context, call: { ...call, site: { ...call.site, languages }, language: codeOf(language, languages) } };
}

/** A site in British English reads the English texts as its own. */
const codeOf = (language: string, languages: readonly string[]): string =>
  languages.includes(language) ? language : (languages.find((code) => code.startsWith(`${language}-`)) ?? language);
