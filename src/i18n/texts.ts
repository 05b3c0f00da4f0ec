// Texts of the service by language. Each language is a folder with the same parts.
import { type Language, languageOf } from '../core/languages.js';
import * as de from './de/texts.js';
import * as en from './en/texts.js';
import * as es from './es/texts.js';
import * as fr from './fr/texts.js';
import type { Texts } from './types.js';

export type { Texts };

const byLanguage: Readonly<Record<Language, Texts>> = { en, fr, de, es };

/** `fr-CA` gets the texts of `fr`, a language that Almanac does not have the English ones. */
export const textsFor = (language = ''): Texts => byLanguage[languageOf(language) ?? 'en'];
