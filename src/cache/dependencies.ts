// The dependency index: from records, slugs and lists to the cache keys of the responses and fragments that depend on them,
// so that a change invalidates exactly those.
import { concerns, linkedTables } from '../core/change.js';
import type { Condition } from '../core/condition.js';
import { sortsByContent } from '../core/content.js';
import { judge } from '../core/judge.js';
import { slugsOf } from '../core/language.js';
import type { Registry } from '../core/model.js';
import { type Change, linkedRows, type Table, type Values } from '../core/store.js';
import type { RecordedQuery } from './recorder.js';

export interface DependencyIndex {
  /** Besides the queries, the entry depends on every record of `tables`, and on all that `others` has. */
  readonly track: (
    key: string,
    queries: readonly RecordedQuery[],
    tables?: readonly string[],
    others?: readonly Dependencies[],
  ) => void;
  /** The dependencies of the entry; none if there is no entry. */
  readonly of: (key: string) => readonly Dependencies[];
  readonly untrack: (key: string) => void;
  readonly invalidatedBy: (change: Change) => ReadonlySet<string>;
}

interface List {
  readonly table: Table;
  readonly where: Condition;
  readonly sortedByContent: boolean;
}

export interface Dependencies {
  /** `events 41` is a record, `events ~fair` a slug, `events *` every record of the table. */
  readonly names: Set<string>;
  /** Lists by table; a change that matches one, before or after, invalidates the response. */
  readonly lists: Map<string, List[]>;
  /** Visibility of embedded records by table: a linked record that becomes visible was not part of the response yet. */
  readonly embedded: Map<string, Condition>;
}

/** Entries that show visible records of a table through links. */
interface Embedding {
  readonly visible: Condition;
  readonly keys: Set<string>;
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
  /** Entries with lists of a table. */
  const byList: Index = new Map();
  /** By table and condition: few different conditions, which are judged once for all their entries. */
  const byEmbedded = new Map<string, Map<string, Embedding>>();

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

  function addTo(found: Dependencies, { names, lists, embedded }: Dependencies): void {
    for (const name of names) found.names.add(name);
    for (const [table, some] of lists) found.lists.set(table, [...(found.lists.get(table) ?? []), ...some]);
    for (const [table, visible] of embedded) found.embedded.set(table, visible);
  }

  function linkEmbedded(table: string, visible: Condition, key: string): void {
    const text = conditionText(visible);
    const embeddings = byEmbedded.get(table) ?? new Map<string, Embedding>();
    byEmbedded.set(table, embeddings);
    const known = embeddings.get(text);
    if (known) known.keys.add(key);
    else embeddings.set(text, { visible, keys: new Set([key]) });
  }

  function unlinkEmbedded(table: string, visible: Condition, key: string): void {
    const [embeddings, text] = [byEmbedded.get(table), conditionText(visible)];
    const known = embeddings?.get(text);
    known?.keys.delete(key);
    if (known?.keys.size === 0) embeddings?.delete(text);
  }

  const dependsOn = ({ names, lists, embedded }: Dependencies, table: string): boolean =>
    lists.has(table) || embedded.has(table) || [...names].some((name) => name.startsWith(`${table} `));

  return {
    track: (key, queries, tables = [], others = []) => {
      const dependencies = dependenciesOf(queries);
      for (const table of tables) dependencies.names.add(`${table} *`);
      for (const other of others) addTo(dependencies, other);
      byKey.set(key, dependencies);
      for (const name of dependencies.names) link(byName, name, key);
      for (const table of dependencies.lists.keys()) link(byList, table, key);
      for (const [table, visible] of dependencies.embedded) linkEmbedded(table, visible, key);
    },
    of: (key) => {
      const dependencies = byKey.get(key);
      return dependencies ? [dependencies] : [];
    },
    untrack: (key) => {
      const dependencies = byKey.get(key);
      if (!dependencies) return;
      byKey.delete(key);
      for (const name of dependencies.names) unlink(byName, name, key);
      for (const table of dependencies.lists.keys()) unlink(byList, table, key);
      for (const [table, visible] of dependencies.embedded) unlinkEmbedded(table, visible, key);
    },
    invalidatedBy: (change) => {
      const { table, id, before, after } = change;
      if (id === 0) return new Set([...byKey].flatMap(([key, found]) => (dependsOn(found, table) ? [key] : [])));
      const invalidated = new Set<string>();
      for (const name of [`${table} *`, `${table} ${id}`, ...slugNames(table, before), ...slugNames(table, after)]) {
        for (const key of byName.get(name) ?? none) invalidated.add(key);
      }
      for (const key of byList.get(table) ?? none) {
        const lists = byKey.get(key)?.lists.get(table) ?? [];
        if (lists.some((list) => concerns(list.where, change, list.table, list.sortedByContent))) invalidated.add(key);
      }
      const isChanged = before !== undefined && after !== undefined && !sameValues(before, after);
      for (const { visible, keys } of (isChanged && byEmbedded.get(table)?.values()) || []) {
        const isEqual = (judge(visible, { ...before, id }) ?? 1) === (judge(visible, { ...after, id }) ?? 2);
        if (!isEqual) for (const key of keys) invalidated.add(key);
      }
      return invalidated;
    },
  };
}

const conditionTexts = new WeakMap<Condition, string>();

/** Memoized, because all records of a response have the same conditions. */
function conditionText(condition: Condition): string {
  const text = conditionTexts.get(condition) ?? JSON.stringify(condition);
  conditionTexts.set(condition, text);
  return text;
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
