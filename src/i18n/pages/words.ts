// What the pages say besides the records themselves. One table per language, all with the same entries.
import { english, type Words } from './en.js';
import { french } from './fr.js';

const tables: Readonly<Record<string, Words>> = { en: english, fr: french };

/** `fr-CA` is served by `fr`; a language without a table by English. */
export const wordsFor = (language: string | undefined): Words => tables[language?.split('-')[0] ?? ''] ?? english;
