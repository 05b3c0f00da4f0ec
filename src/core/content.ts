// Rows that read their content from another row: which columns they read from there, and which lists read the content row of
// their rows. A change of one content row changes these lists for all of its rows.
import type { Columns } from './column.js';
import { type Condition, contentIs } from './condition.js';
import { judge } from './judge.js';
import type { Order, Table, Values } from './store.js';

/** Names of the columns that are read from the content row. */
export const readFromContent = (columns: Columns): readonly string[] =>
  Object.entries(columns).flatMap(([name, { perRow, copied }]) => (perRow || copied ? [] : [name]));

/** Names of the columns that are copied from the content row, by the field that sets them. */
export function copiedFromContent(columns: Columns): Readonly<Record<string, readonly string[]>> {
  const byField: Record<string, string[]> = {};
  for (const [name, { copied }] of Object.entries(columns)) {
    if (!copied) continue;
    const field = copied === true ? name : copied;
    byField[field] = [...(byField[field] ?? []), name];
  }
  return byField;
}

/** Texts and links belong to the content row. Conditions on its columns count too, because in some languages they are read
 * from its localized index. */
export function readsContent(condition: Condition, table: Table): boolean {
  const { content } = table;
  if (!content) return false;
  switch (condition.is) {
    case 'matching':
    case 'mentioning':
    case 'linked':
    case 'content':
      return true;
    case 'all':
    case 'any':
    case 'either':
      return condition.of.some((part) => readsContent(part, table));
    case 'not':
      return readsContent(condition.of, table);
    case 'first-of':
      return readsContent(condition.where, table);
    default:
      return 'column' in condition && content.columns.includes(condition.column);
  }
}

/** The condition with its comparisons of content columns made on the content row. */
export function onContent(condition: Condition, table: Table): Condition {
  const { content } = table;
  if (!content) return condition;
  switch (condition.is) {
    case 'all':
    case 'any':
    case 'either':
      return { ...condition, of: condition.of.map((part) => onContent(part, table)) };
    case 'not':
      return { ...condition, of: onContent(condition.of, table) };
    case 'compared':
    case 'one-of':
    case 'begins':
    case 'set':
      return content.columns.includes(condition.column) ? contentIs(condition) : condition;
    default:
      return condition;
  }
}

/** Distances belong to links. */
export const sortsByContent = ({ content }: Table, order: readonly Order[]): boolean =>
  content !== undefined && order.some((by) => !('column' in by) || content.columns.includes(by.column));

/** The table without content rows: plans on it read every column from the row itself. */
export const withoutContent = <T extends Table>({ content: _, ...table }: T): Omit<T, 'content'> => table;

/** True if other rows read their content from this one, before or after a change. */
export const isShared = ({ content }: Table, ...rows: readonly (Values | undefined)[]): boolean =>
  content !== undefined && rows.some((row) => row && judge(content.shared, row) !== false);
