// Rows that read columns, links and search texts from another row of their table: the cells that a row is selected from.
import type { Cell, Column } from '../../core/column.js';
import type { Condition } from '../../core/condition.js';
import type { ListPlan, Order, RowPart, Table } from '../../core/store.js';

export interface SelectedCell {
  /** Name in the decoded row. */
  readonly name: string;
  readonly column: Column<unknown>;
  /** Name in the database. */
  readonly cell: string;
  readonly fromContent: boolean;
  /** Decodes to the same value as null, as most cells of most rows do. */
  readonly blank: Cell;
}

/** What a plan reads of a row. */
export type Selection = Pick<ListPlan, 'table' | 'part'>;

type Cells = readonly SelectedCell[];

const selections = new WeakMap<Table, Map<string, Cells>>();

/** The cells of a row that are read; memoized, because every row needs them. */
export function selected(selection: Selection): Cells {
  const { table } = selection;
  const part = selection.part ?? 'all';
  const byPart = selections.get(table) ?? new Map<string, Cells>();
  selections.set(table, byPart);
  const key = String(part);
  const cells = byPart.get(key) ?? allCells(table).filter((cell) => isIn(part, cell));
  byPart.set(key, cells);
  return cells;
}

function isIn(part: RowPart | 'all', { name, column }: SelectedCell): boolean {
  if (typeof part === 'object') return part.includes(name);
  return !column.concealed && (part === 'all' || (part === 'item' && !column.unlisted));
}

const blanks: Readonly<Record<Column<unknown>['type'], Cell>> = { text: '', integer: 0, real: null };

function blankOf({ type, decode }: Column<unknown>): Cell {
  const blank = blanks[type];
  return Object.is(decode(blank), decode(null)) ? blank : null;
}

function allCells({ columns, content }: Table): readonly SelectedCell[] {
  const own = Object.entries(columns).map(([name, column]) => {
    const fromContent = content?.columns.includes(name) ?? false;
    return { name, column, cell: name, fromContent, blank: blankOf(column) };
  });
  const extra = Object.entries(content?.extra ?? {}).flatMap(([name, cell]) => {
    const column = columns[cell];
    return column ? [{ name, column, cell, fromContent: true, blank: blankOf(column) }] : [];
  });
  return [...own, ...extra];
}

export const selectsContent = (selection: Selection): boolean =>
  selected(selection).some(({ fromContent }) => fromContent);

/** True when the sort key of a list is a column of the content row. */
export const hasContentKey = ({ content }: Table, order: readonly Order[]): boolean =>
  content !== undefined && order.some((by) => 'column' in by && content.columns.includes(by.column));

/** The id that the links and search texts of a row are stored under. */
export const contentId = ({ content }: Table, row: string): string => `${row}.${content?.column ?? 'id'}`;

/** True for rows with content of their own: the indexes of sort keys that are read from content rows hold no others. */
export const isContent = (table: Table, row: string): string => `${contentId(table, row)} = ${row}.id`;

/** The id that a link table holds for a row at one of its ends. */
export const endId = (table: Table, end: 'owner' | 'target', row: string): string =>
  end === 'owner' ? contentId(table, row) : `${row}.id`;

/** True for conditions that find rows by their content row, or by another id that several rows share. To the planner an
 * index of dates looks as good, so that other conditions and the order must not use one. */
export function findsByContent({ columns, content }: Table, driving: Condition): boolean {
  if (!content || driving.is === 'has-slug') return false;
  return (
    !('column' in driving) || driving.column === content.column || columns[driving.column]?.unindexed !== undefined
  );
}
