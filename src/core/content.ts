// Which lists read the content row of their rows: a change of one content row changes these lists for all of its rows.
import type { Condition } from './condition.js';
import { judge } from './judge.js';
import type { Order, Table, Values } from './store.js';

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

/** Distances belong to links. */
export const sortsByContent = ({ content }: Table, order: readonly Order[]): boolean =>
  content !== undefined && order.some((by) => !('column' in by) || content.columns.includes(by.column));

/** The table without content rows: plans on it read every column from the row itself. */
export const withoutContent = <T extends Table>({ content: _, ...table }: T): Omit<T, 'content'> => table;

/** True if other rows read their content from this one, before or after a change. */
export const isShared = ({ content }: Table, ...rows: readonly (Values | undefined)[]): boolean =>
  content !== undefined && rows.some((row) => row && judge(content.shared, row) !== false);
