// What a cached entry depends on: records, slugs and lists by table, from the queries that it was made from. Each entry has its
// own, as numbers and conditions, so that it can be weighed, and is judged when it is asked for.
import { LRUCache } from 'lru-cache';
import { linkedTables } from '../core/change.js';
import type { Condition } from '../core/condition.js';
import { sortsByContent } from '../core/content.js';
import type { Registry } from '../core/model.js';
import { linkedRows, type Row, type Table } from '../core/store.js';
import type { RecordedQuery } from './recorder.js';

/** The id of a record, or a slug behind a tilde. */
export type RecordName = number | string;

export interface List {
  readonly table: Table;
  readonly where: Condition;
  readonly sortedByContent: boolean;
}

export interface TableDependencies {
  /** On every record of the table. */
  readonly isWhole: boolean;
  readonly records: readonly RecordName[];
  /** A change that matches one, before or after, concerns the entry. */
  readonly lists: readonly List[];
  /** Visibility of embedded records: a linked record that becomes visible was not part of the entry yet. */
  readonly embedded: readonly Condition[];
}

/** By table. */
export type Dependencies = ReadonlyMap<string, TableDependencies>;

interface Collected {
  isWhole: boolean;
  readonly records: Set<RecordName>;
  readonly lists: Set<List>;
  readonly embedded: Set<Condition>;
}

/** Besides the queries, the entry depends on every record of `tables`, and on all that `others` has. */
export function dependenciesOf(
  registry: Registry,
  queries: readonly RecordedQuery[],
  tables: Iterable<string> = [],
  others: readonly Dependencies[] = [],
): Dependencies {
  const found = new Map<string, Collected>();
  const at = (table: string): Collected => {
    const known = found.get(table);
    if (known) return known;
    const collected = {
      isWhole: false,
      records: new Set<RecordName>(),
      lists: new Set<List>(),
      embedded: new Set<Condition>(),
    };
    found.set(table, collected);
    return collected;
  };
  const addWhole = (some: Iterable<string>): void => {
    for (const table of some) at(table).isWhole = true;
  };
  addWhole(tables);
  for (const { table, where, order, embeds, rows } of queries) {
    const own = at(table.table);
    const exact = exactRecords(where);
    if (exact) for (const name of exact) own.records.add(name);
    else own.lists.add({ table, where, sortedByContent: sortsByContent(table, order) });
    addWhole(linkedTables(where, table, registry));
    for (const row of rows) for (const id of idsIn(row, table)) own.records.add(id);
    for (const { field, visible } of embeds) {
      const target = at(registry.named(table.links[field]?.target ?? '').table);
      target.embedded.add(shared(visible));
      for (const row of rows) for (const { id } of linkedRows(row, field)) target.records.add(id);
    }
  }
  for (const other of others) {
    for (const [table, { isWhole, records, lists, embedded }] of other) {
      const own = at(table);
      own.isWhole ||= isWhole;
      for (const name of records) own.records.add(name);
      for (const list of lists) own.lists.add(list);
      for (const visible of embedded) own.embedded.add(visible);
    }
  }
  return new Map([...found].map(([table, collected]) => [table, packed(collected)]));
}

const packed = ({ isWhole, records, lists, embedded }: Collected): TableDependencies => ({
  isWhole,
  records: [...records],
  lists: [...lists],
  embedded: [...embedded],
});

/** Rows that are only counted or listed by id show no content. */
function idsIn(row: Row, { content }: Table): readonly number[] {
  return content && content.column in row ? [row.id, Number(row[content.column])] : [row.id];
}

/** Conditions of visibility by their text: few different ones, which thousands of entries share. */
const visibilities = new LRUCache<string, Condition>({ max: 500 });

function shared(visible: Condition): Condition {
  const text = JSON.stringify(visible);
  const known = visibilities.get(text) ?? visible;
  visibilities.set(text, known);
  return known;
}

/** The only records that a condition can match; undefined when it is not limited to certain ids or slugs. */
function exactRecords(where: Condition): readonly RecordName[] | undefined {
  switch (where.is) {
    case 'compared':
      return where.column === 'id' && where.by === '=' ? [Number(where.value)] : undefined;
    case 'one-of':
      return where.column === 'id' ? where.values.map(Number) : undefined;
    case 'has-slug':
      return where.slugs.map(slugName);
    case 'all':
      return where.of.map(exactRecords).find((records) => records !== undefined);
    default:
      return undefined;
  }
}

export const slugName = (slug: string): RecordName => `~${slug}`;

/** About twice what the objects take, as V8 lets garbage grow as large as what is in use. */
const bytesOf = { table: 400, record: 16, list: 200, letter: 6, embedded: 16 };

/** In bytes. */
export function sizeOfDependencies(dependencies: Dependencies): number {
  let bytes = 200;
  for (const { records, lists, embedded } of dependencies.values()) {
    bytes += bytesOf.table + records.length * bytesOf.record + embedded.length * bytesOf.embedded;
    for (const name of records) if (typeof name === 'string') bytes += 24 + name.length * 2;
    for (const { where } of lists) bytes += bytesOf.list + JSON.stringify(where).length * bytesOf.letter;
  }
  return bytes;
}
