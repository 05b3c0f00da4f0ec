// Common parts of venues and organizers beside the post family: a name that identifies an existing record, and the
// search texts.

import type { Columns } from '../../core/column.js';
import { derived, textColumn, unlisted } from '../../core/column.js';
import { all, is } from '../../core/condition.js';
import type { WriteContext } from '../../core/context.js';
import { externalFields } from '../../core/external.js';
import type { Given } from '../../core/field.js';
import { inLanguage } from '../../core/language.js';
import { nameLock } from '../../core/locks.js';
import type { Model, Noun, SettleInput, Writes } from '../../core/model.js';
import { settleRecord } from '../../core/settle.js';
import type { Link, Row, RowIn, Values } from '../../core/store.js';
import type { StoredFields } from '../../core/stored.js';
import { fold } from '../../core/text/fold.js';
import { plainText } from '../../core/text/html.js';
import { type ImageGiven, imageColumns, imageReference, settleImage } from './image.js';
import {
  nameKeys,
  type PostGiven,
  postColumns,
  postDue,
  postFollowed,
  postPolicy,
  postTrackedColumns,
  settlePost,
  settleSlug,
} from './post.js';

export const contactColumns = {
  ...postColumns,
  ...imageColumns,
  name: textColumn,
  name_key: unlisted(derived(textColumn)),
};
export type ContactRow = RowIn<typeof contactColumns>;
export type ContactGiven = PostGiven & ImageGiven & { readonly name?: string };

interface Contact<C extends Columns, R extends ContactRow> {
  readonly name: string;
  readonly noun: Noun;
  readonly table: string;
  readonly columns: C;
  readonly stored: StoredFields;
  /** Searched columns beside name and description. */
  readonly searched: readonly string[];
  /** The link to it, and the columns beside name and status that filters of its owners read. */
  readonly linkedBy: Link;
  readonly filtersOwners?: readonly string[];
  /** Further values of the model. */
  settle?(input: SettleInput<R, ContactGiven>): Values;
}

export function contactModel<C extends Columns, R extends ContactRow>({
  searched,
  settle,
  linkedBy,
  filtersOwners = [],
  ...contact
}: Contact<C, R>): Model<C, R> {
  const model: Model<C, R> = {
    ...contact,
    stored: { ...contact.stored, ...externalFields },
    sequence: 'post',
    links: {},
    policy: postPolicy,
    settle: (input: SettleInput<R, ContactGiven>) => {
      const { given, stored } = input;
      const post = settlePost(input);
      const name = given.name ?? stored?.name ?? '';
      return {
        values: { ...post, ...settleImage(input), ...settle?.(input), name },
        ...settleSlug({
          requested: undefined,
          stored,
          status: post.status,
          title: name,
          fallback: contact.name,
          draftsToo: true,
        }),
      };
    },
    trackedColumns: [...postTrackedColumns, 'name_key'],
    followed: {
      ...postFollowed(),
      filtersOwners: { links: [linkedBy.table], columns: ['status', 'name', 'translations', ...filtersOwners] },
    },
    translated: ['name', 'slug', 'description'],
    translatedKeys: ['name_key'],
    keys: nameKeys,
    searched: ['name', 'description', ...searched],
    texts: (row: Row & R) => ({
      ...Object.fromEntries(searched.map((column) => [column, fold(String(row[column]))])),
      name: fold(row.name),
      description: fold(plainText(row.description)),
    }),
    references: imageReference,
    findExisting: (context, given) => findSameRecord(model, context, given),
    removal: 'trash',
    due: postDue,
    overrides: { create: reuseExisting },
  };
  return model;
}

/** If the facade wants it, an existing equal record is returned unchanged instead of creating another one. */
const reuseExisting =
  (generic: Writes['create']): Writes['create'] =>
  async (context, model, given) => {
    const id = context.call.facade.reusesExisting ? await model.findExisting?.(context, given) : undefined;
    return id === undefined ? generic(context, model, given) : { model, id, alsoWritten: [] };
  };

/** Fields that are stored in a column of another name. */
const columnByField: Readonly<Record<string, string>> = { date: 'date_utc', image: 'image_id' };

/** A visible record of the same name that has all given values. */
async function findSameRecord(model: Model, context: WriteContext, given: Given): Promise<number | undefined> {
  const { values } = settleRecord(model, { given, stored: undefined, call: context.call });
  const key = String(model.keys(values).name_key);
  await context.store.lock(nameLock(model, key));
  const { actor, language, site } = context.call;
  const where = all(is('name_key', key), model.policy.visible(actor, false));
  const candidates = await context.store.list({ table: model, where, order: [{ column: 'id' }], limit: 100, language });
  const compared = Object.keys(given).flatMap((name) => (name === 'name' ? [] : [columnByField[name] ?? name]));
  const agrees = (row: Row) => compared.every((name) => !(name in model.columns) || row[name] === values[name]);
  return candidates.find((row) => agrees(inLanguage(row, language, site.languages)))?.id;
}
