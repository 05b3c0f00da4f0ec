// Ties kept answers to the records and lists that they rest on, so that a change finds exactly those it may have touched.
import { concerns, linkedTables } from '../core/change.js';
import type { Condition } from '../core/condition.js';
import { judge } from '../core/judge.js';
import { slugsOf } from '../core/language.js';
import type { Registry } from '../core/model.js';
import type { Change, Row, Values } from '../core/store.js';
import type { Question } from './recorder.js';

export interface Ties<Kept> {
  readonly tie: (kept: Kept, questions: readonly Question[]) => void;
  readonly untie: (kept: Kept) => void;
  /** What a change may have touched. */
  readonly touchedBy: (change: Change) => ReadonlySet<Kept>;
}

interface Scan {
  readonly where: Condition;
}

/** Names of all that an answer rests on. */
interface Knot {
  /** `events 41` for a record, `events ~fair` for a slug, `events *` for anything in the table. */
  readonly names: Set<string>;
  /** Lists, by table: whether a change concerns them is asked. */
  readonly scans: Map<string, Scan[]>;
  /** Tables whose records are shown inside others, and to whom: one that becomes visible may have to appear. */
  readonly shown: Map<string, Condition>;
}

export function openTies<Kept>(registry: Registry): Ties<Kept> {
  const knots = new Map<Kept, Knot>();
  const byName = new Map<string, Set<Kept>>();
  const byTable = new Map<string, Set<Kept>>();

  const add = (index: Map<string, Set<Kept>>, name: string, kept: Kept) => {
    const known = index.get(name);
    if (known) known.add(kept);
    else index.set(name, new Set([kept]));
  };
  const drop = (index: Map<string, Set<Kept>>, name: string, kept: Kept) => {
    const known = index.get(name);
    known?.delete(kept);
    if (known?.size === 0) index.delete(name);
  };

  function knotOf(questions: readonly Question[]): Knot {
    const knot: Knot = { names: new Set(), scans: new Map(), shown: new Map() };
    for (const { table, where, embeds, rows } of questions) {
      const pins = pinsOf(table.table, where);
      if (pins) for (const pin of pins) knot.names.add(pin);
      else knot.scans.set(table.table, [...(knot.scans.get(table.table) ?? []), { where }]);
      for (const other of linkedTables(where, table, registry)) knot.names.add(`${other} *`);
      for (const row of rows) knot.names.add(`${table.table} ${row.id}`);
      for (const { field, visible } of embeds) {
        const target = registry.named(table.links[field]?.target ?? '').table;
        knot.shown.set(target, visible);
        for (const row of rows) {
          for (const { id } of row[field] as readonly Row[]) knot.names.add(`${target} ${id}`);
        }
      }
    }
    return knot;
  }

  const tablesOf = ({ names, scans, shown }: Knot): ReadonlySet<string> =>
    new Set([...scans.keys(), ...shown.keys(), ...[...names].map((name) => name.slice(0, name.indexOf(' ')))]);

  return {
    tie: (kept, questions) => {
      const knot = knotOf(questions);
      knots.set(kept, knot);
      for (const name of knot.names) add(byName, name, kept);
      for (const table of tablesOf(knot)) add(byTable, table, kept);
    },
    untie: (kept) => {
      const knot = knots.get(kept);
      if (!knot) return;
      knots.delete(kept);
      for (const name of knot.names) drop(byName, name, kept);
      for (const table of tablesOf(knot)) drop(byTable, table, kept);
    },
    touchedBy: (change) => {
      const { table, id, before, after } = change;
      if (id === 0) return byTable.get(table) ?? new Set();
      const touched = new Set<Kept>();
      for (const name of [`${table} *`, `${table} ${id}`, ...slugNames(table, before), ...slugNames(table, after)]) {
        for (const kept of byName.get(name) ?? []) touched.add(kept);
      }
      const moved = before !== undefined && after !== undefined && !sameFacts(before, after);
      for (const kept of byTable.get(table) ?? []) {
        const { scans, shown } = knots.get(kept) as Knot;
        const visible = moved && shown.get(table);
        if (
          scans.get(table)?.some(({ where }) => concerns(where, change)) ||
          (visible && (judge(visible, { ...before, id }) ?? 1) !== (judge(visible, { ...after, id }) ?? 2))
        ) {
          touched.add(kept);
        }
      }
      return touched;
    },
  };
}

const slugNames = (table: string, facts: Values | undefined): readonly string[] =>
  facts && 'slug' in facts ? slugsOf(facts as Row).map((slug) => `${table} ~${slug}`) : [];

const sameFacts = (one: Values, other: Values): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Names of the only records that a condition can hold for; undefined when it may hold for any. */
function pinsOf(table: string, where: Condition): readonly string[] | undefined {
  switch (where.is) {
    case 'compared':
      return where.column === 'id' && where.by === '=' ? [`${table} ${where.value}`] : undefined;
    case 'one-of':
      return where.column === 'id' ? where.values.map((id) => `${table} ${id}`) : undefined;
    case 'called':
      return where.slugs.map((slug) => `${table} ~${slug}`);
    case 'all':
      return where.of.map((part) => pinsOf(table, part)).find((pins) => pins !== undefined);
    default:
      return undefined;
  }
}
