// Texts of the public pages: one table per language, all with the same keys.
import { english, type PageTexts } from './en.js';
import { french } from './fr.js';

const tables: Readonly<Record<string, PageTexts>> = { en: english, fr: french };

export const pageLanguages: readonly string[] = Object.keys(tables);

/** `fr-CA` gets the table of `fr`, a language without a table the English one. */
export const textsFor = (language: string | undefined): PageTexts => tables[language?.split('-')[0] ?? ''] ?? english;
