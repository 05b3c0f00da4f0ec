// Finds the records of a page that cannot be written: those that refer to missing records, or that need an ID, a slug or an
// external ID that another record has.

import { oneOf } from '../../core/condition.js';
import type { WriteContext } from '../../core/context.js';
import { slugsOf } from '../../core/language.js';
import type { Model } from '../../core/model.js';
import { slices } from '../../core/slices.js';
import type { Row } from '../../core/store.js';
import { hasOwnContent } from './columns.js';
import { ownReferences } from './order.js';
import type { RestoredRecord } from './parse-record.js';

const external = ['external_id', 'source'];

/** Columns, or pairs of columns, whose values no two records share. */
const uniqueColumns = ({ name }: Model): readonly (readonly string[])[] =>
  name === 'user' ? [['name_key'], ['email_key']] : [external];

/** IDs by name of the model. */
export type Assumed = Map<string, Set<number>>;

export function assume(assumed: Assumed | undefined, { name }: Model, ids: readonly number[]): void {
  if (!assumed) return;
  const known = assumed.get(name) ?? new Set();
  for (const id of ids) known.add(id);
  assumed.set(name, known);
}

type Stored = ReadonlyMap<number, Row>;

/** The first fault of each record that has one. */
export async function faultsOf(
  context: WriteContext,
  model: Model,
  records: readonly RestoredRecord[],
  stored: Stored,
  assumed?: Assumed,
): Promise<ReadonlyMap<RestoredRecord, string>> {
  const faults = new Map<RestoredRecord, string>();
  const check = (fault: (record: RestoredRecord) => string | undefined) => {
    for (const record of records) {
      const found = faults.has(record) ? undefined : fault(record);
      if (found !== undefined) faults.set(record, found);
    }
  };
  check(await takenIds(context, model, records));
  check(await takenSlugs(context, model, records, stored));
  for (const columns of uniqueColumns(model)) check(await takenValues(context, model, records, columns));
  for (const [field, { target }] of Object.entries(model.links)) {
    const wanted = records.flatMap(({ links }) => links[field] ?? []);
    const known = await idsOf(context, context.registry.named(target), wanted, assumed?.get(target));
    check(({ links }) =>
      missing(
        field,
        (links[field] ?? []).find((id) => !known.has(id)),
      ),
    );
  }
  // The last check: records that failed before cannot be referred to.
  for (const column of ownReferences[model.name] ?? []) {
    const idIn = ({ row }: RestoredRecord) => Number(row[column]);
    const known = new Set(await idsOf(context, model, records.map(idIn), assumed?.get(model.name)));
    for (const record of records) {
      const id = idIn(record);
      const isOwn = id === record.row.id && column !== 'parent';
      const fault = id === 0 || isOwn || known.has(id) ? undefined : missing(column, id);
      if (fault !== undefined && !faults.has(record)) faults.set(record, fault);
      if (!faults.has(record)) known.add(record.row.id);
    }
  }
  return faults;
}

const missing = (field: string, id: number | undefined): string | undefined =>
  id === undefined ? undefined : `${field}: There is no record ${id} before this line.`;

async function idsOf(
  { store }: WriteContext,
  table: Model,
  ids: readonly number[],
  assumed?: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  const found = new Set<number>(ids.filter((id) => assumed?.has(id)));
  const distinct = [...new Set(ids)].filter((id) => id > 0 && !found.has(id));
  for (const some of slices(distinct, maxValues)) {
    const where = oneOf('id', some);
    for (const id of await store.ids({ table, where, order: [{ column: 'id' }], limit: maxValues })) found.add(id);
  }
  return found;
}

/** Values in one statement. */
const maxValues = 1_000;

/** IDs are unique among all models of a sequence; a model whose rows are others than those of the API shares none. */
async function takenIds(context: WriteContext, model: Model, records: readonly RestoredRecord[]) {
  const ids = records.map(({ row }) => row.id);
  const taken = new Map<number, string>();
  for (const other of context.registry.models) {
    if (other === model || other.sequence !== model.sequence) continue;
    for (const id of await idsOf(context, other, ids)) taken.set(id, other.noun.a);
  }
  const seen = new Set<number>();
  return ({ row: { id } }: RestoredRecord): string | undefined => {
    if (seen.has(id)) return `id: ${id} is on an earlier line too.`;
    seen.add(id);
    return taken.has(id) ? `id: ${id} is the ID of ${taken.get(id)} here.` : undefined;
  };
}

/** A row without its own content has no slug. */
const neededSlugs = (model: Model, row: Row): readonly string[] =>
  'slug' in model.columns && hasOwnContent(model, row) ? slugsOf(row).filter(Boolean) : [];

async function takenSlugs({ store }: WriteContext, model: Model, records: readonly RestoredRecord[], stored: Stored) {
  const ownSlugs = ({ row }: RestoredRecord): readonly string[] => {
    const before = stored.get(row.id);
    return before ? neededSlugs(model, before) : [];
  };
  const wanted = [...new Set(records.flatMap((record) => without(neededSlugs(model, record.row), ownSlugs(record))))];
  const taken = new Set<string>();
  for (const some of slices(wanted, maxValues)) for (const slug of await store.taken(model, some)) taken.add(slug);
  return (record: RestoredRecord): string | undefined => {
    const slugs = without(neededSlugs(model, record.row), ownSlugs(record));
    const conflict = slugs.find((slug) => taken.has(slug));
    for (const slug of slugs) taken.add(slug);
    return conflict === undefined ? undefined : `slug: Another record has the slug ${conflict}.`;
  };
}

const without = (texts: readonly string[], others: readonly string[]): readonly string[] =>
  texts.filter((text) => !others.includes(text));

async function takenValues(
  { store }: WriteContext,
  model: Model,
  records: readonly RestoredRecord[],
  columns: readonly string[],
) {
  const [first = ''] = columns;
  const joinedValues = (row: Row) => JSON.stringify(columns.map((name) => row[name]));
  const owners = new Map<string, number>();
  const values = first in model.columns ? [...new Set(records.map(({ row }) => row[first]).filter(Boolean))] : [];
  for (const some of slices(values, maxValues)) {
    const where = oneOf(first, some);
    const rows = await store.list({ table: model, where, order: [{ column: 'id' }], limit: maxValues * 10 });
    for (const row of rows) owners.set(joinedValues(row), row.id);
  }
  return ({ row }: RestoredRecord): string | undefined => {
    if (!row[first]) return undefined;
    const owner = owners.get(joinedValues(row)) ?? row.id;
    owners.set(joinedValues(row), owner);
    return owner === row.id ? undefined : `${first}: Record ${owner} has the same one.`;
  };
}
