// Texts in several languages. A record's own columns hold one of them, its main language; the others stand beside it in
// `translations`, by language and column. An empty text is no text: the next language of the chain is shown instead.
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
  /** The language of the record's own columns; empty while that is the default, whichever it is. */
  language: textColumn,
  translations: translationsColumn,
};

export const isTranslated = ({ translations = none }: Values): boolean => Object.keys(translations).length > 0;

export const mainLanguage = (row: Values, languages: readonly string[]): string =>
  String(row.language || languages[0] || '');

/** What the record itself says in a language, blank where it says nothing. */
export function ownTexts(
  row: Values,
  columns: readonly string[],
  language: string,
  languages: readonly string[],
): Texts {
  const source = language === mainLanguage(row, languages) ? row : (row.translations?.[language] ?? {});
  return Object.fromEntries(columns.map((column) => [column, String(source[column] ?? '')]));
}

/** The slugs that a record has beside the one in its own column. */
export const otherSlugs = ({ translations = none }: Values): readonly string[] =>
  Object.values(translations).flatMap(({ slug }) => slug || []);

export const slugsOf = (row: Values): readonly string[] => [String(row.slug), ...otherSlugs(row)];

/** The languages in which the record says anything, the main one first. */
export const languagesOf = (row: Values, languages: readonly string[]): readonly string[] => [
  mainLanguage(row, languages),
  ...Object.keys(row.translations ?? none),
];

/** The columns of a record that says these texts, of which the first language is the main one. */
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

/** The record with its linked records, as they read in the language that was asked for. */
export function localized(row: Row, { links }: Pick<Table, 'links'>, { language, site: { languages } }: Call): Row {
  const shown = inLanguage(row, language, languages);
  const linked = Object.keys(links).flatMap((field) => {
    const rows = linkedRows(row, field);
    return rows.some(isTranslated) ? [[field, rows.map((one) => inLanguage(one, language, languages))]] : [];
  });
  return linked.length ? { ...shown, ...Object.fromEntries(linked) } : shown;
}

/** The record as it reads in a language: each text from there, else from the default, else from the first that has it. */
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
