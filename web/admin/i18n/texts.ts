// The language of the console, and texts by language. Each folder has its texts in a `texts.ts` of its own:
// `const texts = translated({ en, fr })`, used as `texts().save` while rendering.
import { signal } from '@preact/signals';

export const consoleLanguages = ['en', 'fr'] as const;
export type ConsoleLanguage = (typeof consoleLanguages)[number];

const isConsoleLanguage = (code: string): code is ConsoleLanguage => consoleLanguages.some((one) => one === code);

/** The first of these languages that the console has, else English. Regions are ignored: `fr-CA` is French. */
export const languageFrom = (codes: readonly string[]): ConsoleLanguage =>
  codes.map((code) => code.toLowerCase().split('-')[0] ?? '').find(isConsoleLanguage) ?? 'en';

/** The language of the browser until a user with a language signs in. Unit tests have no browser. */
export const language = signal<ConsoleLanguage>(languageFrom(globalThis.navigator?.languages ?? []));

export const translated =
  <Texts>(texts: Readonly<Record<ConsoleLanguage, Texts>>): (() => Texts) =>
  () =>
    texts[language.value];
