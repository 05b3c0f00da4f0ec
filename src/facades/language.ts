// The language parameter of multilingual sites: on every route and method, in query or body.
import type { Call } from '../core/call.js';
import { type Fields, type Given, optional } from '../core/field.js';
import { languageChoice } from '../core/kinds/choice.js';
import type { Site } from '../core/site.js';

export const languageName = 'i18n_language';

export const languageParam = ({ languages }: Pick<Site, 'languages'>): Fields =>
  languages.length === 0
    ? {}
    : {
        [languageName]: optional(
          languageChoice(languages),
          'Language of the texts. Default: the first language of the site.',
          {
            example: languages[0],
          },
        ),
      };

/** The requested language, or the default. An unknown one is rejected later, with the other parameters. */
export function requestedLanguage({ languages }: Pick<Site, 'languages'>, input: Given): Pick<Call, 'language'> {
  const language = languages.find((code) => code === input[languageName]) ?? languages[0];
  return language === undefined ? {} : { language };
}
