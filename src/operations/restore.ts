// Restores a record to its state after a revision. It is an update with the values that a form of that state would send, so
// that rights, rules and series apply as usual; then values that no field sets and removed translations are written.
import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../core/call.js';
import type { Column } from '../core/column.js';
import { all, hasSlug, is, not, oneOf } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import { externalFields } from '../core/external.js';
import { formOf } from '../core/form.js';
import { holds } from '../core/judge.js';
import { columnsOfTexts, isTranslated, languagesOf, mainLanguage, ownTexts, type Texts } from '../core/language.js';
import { type Locked, lockedWith } from '../core/locked.js';
import type { LinkChange, Model, Written } from '../core/model.js';
import { Problem } from '../core/problem.js';
import { isRecorded, recordRevisions } from '../core/revision.js';
import type { Shape } from '../core/shape.js';
import { linkedIds, type Row, type Values } from '../core/store.js';
import { inFieldNames, lookUpForModel, parse } from '../facades/parse.js';
import { findExternal } from './external.js';
import { indexRecord } from './languages.js';
import { find } from './read.js';
import { maySource } from './source-owner.js';
import { unrecordedWritesOf } from './write.js';

export async function restore(context: WriteContext, shape: Shape, stored: Locked, target: Row): Promise<Written> {
  const { model } = shape;
  await refuseMissing(context, model, stored, target);
  const written: Written[] = [];
  let row = stored;
  const readAgain = async () => {
    row = lockedWith(model, stored, await find(context, shape, { id: stored.id }, 'update'));
  };
  const writeValues = async (values: Values) => {
    await context.store.update(model, row.id, values);
    await indexRecord(context, model, { ...row, ...values }, row);
    await readAgain();
  };
  const isSingle = !isOfSeries(model, stored);
  const isMultilingual = isTranslated(stored) || isTranslated(target);
  // Before the update, which derives other values from slugs.
  if (isMultilingual && isSingle) await writeValues(await textValues(context, model, row, target));
  for (const language of isMultilingual && !isSingle ? languagesOfBoth(stored, target, context.call) : [undefined]) {
    const one = await updateIn(context, shape, row, target, language, row !== stored);
    if (!one) continue;
    written.push(one);
    await readAgain();
  }
  const rest = isSingle && !isOfSeries(model, row) ? await remainingValues(context, model, row, target) : {};
  if (Object.keys(rest).length > 0) await writeValues(rest);
  const restored: Written = {
    model,
    id: stored.id,
    before: stored,
    after: row,
    linked: linksOf(written),
    alsoWritten: written.flatMap((one) => one.alsoWritten),
  };
  await recordRevisions(context.store, context.call, [restored]);
  return restored;
}

/** Rows of a series take over values from each other, so that only updates change them. */
function isOfSeries({ content }: Model, row: Row): boolean {
  return content !== undefined && (row[content.column] !== row.id || holds(content.shared, row));
}

/** Linked records may have been erased since. */
async function refuseMissing({ store, registry }: WriteContext, model: Model, stored: Row, target: Row): Promise<void> {
  const missing: string[] = [];
  const findMissing = async (name: string, ids: readonly number[]) => {
    const wanted = ids.filter((id) => id !== 0);
    const where = oneOf('id', wanted);
    const found = wanted.length
      ? await store.ids({ table: registry.named(name), where, order: [], limit: wanted.length })
      : [];
    missing.push(...wanted.filter((id) => !found.includes(id)).map((id) => `${registry.named(name).noun.one} ${id}`));
  };
  for (const [field, link] of Object.entries(model.links)) {
    const ids = linkedIds(target, field);
    if (!isDeepStrictEqual(ids, linkedIds(stored, field))) await findMissing(link.target, ids);
  }
  for (const [field, name] of Object.entries(model.references ?? {})) {
    const column = referenceColumn(model, field);
    const id = target[column];
    if (typeof id === 'number' && id !== stored[column]) await findMissing(name, [id]);
  }
  if (missing.length) throw new Problem('missing-records', { names: missing.join(', ') });
}

/** Some references also store a copy of the record under the name of the field. */
const referenceColumn = ({ columns }: Model, field: string): string =>
  `${field}_id` in columns ? `${field}_id` : field;

function languagesOfBoth(stored: Row, target: Row, { site: { languages } }: Call): readonly string[] {
  const known = new Set([...languagesOf(target, languages), ...languagesOf(stored, languages)]);
  return [...known].filter((code) => languages.includes(code));
}

/** Gives the fields that differ, as a form with the target state would send them. Without any nothing is written, unless
 * `always`. */
async function updateIn(
  context: WriteContext,
  shape: Shape,
  row: Locked,
  target: Row,
  language: string | undefined,
  always: boolean,
): Promise<Written | undefined> {
  const { model, fields } = shape;
  const { language: _, ...general } = context.call;
  const entryLanguage = language ?? mainLanguage(row, general.site.languages);
  const call: Call = { ...general, form: true, ...(entryLanguage && { language: entryLanguage }) };
  const [current, wanted] = [formOf(shape, row, call), formOf(shape, target, call)];
  const input = Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(value, current[name]));
  if (input.length === 0 && !always) return undefined;
  const inLanguage = { ...context, call };
  const parsed = parse(fields, Object.fromEntries(input), call, false);
  const given = await lookUpForModel(fields, parsed, inLanguage);
  return unrecordedWritesOf(model)
    .update(inLanguage, model, row, given)
    .catch((error: unknown) => {
      throw inFieldNames(fields, error);
    });
}

/** The links before the first and after the last update. */
function linksOf(written: readonly Written[]): Readonly<Record<string, LinkChange>> {
  const links: Record<string, LinkChange> = {};
  for (const { linked = {} } of written) {
    for (const [field, { before, after }] of Object.entries(linked))
      links[field] = { before: links[field]?.before ?? before, after };
  }
  return links;
}

/** Recorded values that the update could not give exactly: an empty value that counts as not given, or a price in the words
 * of its input. They were valid once; rules, rights and unique slugs decide the others. */
async function remainingValues(context: WriteContext, model: Model, row: Row, target: Row): Promise<Values> {
  const decided = new Set([
    ...decidedByRules,
    ...((await mayIdentify(context, model, row, target)) ? [] : Object.keys(externalFields)),
    ...Object.keys(model.references ?? {}).map((name) => referenceColumn(model, name)),
  ]);
  const rest = Object.entries<Column<unknown>>(model.columns)
    .filter(([name, column]) => isRecorded(column) && !column.secret && !decided.has(name))
    .filter(([name, { encode }]) => encode(row[name]) !== encode(target[name]))
    .map(([name]) => [name, target[name]]);
  return Object.fromEntries(rest);
}

/** An external ID that another record has by now, or whose source the caller may not use, stays as it is. */
async function mayIdentify(context: WriteContext, model: Model, row: Row, target: Row): Promise<boolean> {
  const { source, external_id } = target;
  if (!external_id || (source === row.source && external_id === row.external_id)) return true;
  if (!(await maySource(context, String(source)))) return false;
  const holder = await findExternal(context, model, { source: String(source), externalId: String(external_id) });
  return holder === undefined || holder.id === row.id;
}

const decidedByRules = ['status', 'author', 'slug', 'language', 'translations'];

/** The texts of the target in all of its languages. A slug that another record has by now stays as it is. */
async function textValues({ store, call }: WriteContext, model: Model, row: Row, target: Row): Promise<Values> {
  const { languages } = call.site;
  const byLanguage = new Map<string, Texts>();
  for (const language of languagesOf(target, languages)) {
    const texts = ownTexts(target, model.translated, language, languages);
    const { slug = '' } = ownTexts(row, model.translated, language, languages);
    const others = all(hasSlug([texts.slug ?? '']), not(is('id', row.id)));
    const isTaken = Boolean(texts.slug) && (await store.count({ table: model, where: others })) > 0;
    byLanguage.set(language, isTaken ? { ...texts, slug } : texts);
  }
  const restored = { ...columnsOfTexts(byLanguage), language: target.language };
  return { ...restored, ...model.keys({ ...row, ...restored }) };
}
