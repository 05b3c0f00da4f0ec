// What a record is found and sorted by, beside its columns: the texts it is searched in, in each language of the site.
import { inLanguage, isTranslated } from './language.js';
import type { Model } from './model.js';
import type { LocalizedIndex, Row } from './store.js';

/** As it reads where there is but one language. */
export const plainTexts = (model: Model, row: Row): LocalizedIndex['texts'] =>
  model.texts(inLanguage(row, undefined, []));

/** A record in one language reads the same in all, so only translated ones need this. */
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
