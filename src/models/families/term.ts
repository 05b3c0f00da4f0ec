// Common parts of categories and tags: columns, policy, slugs and unique names.
import { may, type Right } from '../../core/actor.js';
import { type Columns, derived, integerColumn, sparseTextColumn, textColumn, unlisted } from '../../core/column.js';
import { all, type Condition, everything, is, nothing } from '../../core/condition.js';
import type { WriteContext } from '../../core/context.js';
import { externalFields } from '../../core/external.js';
import type { Given } from '../../core/field.js';
import { languageColumns } from '../../core/language.js';
import { nameLock } from '../../core/locks.js';
import type { Model, Noun, Policy, SettleInput, Writes } from '../../core/model.js';
import { Problem } from '../../core/problem.js';
import type { Followed, Link, RowIn, Table } from '../../core/store.js';
import { storedColumns } from '../../core/stored.js';
import { fold } from '../../core/text/fold.js';
import { slugify } from '../../core/text/slug.js';
import { nameKeys } from './post.js';

export const termColumns = {
  name: textColumn,
  name_key: unlisted(derived(textColumn)),
  slug: sparseTextColumn,
  description: textColumn,
  count: derived(integerColumn),
  modified_utc: derived(textColumn),
  version: unlisted(derived(integerColumn)),
  ...storedColumns(externalFields),
  ...languageColumns,
};
export type TermRow = RowIn<typeof termColumns>;

export const termTable = {
  sequence: 'term',
  links: {},
  trackedColumns: ['name_key', 'slug', 'translations'],
  translatedKeys: ['name_key', 'slug', 'description'],
  searched: ['name', 'slug'],
};

/** Terms are public. Filters find events by their names and their place in a tree. */
export const termFollowed = ({ table }: Link, ...columns: readonly string[]): Followed => ({
  public: everything,
  filtersOwners: { links: [table], columns: ['name', 'slug', 'translations', ...columns] },
});

/** Terms are public; one right covers all changes. */
const termPolicy = (right: Right): Policy => ({
  change: right,
  visible: () => everything,
  changeable: (actor) => (may(actor, right) ? everything : nothing),
});

export type TermGiven = {
  readonly name?: string;
  readonly description?: string;
  readonly slug?: string;
};

export function settleTerm({ given, stored, call }: SettleInput<TermRow, TermGiven>) {
  const name = given.name ?? stored?.name ?? '';
  const slug = given.slug !== undefined || !stored?.slug ? given.slug || slugify(name) || 'term' : stored.slug;
  return {
    slugs: [slug],
    exactSlug: stored !== undefined && Boolean(given.slug),
    values: {
      name,
      description: given.description ?? stored?.description ?? '',
      ...(stored ? {} : { count: 0 }),
      modified_utc: call.now,
      version: (stored?.version ?? 0) + 1,
    },
  };
}

export function termModel<C extends Columns, R extends TermRow>(
  table: Table<C>,
  noun: Noun,
  right: Right,
): Model<C, R> {
  const model: Model<C, R> = {
    ...table,
    noun,
    policy: termPolicy(right),
    stored: externalFields,
    settle: settleTerm,
    translated: ['name', 'slug', 'description'],
    keys: nameKeys,
    texts: ({ name, slug }) => ({ name: fold(name), slug }),
    removal: 'erase',
    findExisting: async (context, given) => (await findSameName(model, context, given, everything))?.id,
  };
  return model;
}

/** A term of the same name. The name lock keeps concurrent requests from creating it twice. */
async function findSameName(model: Model, { store, call }: WriteContext, { name }: Given, scope: Condition) {
  const key = fold(String(name));
  await store.lock(nameLock(model, key));
  const where = all(is('name_key', key), scope);
  const { language } = call;
  const [existing] = await store.list({ table: model, where, order: [{ column: 'id' }], limit: 1, language });
  return existing;
}

/** Rejects a second term of the same name in the same scope; the error has the id of the first. */
export const refuseSameName =
  (scope: (given: Given) => Condition) =>
  (generic: Writes['create']): Writes['create'] =>
  async (context, model, given) => {
    const existing = await findSameName(model, context, given, scope(given));
    if (existing) throw new Problem('term-exists', { extra: { term_id: existing.id } });
    return generic(context, model, given);
  };
