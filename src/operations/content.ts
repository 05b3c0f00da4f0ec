// Steps for rows that read their content (columns, links, search texts) from another row of their table.
import { everything, is } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import { otherSlugs } from '../core/language.js';
import type { ContentWrites, Model } from '../core/model.js';
import { Problem, problemWith } from '../core/problem.js';
import { linkedIds, type Row, type Values } from '../core/store.js';
import { indexRecord } from './languages.js';
import { linkNew, recount, unlinkAll } from './links.js';
import { freeSlugs } from './slugs.js';

const contentOf = ({ name, content }: Model) => {
  if (!content) throw new TypeError(`rows of ${name} share no content`);
  return content;
};

const pick = (row: Row, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]));

async function whole({ store }: WriteContext, model: Model, id: number): Promise<Row> {
  const embeds = Object.keys(model.links).map((field) => ({ field, visible: everything }));
  const row = await store.read({ table: model, where: is('id', id), embeds });
  if (!row) throw new Problem('not-found', problemWith(model));
  return row;
}

async function linkAndIndex(context: WriteContext, model: Model, row: Row): Promise<void> {
  for (const [field, link] of Object.entries(model.links)) {
    await linkNew(context, [row], { link, targets: [linkedIds(row, field)] });
  }
  await indexRecord(context, model, row, row);
}

/** Slugs may be taken: the values with free ones, in each language. */
async function withFreeSlugs(store: WriteContext['store'], model: Model, values: Values): Promise<Values> {
  const wanted = [String(values.slug ?? ''), ...otherSlugs(values)];
  const free = await freeSlugs(
    store,
    model,
    wanted.map((slug) => ({ values: {}, slugs: [slug] })),
    true,
  );
  let next = 1;
  const translations = Object.entries(values.translations ?? {}).map(([language, texts]) => [
    language,
    texts.slug ? { ...texts, slug: free[next++]?.slug ?? '' } : texts,
  ]);
  return { ...values, ...free[0], translations: Object.fromEntries(translations) };
}

const detach: ContentWrites['detach'] = async (context, model, id, values) => {
  const { column, columns } = contentOf(model);
  const row = await whole(context, model, id);
  const content = await withFreeSlugs(context.store, model, { ...pick(row, columns), ...values(row) });
  const copied = { ...content, ...model.keys(row), [column]: id };
  await context.store.update(model, id, copied);
  const after = { ...row, ...copied };
  await linkAndIndex(context, model, after);
  return after;
};

const rename: ContentWrites['rename'] = async ({ store }, model, row, slugs) => {
  await store.update(model, row.id, { slug: '', translations: row.translations ?? {} });
  await store.setExtraSlugs(model, row.id, []);
  const values = await withFreeSlugs(store, model, { translations: row.translations ?? {}, ...slugs });
  await store.update(model, row.id, values);
  await store.setExtraSlugs(model, row.id, otherSlugs(values));
};

const attach: ContentWrites['attach'] = async (context, model, row, contentId, values) => {
  const { store } = context;
  const { column, columns } = contentOf(model);
  await unlinkAll(context, model, row);
  const blank = columns.map((name) => [name, model.columns[name]?.decode(null)]);
  await store.update(model, row.id, { ...Object.fromEntries(blank), ...values, [column]: contentId });
  await store.unindex(model, row.id);
};

const copy: ContentWrites['copy'] = async (context, model, id, values) => {
  const { store } = context;
  const { column } = contentOf(model);
  const [row, [newId = 0]] = await Promise.all([whole(context, model, id), store.takeIds(model, 1)]);
  const content = await withFreeSlugs(store, model, pick(row, Object.keys(model.columns)));
  // An external ID belongs to one record.
  const copied = { ...content, ...model.keys(row), source: '', external_id: '', ...values, [column]: newId, id: newId };
  await store.insertAll(model, [copied]);
  const after = { ...row, ...copied };
  await linkAndIndex(context, model, after);
  return after;
};

export const contentWrites: ContentWrites = { detach, attach, rename, copy, whole, recount };
