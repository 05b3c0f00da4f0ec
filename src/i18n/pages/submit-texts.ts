// Texts of the form for submitting events by language.
import { english, type SubmitTexts } from './submit-en.js';
import { french } from './submit-fr.js';

const tables: Readonly<Record<string, SubmitTexts>> = { en: english, fr: french };

/** `fr-CA` gets the table of `fr`, a language without a table the English one. */
export const submitTextsFor = (language: string | undefined): SubmitTexts =>
  tables[language?.split('-')[0] ?? ''] ?? english;
