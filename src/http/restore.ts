// Restores a record to its state after a revision. It is an update with the values that a form of that state would send, so
// that rights, rules and series apply as usual; then values that no field sets and removed translations are written.
import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../core/call.js';
import { all, hasSlug, is, not, oneOf } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import { shapeOf } from '../core/facade.js';
import { formOf } from '../core/form.js';
import { columnsOfTexts, isTranslated, languagesOf, mainLanguage, ownTexts, type Texts } from '../core/language.js';
import type { LinkChange, Model, Written } from '../core/model.js';
import { Problem } from '../core/problem.js';
import { recordRevisions } from '../core/revision.js';
import type { Shape } from '../core/shape.js';
import { linkedIds, type Row, type Values } from '../core/store.js';
import { inFieldNames, lookUpForModel, parse } from '../facades/parse.js';
import { indexRecord } from '../operations/languages.js';
import { completedRow, find } from '../operations/read.js';
import { findRevision, stateAfter } from '../operations/revisions.js';
import { unrecordedWritesOf } from '../operations/write.js';
import { authorizeWrite, change } from './change.js';
import type { Handler } from './custom-actions.js';
import { findChangeable, recordResponse } from './record.js';
import { idOf } from './request.js';

export const restoreRevision: Handler = async (service, request) => {
  await authorizeWrite(service, request, 'write');
  return change(service, request, async (context) => {
    const revision = await findRevision(context, idOf(request.params.id ?? ''));
    const shape = shapeOf(request.call.facade, revision.resource);
    const stored = await findChangeable(context, shape, request, 'update', { id: revision.record_id });
    const target = await stateAfter(context, shape.model, stored, revision);
    await restore(context, shape, stored, target);
    const row = await completedRow(context, shape, await find(context, shape, { id: stored.id }, 'read'));
    return recordResponse(shape, row, request, 'changed');
  });
};

async function restore(context: WriteContext, shape: Shape, stored: Row, target: Row): Promise<void> {
  const { model } = shape;
  await refuseMissing(context, model, stored, target);
  const written: Written[] = [];
  const read = () => find(context, shape, { id: stored.id }, 'update');
  let row = stored;
  for (const language of languagesToWrite(stored, target, context.call)) {
    const one = await updateIn(context, shape, row, target, language);
    if (!one) continue;
    written.push(one);
    row = await read();
  }
  const rest = await remainingValues(context, shape, row, target);
  if (Object.keys(rest).length > 0) {
    await context.store.update(model, stored.id, rest);
    await indexRecord(context, model, { ...row, ...rest }, row);
    row = await read();
  }
  await recordRevisions(context.store, context.call, [
    {
      model,
      id: stored.id,
      before: stored,
      after: row,
      linked: linksOf(written),
      alongside: written.flatMap(({ alongside }) => alongside),
    },
  ]);
}

/** Linked records may have been erased since. */
async function refuseMissing({ store, registry }: WriteContext, model: Model, stored: Row, target: Row): Promise<void> {
  const missing: string[] = [];
  const look = async (name: string, ids: readonly number[]) => {
    const wanted = ids.filter((id) => id !== 0);
    const where = oneOf('id', wanted);
    const found = wanted.length
      ? await store.ids({ table: registry.named(name), where, order: [], limit: wanted.length })
      : [];
    missing.push(...wanted.filter((id) => !found.includes(id)).map((id) => `${registry.named(name).noun.one} ${id}`));
  };
  for (const [field, link] of Object.entries(model.links)) {
    const ids = linkedIds(target, field);
    if (!isDeepStrictEqual(ids, linkedIds(stored, field))) await look(link.target, ids);
  }
  for (const [field, name] of Object.entries(model.references ?? {})) {
    const id = target[`${field}_id`];
    if (typeof id === 'number' && id !== stored[`${field}_id`]) await look(name, [id]);
  }
  if (missing.length) throw new Problem('missing-records', { names: missing.join(', ') });
}

/** One update per language of a translated record; `undefined` is the language of the record. */
function languagesToWrite(stored: Row, target: Row, { site: { languages } }: Call): readonly (string | undefined)[] {
  if (!isTranslated(stored) && !isTranslated(target)) return [undefined];
  const known = new Set([...languagesOf(target, languages), ...languagesOf(stored, languages)]);
  return [...known].filter((code) => languages.includes(code));
}

/** Gives the fields that differ, as a form with the target state would send them; undefined if none does. */
async function updateIn(
  context: WriteContext,
  shape: Shape,
  row: Row,
  target: Row,
  language: string | undefined,
): Promise<Written | undefined> {
  const { model, fields } = shape;
  const { language: _, ...general } = context.call;
  const main = mainLanguage(row, general.site.languages);
  const spoken = language ?? (main || undefined);
  const call: Call = { ...general, form: true, ...(spoken !== undefined && { language: spoken }) };
  const [current, wanted] = [formOf(shape, row, call), formOf(shape, target, call)];
  const input = Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(value, current[name]));
  if (input.length === 0) return undefined;
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

/** Recorded values that no field sets, such as whether the publication date was chosen, and the texts by language. */
async function remainingValues(context: WriteContext, shape: Shape, row: Row, target: Row): Promise<Values> {
  const { model } = shape;
  const { languages } = context.call.site;
  const shown = Object.keys(formOf(shape, { ...target }, { ...context.call, form: true }));
  const settable = new Set(shown.flatMap((name) => [shape.fields[name]?.sets ?? name, `${name}_id`]));
  const { column = '', columns: shared = [] } = model.content ?? {};
  const hasOwnContent = !model.content || row[column] === row.id;
  const isFree = ([name, { concealed, derived, secret }]: (typeof entries)[number]): boolean =>
    !concealed &&
    !derived &&
    !secret &&
    !settable.has(name) &&
    !fixed.includes(name) &&
    !model.translated.includes(name);
  const entries = Object.entries(model.columns) as [string, (typeof model.columns)[string]][];
  const values = entries
    .filter(isFree)
    .filter(
      ([name, { encode }]) => (hasOwnContent || !shared.includes(name)) && encode(row[name]) !== encode(target[name]),
    )
    .map(([name]) => [name, target[name]]);
  const texts =
    hasOwnContent && (isTranslated(row) || isTranslated(target)) ? await textValues(context, model, row, target) : {};
  return { ...Object.fromEntries(values), ...texts };

  async function textValues({ store }: WriteContext, { translated }: Model, row: Row, target: Row): Promise<Values> {
    const byLanguage = new Map<string, Texts>();
    for (const language of languagesOf(target, languages)) {
      const texts = ownTexts(target, translated, language, languages);
      const taken = all(hasSlug([texts.slug ?? '']), not(is('id', row.id)));
      const isTaken = Boolean(texts.slug) && (await store.count({ table: model, where: taken })) > 0;
      const { slug } = ownTexts(row, translated, language, languages);
      byLanguage.set(language, isTaken ? { ...texts, slug: slug ?? '' } : texts);
    }
    const restored = { ...columnsOfTexts(byLanguage), language: target.language };
    return { ...restored, ...model.keys({ ...row, ...restored }) };
  }
}

/** Decided by rules alone, or by the caller's rights. */
const fixed: readonly string[] = ['status', 'author', 'slug', 'language', 'translations'];
