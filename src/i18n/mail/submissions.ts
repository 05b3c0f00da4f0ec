// Mails to the senders of submitted events by language.
import { english, type SubmissionMails } from './submissions-en.js';
import { french } from './submissions-fr.js';

const tables: Readonly<Record<string, SubmissionMails>> = { en: english, fr: french };

/** `fr-CA` gets the table of `fr`, a language without a table the English one. */
export const submissionMailsFor = (language: string): SubmissionMails =>
  tables[language.split('-', 1)[0] ?? ''] ?? english;
