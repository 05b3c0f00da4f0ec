// Translated texts. The columns of a record contain its main language, `translations` the others, by language and column.
// An empty text counts as missing: the next language of the fallback chain is shown instead.
import type { Call } from './call.js';
import { type Column, jsonColumn, type Translations, textColumn } from './column.js';
import { linkedRows, type Row, type Table, type Values } from './store.js';

export type Texts = Readonly<Record<string, string>>;

const none: Translations = {};

const translationsColumn: Column<Translations> = {
  ...jsonColumn(none),
  schema: { type: 'object' },
  encode: (value) => (Object.keys(value).length ? JSON.stringify(value) : ''),
};

export const languageColumns = {
  /** The main language; empty for the site's default language. */
  language: textColumn,
  translations: translationsColumn,
};

export const isTranslated = ({ translations = none }: Values): boolean =>
  translations !== none && Object.keys(translations).length > 0;

export const mainLanguage = (row: Values, languages: readonly string[]): string =>
  String(row.language || languages[0] || '');

/** The record's own texts in a language, without fallback; empty where missing. */
export function ownTexts(
  row: Values,
  columns: readonly string[],
  language: string,
  languages: readonly string[],
): Texts {
  const source = language === mainLanguage(row, languages) ? row : (row.translations?.[language] ?? {});
  return Object.fromEntries(columns.map((column) => [column, String(source[column] ?? '')]));
}

/** The slugs of other languages than the main one. */
export const otherSlugs = ({ translations = none }: Values): readonly string[] =>
  Object.values(translations).flatMap(({ slug }) => slug || []);

export const slugsOf = (row: Values): readonly string[] => [String(row.slug), ...otherSlugs(row)];

/** Languages of the record, the main one first. */
export const languagesOf = (row: Values, languages: readonly string[]): readonly string[] => [
  mainLanguage(row, languages),
  ...Object.keys(row.translations ?? none),
];

/** The columns for these texts; the first language becomes the main one. */
export function columnsOfTexts(texts: ReadonlyMap<string, Texts>): Values {
  const [[language, own] = ['', {}], ...others] = [...texts];
  const filled = others.map(([code, written]) => [code, withoutBlanks(written)] as const);
  return {
    ...own,
    language,
    translations: Object.fromEntries(filled.filter(([, written]) => Object.keys(written).length > 0)),
  };
}

const withoutBlanks = (texts: Texts): Texts => Object.fromEntries(Object.entries(texts).filter(([, text]) => text));

/** The record and its linked records in the language of the call. */
export function localized(row: Row, { links }: Pick<Table, 'links'>, { language, site: { languages } }: Call): Row {
  let shown = inLanguage(row, language, languages);
  for (const field of Object.keys(links)) {
    const rows = linkedRows(row, field);
    if (rows.some(isTranslated)) shown = { ...shown, [field]: rows.map((one) => inLanguage(one, language, languages)) };
  }
  return shown;
}

/** Each text in the given language, else in the site's languages in order, else in the first language that has it. */
export function inLanguage<R extends Row>(row: R, language: string | undefined, languages: readonly string[]): R {
  const { translations = none } = row;
  const others = Object.keys(translations);
  if (others.length === 0) return row;
  const main = mainLanguage(row, languages);
  const chain = [...new Set([...(language === undefined ? [] : [language, ...languages]), main, ...others])];
  const columns = new Set(others.flatMap((code) => Object.keys(translations[code] ?? {})));
  const written = (code: string, column: string) => (code === main ? row : translations[code])?.[column];
  const texts = [...columns].map((column) => [column, chain.map((code) => written(code, column)).find(Boolean) ?? '']);
  return { ...row, ...Object.fromEntries(texts) };
}
