// Collects the rows that a transaction changes; at its end all of them get its position. The change log needs no more than
// a hint for the caches, but followers need every row.
import { isDeepStrictEqual } from 'node:util';
import { isShared } from '../../core/content.js';
import { judge } from '../../core/judge.js';
import type { Link, Table, Tables, Values } from '../../core/store.js';

export interface RowMark {
  readonly isPublic: boolean;
  /** 0 in a table whose rows belong to nobody. */
  readonly owner: number;
  /** The row that its content is read from; 0 if that is the row itself. */
  readonly content: number;
}

/** Changed rows of one table. */
export interface TableMarks {
  readonly table: Table;
  /** Undefined if only a query can tell. */
  readonly rows: Map<number, RowMark | undefined>;
  /** Rows whose content changed: if others read it, these get the position when they are read. */
  readonly contents: Set<number>;
  /** Targets whose owners in this table changed, by the name of the link. */
  readonly targets: Map<string, Set<number>>;
  readonly removed: Set<number>;
}

export interface Marks {
  /** Columns that must be known before a change, to find the records that it affects. */
  readonly columnsOf: (table: Table) => readonly string[];
  readonly inserted: (table: Table, id: number, row: Values) => void;
  /** `before` has the columns above; it is empty if they were not read. */
  readonly updated: (table: Table, id: number, before: Values, values: Values) => void;
  readonly relinked: (link: Link, owner: number) => void;
  readonly removed: (table: Table, id: number, before: Values) => void;
  /** In an order that is the same in every transaction, so that they do not deadlock. */
  readonly byTable: () => readonly TableMarks[];
}

export function openMarks(registry: Tables): Marks {
  const marked = new Map<string, TableMarks>();

  function marksOf(table: Table): TableMarks {
    const known = marked.get(table.table);
    if (known) return known;
    const [contents, removed] = [new Set<number>(), new Set<number>()];
    const marks: TableMarks = { table, rows: new Map(), contents, removed, targets: new Map() };
    marked.set(table.table, marks);
    return marks;
  }

  function mark(table: Table, id: number, row: Values, sharesChange: boolean): void {
    const { rows, contents } = marksOf(table);
    if (table.content && row[table.content.column] === id && sharesChange) contents.add(id);
    else rows.set(id, markOf(table, id, row));
  }

  function markOwners(link: string, target: number): void {
    const { targets } = marksOf(registry.named(registry.link(link).owner));
    targets.set(link, (targets.get(link) ?? new Set()).add(target));
  }

  function markUsed({ followed }: Table, row: Values): void {
    const id = followed?.uses && Number(row[followed.uses.column] ?? 0);
    if (followed?.uses && id) marksOf(registry.named(followed.uses.table)).rows.set(id, undefined);
  }

  return {
    columnsOf: ({ followed }) => [
      ...(followed?.filtersOwners?.columns ?? []),
      ...(followed?.uses ? [followed.uses.column, ...followed.uses.decidedBy] : []),
    ],
    inserted: (table, id, row) => {
      if (!table.followed) return;
      mark(table, id, row, isShared(table, row));
      markUsed(table, row);
    },
    updated: (table, id, before, values) => {
      const { followed } = table;
      if (!followed) return;
      const after = { ...before, ...values };
      mark(table, id, after, isShared(table, before, after) && changesContent(table, values));
      const { filtersOwners, uses } = followed;
      if (filtersOwners && differs(filtersOwners.columns, before, values))
        for (const link of filtersOwners.links) markOwners(link, id);
      if (uses && differs([uses.column, ...uses.decidedBy], before, values))
        for (const row of [before, after]) markUsed(table, row);
    },
    relinked: (link, owner) => {
      const table = registry.named(link.owner);
      if (!table.followed) return;
      if (table.content) marksOf(table).contents.add(owner);
      else marksOf(table).rows.set(owner, undefined);
    },
    removed: (table, id, before) => {
      if (!table.followed) return;
      marksOf(table).removed.add(id);
      markUsed(table, before);
    },
    byTable: () => [...marked.values()].sort((one, other) => (one.table.table < other.table.table ? -1 : 1)),
  };
}

function markOf({ followed, content }: Table, id: number, row: Values): RowMark | undefined {
  const isPublic = followed && judge(followed.public, row);
  const owner = followed?.owner === undefined ? 0 : row[followed.owner];
  const contentId = content ? row[content.column] : id;
  if (isPublic === undefined || typeof owner !== 'number' || typeof contentId !== 'number') return undefined;
  return { isPublic, owner, content: contentId === id ? 0 : contentId };
}

const differs = (columns: readonly string[], before: Values, values: Values): boolean =>
  columns.some((name) => name in values && !isDeepStrictEqual(before[name], values[name]));

function changesContent({ content }: Table, values: Values): boolean {
  if (!content) return false;
  const shown = [...content.columns, ...Object.values(content.extra)];
  return shown.some((name) => name in values);
}
