// Estimates the selectivity of conditions from their form, to choose the condition that drives a query.
import { all, type Condition } from '../../core/condition.js';
import type { Order, Table } from '../../core/store.js';
import { isIndexed } from '../../core/text/words.js';

/** Up to this many rows it is cheaper to find and sort them than to walk an index in the order of the list. */
export const smallResult = 2_000;

/** Columns with few rows per value, except for 0. */
const selectiveColumns: ReadonlySet<string> = new Set(['id', 'parent', 'series', 'content_id']);

/** True for conditions that hold for few rows and that an index can find. */
export function isSelective(condition: Condition): boolean {
  switch (condition.is) {
    case 'all':
      return condition.of.some(isSelective);
    case 'compared':
      return condition.by === '=' && selectiveColumns.has(condition.column) && condition.value !== 0;
    case 'one-of':
      return selectiveColumns.has(condition.column);
    case 'matching':
      return condition.wanted.some(isIndexed);
    case 'mentioning':
      return !condition.any && condition.words.some(isIndexed);
    case 'linked':
      return selectsEnds(condition.other);
    case 'has-slug':
      return true;
    default:
      return false;
  }
}

/** True if texts are read to test a row. */
export function readsTexts(condition: Condition): boolean {
  switch (condition.is) {
    case 'matching':
    case 'mentioning':
      return true;
    case 'all':
    case 'any':
    case 'either':
      return condition.of.some(readsTexts);
    case 'not':
    case 'content':
      return readsTexts(condition.of);
    case 'first-of':
      return readsTexts(condition.where);
    case 'linked':
    case 'referenced':
    case 'refers':
      return readsTexts(condition.other);
    default:
      return false;
  }
}

/** True for conditions that hold for one row per value. */
export const isUnique = (condition: Condition): boolean =>
  condition.is === 'has-slug' || ('column' in condition && condition.column === 'id');

/** True for bounds of ranges plus columns at their most common value (status = publish, password = ''). Such rows are
 * contiguous in an index, so that counting up to 2,000 of them on this thread is cheaper than asking a background
 * connection. */
export function isCommonRange(condition: Condition, table: Pick<Table, 'columns'>): boolean {
  const isUsual = (column: string, value: unknown): boolean => {
    const { common, encode } = table.columns[column] ?? {};
    return common !== undefined && encode?.(value) === common[0];
  };
  switch (condition.is) {
    case 'all':
      return condition.of.every((part) => isCommonRange(part, table));
    case 'compared':
      return condition.by !== '=' || isUsual(condition.column, condition.value);
    case 'not':
      return condition.of.is === 'compared' && condition.of.by === '=' && !isCommonRange(condition.of, table);
    default:
      return false;
  }
}

/** True when the far end of a link is found by ids or coordinates. */
export const selectsEnds = (condition: Condition): boolean =>
  condition.is === 'near' ||
  (condition.is === 'one-of' && condition.column === 'id') ||
  (condition.is === 'all' && condition.of.some(selectsEnds));

/** Splits an `either` into conditions of which exactly one holds, so that each uses its own index; pointless for a selective
 * condition. */
export function alternatives(condition: Condition): readonly Condition[] {
  if (isSelective(condition)) return [condition];
  const parts = condition.is === 'all' ? condition.of : [condition];
  const split = parts.find((part) => part.is === 'either');
  return split ? split.of.map((one) => all(one, ...parts.filter((part) => part !== split))) : [condition];
}

/** For the first row of each group among exactly the rows of the other conditions: these conditions and the column of the groups. */
export function groupedBy(condition: Condition): { readonly column: string; readonly where: Condition } | undefined {
  if (condition.is !== 'all') return undefined;
  const first = condition.of.find((part) => part.is === 'first-of');
  if (!first) return undefined;
  const others = condition.of.filter((part) => part !== first);
  const within = first.where.is === 'all' ? first.where.of : [first.where];
  const isSame = others.length === within.length && others.every((part) => within.includes(part));
  return isSame ? { column: first.column, where: first.where } : undefined;
}

/** The part that drives the query: the first selective one. */
export const drivingPart = (condition: Condition): Condition | undefined =>
  condition.is === 'all' ? condition.of.map(drivingPart).find(Boolean) : isSelective(condition) ? condition : undefined;

/** True when a condition bounds the sort column, so that an index in that order starts at the first row. */
export const boundsOrder = (by: Order, condition: Condition): boolean =>
  'column' in by &&
  (by.column === 'id' || (condition.is === 'all' ? condition.of : [condition]).some((part) => bounds(part, by.column)));

const bounds = (condition: Condition, column: string): boolean =>
  (condition.is === 'compared' && condition.column === column) ||
  (condition.is === 'either' && condition.of.some((part) => part.is === 'compared' && part.column === column));
