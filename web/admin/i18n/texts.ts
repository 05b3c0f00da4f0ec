// The language of the console and its texts. Each language is a folder that is loaded on demand; each folder of the
// console uses its part, as in `texts().save`, while rendering.
import { computed, signal } from '@preact/signals';
import { type Language, languageOf } from '../../../src/core/languages.js';

export type Texts = typeof import('./en/texts');
/** Every text of the API document that the console shows: `contract.test.ts` compares. */
export type Labels = Readonly<Record<keyof typeof import('./fr/labels').labels, string>>;

export const loaders: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: () => import('./en/texts'),
  fr: () => import('./fr/texts'),
  de: () => import('./de/texts'),
  es: () => import('./es/texts'),
};

const current = signal<{ readonly code: Language; readonly texts: Texts } | undefined>(undefined);
let requested: Language = 'en';

export const language = computed(() => current.value?.code ?? 'en');

/** The first of these languages that the console has, else English. Regions are ignored: `fr-CA` is French. */
export const languageFrom = (tags: readonly string[]): Language =>
  tags.map(languageOf).find((code) => code !== undefined) ?? 'en';

/** Switches as soon as the texts are there. Of several calls the last one counts. */
export async function loadLanguage(code: Language): Promise<void> {
  requested = code;
  const texts = await loaders[code]();
  if (requested === code) current.value = { code, texts };
}

export const textsOf =
  <Name extends keyof Texts>(name: Name): (() => Texts[Name]) =>
  () => {
    if (!current.value) throw new TypeError('no language is loaded');
    return current.value.texts[name];
  };
