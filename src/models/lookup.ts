// What definitions ask the database: whether the records, terms and people that were named are there.
import { may } from '../core/actor.js';
import { all, any, begins, type Condition, called, everything, is, oneOf } from '../core/condition.js';
import { type FoundFields, type Given, lookUpFields, prepareFields } from '../core/field.js';
import type { Found, RecordItem, TermItem } from '../core/kinds/linked.js';
import { inLanguage, slugsOf } from '../core/language.js';
import { nameLock } from '../core/locks.js';
import { Invalid, Problem } from '../core/problem.js';
import type { Resource } from '../core/resource.js';
import type { Desk, PreparingDesk, Row, WritingDesk } from '../core/store.js';
import { fold } from '../core/text/fold.js';
import { slugify } from '../core/text/slug.js';
import { users } from './account/account.js';
import { idsAmong } from './ids.js';

const many = 10_000;

const readable = (resource: Resource, desk: Desk): Condition => resource.policy.visible(desk.call.actor, false);

/** Ids of records that the caller may read; any other is unknown. */
export const existing =
  (resource: () => Resource) =>
  async (ids: readonly number[], desk: Desk): Promise<readonly number[]> => {
    const known = await idsAmong(desk, resource(), ids, readable(resource(), desk));
    if (ids.some((id) => !known.has(id))) throw new Invalid(`There is no such ${resource().noun.one}.`);
    return ids;
  };

export const existingOne =
  (resource: () => Resource) =>
  async (id: number, desk: Desk): Promise<number> => {
    await existing(resource)([id], desk);
    return id;
  };

/** Only those with the right may name someone else. */
export async function existingAuthor(id: number, desk: Desk): Promise<number> {
  const { actor } = desk.call;
  if (id === actor.id) return id;
  if (!may(actor, 'set-author')) throw new Problem('forbidden');
  const user = await desk.store.read({ table: users, where: is('id', id) });
  if (!user) throw new Invalid('There is no such user.');
  return id;
}

/** Descriptions of new records with everything ready that they need. */
export const preparedRecords =
  (resource: () => Resource) =>
  async (items: readonly RecordItem[], desk: PreparingDesk): Promise<readonly RecordItem[]> => {
    const ready: RecordItem[] = [];
    for (const item of items) {
      if ('unnamed' in item) throw new Problem('not-created', { resource: resource().name });
      if ('id' in item) ready.push(item);
      else ready.push({ draft: soundDraft(await prepareFields(resource().fields, item.draft, desk)) });
    }
    return ready;
  };

function soundDraft({ found, faults }: FoundFields): Given {
  const wrong = Object.keys(faults);
  if (wrong.length) throw new Invalid(`The data of the new record is wrong in: ${wrong.join(', ')}.`);
  return found;
}

/** Linked records: known ids, and descriptions of new ones. */
export const linkedRecords =
  (resource: () => Resource) =>
  async (items: readonly RecordItem[], desk: Desk): Promise<readonly Found[]> => {
    const ids = idsOf(items);
    if (ids.length) await existing(resource)(ids, desk);
    const found: Found[] = [];
    for (const item of items) {
      if ('unnamed' in item) throw new Invalid('The data of the new record lacks or spoils: name.');
      if ('id' in item) found.push(item.id);
      else found.push({ draft: soundDraft(await lookUpFields(resource().fields, item.draft, desk)) });
    }
    return found;
  };

/** Fields whose value is compared in a column of another name. */
const keptAs: Readonly<Record<string, string>> = { date: 'date_utc', image: 'image_id' };

/** A readable record of the same name to which nothing given is unequal. */
export const knownRecord =
  (resource: () => Resource): Resource['known'] =>
  async (desk, given) => {
    const { values } = resource().settle({ given, stored: undefined, call: desk.call });
    const key = String(resource().keys(values).name_key);
    await claimName(desk, resource(), key);
    const where = all(is('name_key', key), readable(resource(), desk));
    const { language, site } = desk.call;
    const order = [{ column: 'id' }];
    const candidates = await desk.store.list({ table: resource(), where, order, limit: 100, language });
    const compared = Object.keys(given).map((name) => keptAs[name] ?? name);
    const agrees = (row: Row) => compared.every((name) => !(name in resource().columns) || row[name] === values[name]);
    return candidates.find((row) => agrees(inLanguage(row, language, site.languages)))?.id;
  };

/** A term of the same name, wherever it stands. */
export const knownTerm =
  (resource: () => Resource): Resource['known'] =>
  async (desk, given) => {
    const key = fold(String(given.name));
    await claimName(desk, resource(), key);
    const where = is('name_key', key);
    const { language } = desk.call;
    const [twin] = await desk.store.list({ table: resource(), where, order: [{ column: 'id' }], limit: 1, language });
    return twin?.id;
  };

/** Two requests at once must not both find that a name is free. */
export const claimName = ({ store }: WritingDesk, resource: Resource, key: string): Promise<void> =>
  store.claim(nameLock(resource, key));

async function termsNamed(resource: Resource, items: readonly TermItem[], desk: Desk) {
  const texts = items.flatMap((item) => ('text' in item ? [item.text] : []));
  const where = any(oneOf('id', idsOf(items)), called(texts.map(slugify)), oneOf('name_key', texts.map(fold)));
  const { language, site } = desk.call;
  const rows = await desk.store.list({ table: resource, where, order: [{ column: 'id' }], limit: many, language });
  const keyIn = (row: Row) => resource.keys(inLanguage(row, language, site.languages)).name_key;
  return (item: TermItem): Row | undefined =>
    'id' in item
      ? rows.find((row) => row.id === item.id)
      : (rows.find((row) => slugsOf(row).includes(slugify(item.text))) ??
        rows.find((row) => keyIn(row) === fold(item.text)));
}

const idsOf = (items: readonly (RecordItem | TermItem)[]): readonly number[] =>
  items.flatMap((item) => ('id' in item ? [item.id] : []));

/** Terms that all came with their ids are not read. */
async function termIds(resource: Resource, items: readonly TermItem[], desk: Desk) {
  if (items.some((item) => 'text' in item)) {
    const named = await termsNamed(resource, items, desk);
    return (item: TermItem): number | undefined => named(item)?.id;
  }
  const known = await idsAmong(desk, resource, idsOf(items), everything);
  return (item: TermItem): number | undefined => ('id' in item && known.has(item.id) ? item.id : undefined);
}

/** Terms of a record: known ones, and names for which a term is still to be made. */
export const linkedTerms =
  (resource: () => Resource) =>
  async (items: readonly TermItem[], desk: Desk): Promise<readonly Found[]> => {
    const idOf = await termIds(resource(), items, desk);
    const found = new Map<string | number, Found>();
    for (const item of items) {
      const known = idOf(item);
      if (known !== undefined) found.set(known, known);
      else if ('text' in item) found.set(fold(item.text), found.get(fold(item.text)) ?? { draft: { name: item.text } });
      else if (desk.call.profile.refusesUnknownTerms)
        throw new Invalid(`There is no ${resource().noun.one} ${item.id}.`);
    }
    return [...found.values()];
  };

/** Terms to filter by, with everything below them in the tree: every one must be known. */
export const filteredTerms =
  (resource: () => Resource) =>
  async (items: readonly TermItem[], desk: Desk): Promise<readonly number[]> => {
    const named = await termsNamed(resource(), items, desk);
    const rows = items.map((item) => {
      const row = named(item);
      if (!row) throw new Invalid(`There is no such ${resource().noun.one}.`);
      return row;
    });
    const paths = rows.flatMap((row) => (typeof row.path === 'string' ? [begins('path', `${row.path}/`)] : []));
    const below = paths.length
      ? await desk.store.list({ table: resource(), where: any(...paths), order: [], limit: many })
      : [];
    return [...new Set([...rows, ...below].map((row) => row.id))];
  };
