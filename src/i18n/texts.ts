// Texts of the service by language. Each language is a folder with the same parts.
import { type Language, languageOf } from '../core/languages.js';
import * as en from './en/texts.js';
import * as fr from './fr/texts.js';

export type Texts = typeof en;
/** Every message of the API by its English text: `messages.test.ts` compares with the code. */
export type Messages = Readonly<Record<keyof typeof fr.messages, string>>;

const byLanguage: Readonly<Record<Language, Texts>> = { en, fr };

/** `fr-CA` gets the texts of `fr`, a language that Almanac does not have the English ones. */
export const textsFor = (language = ''): Texts => byLanguage[languageOf(language) ?? 'en'];
