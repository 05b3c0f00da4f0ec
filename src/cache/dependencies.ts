// The dependency index: from records, slugs and lists to the cache keys of the responses that depend on them, so that a
// change invalidates exactly those responses.
import { concerns, linkedTables } from '../core/change.js';
import type { Condition } from '../core/condition.js';
import { sortsByContent } from '../core/content.js';
import { judge } from '../core/judge.js';
import { slugsOf } from '../core/language.js';
import type { Registry } from '../core/model.js';
import { type Change, linkedRows, type Table, type Values } from '../core/store.js';
import type { RecordedQuery } from './recorder.js';

export interface DependencyIndex {
  /** Besides the queries, the response depends on every record of `tables`. */
  readonly track: (key: string, queries: readonly RecordedQuery[], tables?: readonly string[]) => void;
  readonly untrack: (key: string) => void;
  readonly invalidatedBy: (change: Change) => ReadonlySet<string>;
}

interface List {
  readonly table: Table;
  readonly where: Condition;
  readonly sortedByContent: boolean;
}

interface Dependencies {
  /** `events 41` is a record, `events ~fair` a slug, `events *` every record of the table. */
  readonly names: Set<string>;
  /** Lists by table; a change that matches one, before or after, invalidates the response. */
  readonly lists: Map<string, List[]>;
  /** Visibility of embedded records by table: a linked record that becomes visible was not part of the response yet. */
  readonly embedded: Map<string, Condition>;
}

/** Cache keys by the name of a dependency. */
type Index = Map<string, Set<string>>;

function link(index: Index, name: string, key: string): void {
  const keys = index.get(name);
  if (keys) keys.add(key);
  else index.set(name, new Set([key]));
}

function unlink(index: Index, name: string, key: string): void {
  const keys = index.get(name);
  keys?.delete(key);
  if (keys?.size === 0) index.delete(name);
}

const none: ReadonlySet<string> = new Set();

export function openDependencyIndex(registry: Registry): DependencyIndex {
  const byKey = new Map<string, Dependencies>();
  const byName: Index = new Map();
  const byTable: Index = new Map();

  function dependenciesOf(queries: readonly RecordedQuery[]): Dependencies {
    const found: Dependencies = { names: new Set(), lists: new Map(), embedded: new Map() };
    for (const { table, where, order, embeds, rows } of queries) {
      const exact = exactRecords(table.table, where);
      if (exact) for (const name of exact) found.names.add(name);
      else {
        const list = { table, where, sortedByContent: sortsByContent(table, order) };
        found.lists.set(table.table, [...(found.lists.get(table.table) ?? []), list]);
      }
      for (const other of linkedTables(where, table, registry)) found.names.add(`${other} *`);
      for (const row of rows) found.names.add(`${table.table} ${row.id}`);
      const { column } = table.content ?? {};
      // Rows that are only counted or listed by id show no content.
      if (column) for (const row of rows) if (column in row) found.names.add(`${table.table} ${row[column]}`);
      for (const { field, visible } of embeds) {
        const target = registry.named(table.links[field]?.target ?? '').table;
        found.embedded.set(target, visible);
        for (const row of rows) {
          for (const { id } of linkedRows(row, field)) found.names.add(`${target} ${id}`);
        }
      }
    }
    return found;
  }

  const tablesOf = ({ names, lists, embedded }: Dependencies): ReadonlySet<string> =>
    new Set([...lists.keys(), ...embedded.keys(), ...[...names].map((name) => name.slice(0, name.indexOf(' ')))]);

  return {
    track: (key, queries, tables = []) => {
      const dependencies = dependenciesOf(queries);
      for (const table of tables) dependencies.names.add(`${table} *`);
      byKey.set(key, dependencies);
      for (const name of dependencies.names) link(byName, name, key);
      for (const table of tablesOf(dependencies)) link(byTable, table, key);
    },
    untrack: (key) => {
      const dependencies = byKey.get(key);
      if (!dependencies) return;
      byKey.delete(key);
      for (const name of dependencies.names) unlink(byName, name, key);
      for (const table of tablesOf(dependencies)) unlink(byTable, table, key);
    },
    invalidatedBy: (change) => {
      const { table, id, before, after } = change;
      if (id === 0) return byTable.get(table) ?? none;
      const invalidated = new Set<string>();
      for (const name of [`${table} *`, `${table} ${id}`, ...slugNames(table, before), ...slugNames(table, after)]) {
        for (const key of byName.get(name) ?? none) invalidated.add(key);
      }
      const isChanged = before !== undefined && after !== undefined && !sameValues(before, after);
      for (const key of byTable.get(table) ?? none) {
        const dependencies = byKey.get(key);
        const visible = isChanged && dependencies?.embedded.get(table);
        if (
          dependencies?.lists
            .get(table)
            ?.some((list) => concerns(list.where, change, list.table, list.sortedByContent)) ||
          (visible && (judge(visible, { ...before, id }) ?? 1) !== (judge(visible, { ...after, id }) ?? 2))
        ) {
          invalidated.add(key);
        }
      }
      return invalidated;
    },
  };
}

const slugNames = (table: string, values: Values | undefined): readonly string[] =>
  values && 'slug' in values ? slugsOf(values).map((slug) => `${table} ~${slug}`) : [];

const sameValues = (one: Values, other: Values): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Names of the only records that a condition can match; undefined when it is not limited to certain ids or slugs. */
function exactRecords(table: string, where: Condition): readonly string[] | undefined {
  switch (where.is) {
    case 'compared':
      return where.column === 'id' && where.by === '=' ? [`${table} ${where.value}`] : undefined;
    case 'one-of':
      return where.column === 'id' ? where.values.map((id) => `${table} ${id}`) : undefined;
    case 'has-slug':
      return where.slugs.map((slug) => `${table} ~${slug}`);
    case 'all':
      return where.of.map((part) => exactRecords(table, part)).find((records) => records !== undefined);
    default:
      return undefined;
  }
}
