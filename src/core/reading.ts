// What a record is found and sorted by, beside its columns: the texts it is searched in, in each language of the site.
import { inLanguage, isTranslated } from './language.js';
import type { Resource } from './resource.js';
import type { Reading, Row } from './store.js';

/** As it reads where there is but one language. */
export const plainTexts = (resource: Resource, row: Row): Reading['texts'] =>
  resource.texts(inLanguage(row, undefined, []));

/** A record in one language reads the same in all, so only translated ones need this. */
export function readingsOf(resource: Resource, row: Row, languages: readonly string[]): readonly Reading[] {
  if (!isTranslated(row)) return [];
  return languages.map((language) => {
    const read = inLanguage(row, language, languages);
    const values = { ...read, ...resource.keys(read) };
    return {
      language,
      keys: Object.fromEntries(resource.spokenKeys.map((name) => [name, values[name]])),
      texts: resource.texts(read),
    };
  });
}
