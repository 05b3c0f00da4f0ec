// The languages of Almanac itself: console, pages, mails and messages. The texts of each are in its folder in `src/i18n`
// and in `web/admin/i18n`. Records may have any language: `language.ts`.

/** By code, with their own names. */
export const languages = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
} as const;

export type Language = keyof typeof languages;

export const languageCodes = Object.keys(languages) as readonly Language[];

const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code);

/** The language of a tag such as `fr-CA`, if Almanac has it. */
export function languageOf(tag: string): Language | undefined {
  const [code = ''] = tag.toLowerCase().split('-', 1);
  return isLanguage(code) ? code : undefined;
}

/** The locale for `Intl`. English without a region is `en-GB`: weeks start on Monday, 24-hour clock. */
export const localeFor = (tag = 'en'): string => (tag === 'en' ? 'en-GB' : tag);
