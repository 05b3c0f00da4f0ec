// Look-ups of fields and filters: check that referenced records, terms and users exist.
import { may } from '../../core/actor.js';
import { any, begins, everything, hasSlug, is, oneOf } from '../../core/condition.js';
import type { Context, PrepareContext } from '../../core/context.js';
import { type FoundFields, forModel, type Given, lookUpFields, prepareFields } from '../../core/field.js';
import { existingIds } from '../../core/ids.js';
import type { LinkTarget, RecordItem, TermItem } from '../../core/kinds/linked.js';
import { inLanguage, slugsOf } from '../../core/language.js';
import type { Model } from '../../core/model.js';
import { Invalid, Problem, unknownRecord } from '../../core/problem.js';
import type { Shape } from '../../core/shape.js';
import type { Row } from '../../core/store.js';
import { fold } from '../../core/text/fold.js';
import { slugify } from '../../core/text/slug.js';
import { users } from '../../models/account/account.js';
import { event } from '../../models/event/event.js';

const maxTerms = 10_000;

/** Checks that the caller may read records with these IDs; any other ID is unknown. */
export const existing =
  (model: Model) =>
  async (ids: readonly number[], context: Context): Promise<readonly number[]> => {
    const known = await existingIds(context, model, ids, model.policy.visible(context.call.actor, false));
    if (ids.some((id) => !known.has(id))) throw unknownRecord(model.noun.one);
    return ids;
  };

export const existingOne =
  (model: Model) =>
  async (id: number, context: Context): Promise<number> => {
    await existing(model)([id], context);
    return id;
  };

/** Like `existingOne`, but 0 means none. */
export const existingOrNone =
  (model: Model) =>
  async (id: number, context: Context): Promise<number> =>
    id === 0 ? 0 : existingOne(model)(id, context);

export const readableEvent = existingOne(event);

/** Setting another author requires the right `set-author`. */
export async function existingAuthor(id: number, context: Context): Promise<number> {
  const { actor } = context.call;
  if (id === actor.id) return id;
  if (!may(actor, 'set-author')) throw new Problem('forbidden');
  const user = await context.store.read({ table: users, where: is('id', id) });
  if (!user) throw unknownRecord('user');
  return id;
}

/** Runs the `prepare` step of the fields of new linked records. */
export const preparedRecords =
  ({ model, fields }: Shape) =>
  async (items: readonly RecordItem[], context: PrepareContext): Promise<readonly RecordItem[]> => {
    const ready: RecordItem[] = [];
    for (const item of items) {
      if ('unnamed' in item) throw new Problem('not-created', { resource: model.name });
      if ('id' in item) ready.push(item);
      else ready.push({ ...item, draft: soundDraft(await prepareFields(fields, item.draft, context)) });
    }
    return ready;
  };

function soundDraft({ found, faults }: FoundFields): Given {
  const wrong = Object.keys(faults);
  if (wrong.length) throw new Invalid(`Invalid fields in the new record: ${wrong.join(', ')}.`);
  return found;
}

/** Linked records: IDs of existing ones, and drafts of new ones. */
export const linkedRecords =
  ({ model, fields }: Shape) =>
  async (items: readonly RecordItem[], context: Context): Promise<readonly LinkTarget[]> => {
    const ids = idsOf(items);
    if (ids.length) await existing(model)(ids, context);
    const found: LinkTarget[] = [];
    for (const item of items) {
      if ('unnamed' in item) throw new Invalid('Missing or invalid fields in the new record: name.');
      if ('id' in item) found.push(item.id);
      else {
        const draft = forModel(fields, soundDraft(await lookUpFields(fields, item.draft, context)));
        found.push({ ...item, draft });
      }
    }
    return found;
  };

async function termsNamed(model: Model, items: readonly TermItem[], context: Context) {
  const texts = items.flatMap((item) => ('text' in item ? [item.text] : []));
  const where = any(oneOf('id', idsOf(items)), hasSlug(texts.map(slugify)), oneOf('name_key', texts.map(fold)));
  const { language, site } = context.call;
  const rows = await context.store.list({ table: model, where, order: [{ column: 'id' }], limit: maxTerms, language });
  const keyIn = (row: Row) => model.keys(inLanguage(row, language, site.languages)).name_key;
  return (item: TermItem): Row | undefined => {
    if ('draft' in item) return undefined;
    if ('id' in item) return rows.find((row) => row.id === item.id);
    const bySlug = rows.find((row) => slugsOf(row).includes(slugify(item.text)));
    return bySlug ?? rows.find((row) => keyIn(row) === fold(item.text));
  };
}

const idsOf = (items: readonly (RecordItem | TermItem)[]): readonly number[] =>
  items.flatMap((item) => ('id' in item ? [item.id] : []));

/** Terms given by ID only are checked for existence without reading their rows. */
async function termIds(model: Model, items: readonly TermItem[], context: Context) {
  if (items.some((item) => 'text' in item)) {
    const named = await termsNamed(model, items, context);
    return (item: TermItem): number | undefined => named(item)?.id;
  }
  const known = await existingIds(context, model, idsOf(items), everything);
  return (item: TermItem): number | undefined => ('id' in item && known.has(item.id) ? item.id : undefined);
}

/** Terms of a record: IDs of existing ones, and drafts for unknown names. */
export const linkedTerms =
  (model: Model) =>
  async (items: readonly TermItem[], context: Context): Promise<readonly LinkTarget[]> => {
    const idOf = await termIds(model, items, context);
    const found = new Map<string | number, LinkTarget>();
    for (const item of items) {
      const known = idOf(item);
      if (known !== undefined) found.set(known, known);
      else if ('draft' in item) found.set(JSON.stringify(item.draft), item);
      else if ('text' in item) found.set(fold(item.text), found.get(fold(item.text)) ?? { draft: { name: item.text } });
      else if (context.call.facade.refusesUnknownTerms)
        throw new Invalid(`No ${model.noun.one} has the ID ${item.id}.`);
    }
    return [...found.values()];
  };

/** IDs of the terms to filter by and of all their descendants. Unknown terms are rejected. */
export const filteredTerms =
  (model: Model) =>
  async (items: readonly TermItem[], context: Context): Promise<readonly number[]> => {
    const named = await termsNamed(model, items, context);
    const rows = items.map((item) => {
      const row = named(item);
      if (!row) throw unknownRecord(model.noun.one);
      return row;
    });
    const paths = rows.flatMap((row) => (typeof row.path === 'string' ? [begins('path', `${row.path}/`)] : []));
    const below = paths.length
      ? await context.store.list({ table: model, where: any(...paths), order: [], limit: maxTerms })
      : [];
    return [...new Set([...rows, ...below].map((row) => row.id))];
  };
