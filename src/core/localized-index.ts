// Builds the localized index: search texts and sort keys of a record in each language of the site.
import { inLanguage, isTranslated } from './language.js';
import type { Model } from './model.js';
import type { LocalizedIndex, Row } from './store.js';

/** Search texts of a site with one language. */
export const plainTexts = (model: Model, row: Row): LocalizedIndex['texts'] =>
  model.texts(inLanguage(row, undefined, []));

/** Empty for records without translations, which are the same in all languages. */
export function localizedIndexOf(model: Model, row: Row, languages: readonly string[]): readonly LocalizedIndex[] {
  if (!isTranslated(row)) return [];
  return languages.map((language) => {
    const read = inLanguage(row, language, languages);
    const values = { ...read, ...model.keys(read) };
    return {
      language,
      keys: Object.fromEntries(model.translatedKeys.map((name) => [name, values[name]])),
      texts: model.texts(read),
    };
  });
}
