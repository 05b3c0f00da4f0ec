// Settles the values of a record in its languages. Given texts belong to the language of the request, other languages
// keep theirs; slugs and keys are derived for each language.

import type { WriteContext } from '../core/context.js';
import { openSlices } from '../core/event-loop.js';
import type { Given } from '../core/field.js';
import { columnsOfTexts, isTranslated, languagesOf, mainLanguage, ownTexts, type Texts } from '../core/language.js';
import type { Model, Settled, SettleInput } from '../core/model.js';
import { settleRecord } from '../core/settle.js';
import type { Row, Values } from '../core/store.js';
import { freeSlug, freeSlugs } from './slugs.js';

export async function settleNew(
  { store, call }: WriteContext,
  model: Model,
  givens: readonly Given[],
): Promise<readonly Values[]> {
  const settled: Settled[] = [];
  const yieldAfterSlice = openSlices();
  for (const given of givens) {
    await yieldAfterSlice();
    settled.push(settleRecord(model, { given, stored: undefined, call }));
  }
  const slugs = await freeSlugs(store, model, settled);
  const languageValues = isTranslatable(model) && { language: call.language ?? '', translations: {} };
  return settled.map(({ values }, at) => {
    const named = { ...values, ...slugs[at] };
    return { ...named, ...model.keys(named), ...languageValues };
  });
}

const isTranslatable = ({ translated }: Model): boolean => translated.length > 0;

export type Change = Pick<SettleInput, 'given' | 'trashing'>;

export async function settleChange(context: WriteContext, model: Model, stored: Row, change: Change): Promise<Values> {
  const { store, call } = context;
  const main = mainLanguage(stored, call.site.languages);
  const isMultilingual = isTranslated(stored) || (call.language ?? main) !== main;
  if (isMultilingual && isTranslatable(model)) return settleTranslated(context, model, stored, change);
  const settled = settleRecord(model, { ...change, stored, call });
  const values = { ...settled.values, ...(await freeSlug(store, model, settled, stored)) };
  return { ...values, ...model.keys({ ...stored, ...values }) };
}

async function settleTranslated(context: WriteContext, model: Model, stored: Row, change: Change): Promise<Values> {
  const { languages } = context.call.site;
  const columns = model.translated;
  const main = mainLanguage(stored, languages);
  const changedLanguage = context.call.language ?? main;
  const texts = new Map([...languagesOf(stored, languages), changedLanguage].map((code) => [code, textsIn(code)]));
  function textsIn(language: string): Texts {
    return ownTexts(stored, columns, language, languages);
  }

  let values: Values = {};
  for (const language of texts.keys()) {
    const given = language === changedLanguage ? change.given : withoutTexts(change.given, model);
    const settled = settleRecord(model, {
      ...change,
      given,
      stored: { ...stored, ...textsIn(language) },
      call: context.call,
    });
    if (language === changedLanguage) values = settled.values;
    const written = Object.fromEntries(
      columns.map((column) => [column, String(settled.values[column] ?? textsIn(language)[column])]),
    );
    const otherSlugs = [...texts].flatMap(([code, { slug }]) => (code !== language && slug ? [slug] : []));
    // A language without its own title has no slug either, unless one was given.
    const named = written[columns[0] ?? ''] !== '' || Boolean(given.slug);
    const slug = named ? await freeSlug(context.store, model, settled, stored, otherSlugs) : {};
    texts.set(language, { ...written, ...slug });
  }
  const languageValues = columnsOfTexts(mainFirst(texts, main, languages[0]));
  return { ...values, ...languageValues, ...model.keys({ ...stored, ...languageValues }) };
}

const withoutTexts = (given: Given, { translated }: Model): Given =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !translated.includes(name)));

/** The record's columns hold the default language as soon as it has a title, else the previous main language. */
function mainFirst(texts: ReadonlyMap<string, Texts>, main: string, standard = main): ReadonlyMap<string, Texts> {
  const [title] = Object.values(texts.get(standard) ?? {});
  const first = title ? standard : main;
  return new Map([[first, texts.get(first) ?? {}], ...[...texts].filter(([code]) => code !== first)]);
}
