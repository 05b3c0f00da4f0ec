// The columns of a model that a complete export has, and their values as JSON. An export has stored values under the names
// of their columns; a column is left out if it is blank, or if the service derives it from the others.
import type { Column } from '../../core/column.js';
import type { Model, Registry } from '../../core/model.js';
import type { Table, Values } from '../../core/store.js';

export interface ExportedColumns {
  /** Sorted by name. */
  readonly names: readonly string[];
  /** Passwords of users and of the mail server: exported only if asked for. Those of records protect them, and are always
   * exported; all are digests. */
  readonly credentials: ReadonlySet<string>;
  /** The table with all columns, which rows are read from. */
  readonly table: Table;
  /** Counters of the records that link to this one: the links set them. */
  readonly counters: readonly string[];
}

const known = new WeakMap<Model, ExportedColumns>();

export function exportedColumns(model: Model, { links }: Pick<Registry, 'links'>): ExportedColumns {
  const found = known.get(model) ?? describe(model, links);
  known.set(model, found);
  return found;
}

function describe(model: Model, links: Registry['links']): ExportedColumns {
  const counters = links.flatMap(({ target, counted }) => (target === model.name && counted ? [counted.column] : []));
  const left = new Set([...counters, ...Object.keys(model.keys({}))]);
  const columns = Object.entries<Column<unknown>>(model.columns);
  const isCredential = ({ secret }: Column<unknown>) => secret === true && model.policy.unprotected === undefined;
  return {
    names: columns
      .map(([name]) => name)
      .filter((name) => !left.has(name))
      .sort(),
    credentials: new Set(columns.flatMap(([name, column]) => (isCredential(column) ? [name] : []))),
    table: { ...model, columns: Object.fromEntries(columns.map(([name, column]) => [name, selectable(column)])) },
    counters,
  };
}

const selectable = ({ concealed: _, ...column }: Column<unknown>): Column<unknown> => column;

/** The value of a column that an export leaves out. */
export const blankOf = (column: Column<unknown>): unknown => column.decode(null);

export const isBlank = (column: Column<unknown>, value: unknown): boolean =>
  JSON.stringify(value) === JSON.stringify(blankOf(column));

/** Columns that a row reads from another row instead of its own. */
export function contentColumnsOf({ content }: Table, row: Values & { readonly id: number }): readonly string[] {
  return content && row[content.column] !== row.id ? content.columns : [];
}

export const hasOwnContent = (table: Table, row: Values & { readonly id: number }): boolean =>
  contentColumnsOf(table, row).length === 0;
