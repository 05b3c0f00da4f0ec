// What is rare about the rows of a condition: by that they are found, and not by what most rows have in common.
import { all, type Condition } from '../../core/condition.js';
import type { Order, Table } from '../../core/store.js';
import { isIndexed } from '../../core/text/words.js';

/** So many rows are sorted sooner than all others are passed by. */
export const mostFew = 2_000;

/** Columns by which few rows are found. */
export const telling: ReadonlySet<string> = new Set(['id', 'parent']);

/** Whether a condition holds for a handful of rows that an index finds. */
export function isTelling(condition: Condition): boolean {
  switch (condition.is) {
    case 'all':
      return condition.of.some(isTelling);
    case 'compared':
      return condition.by === '=' && telling.has(condition.column);
    case 'one-of':
      return telling.has(condition.column);
    case 'matching':
      return condition.wanted.some(isIndexed);
    case 'mentioning':
      return condition.words.some(isIndexed);
    case 'linked':
      return partsOf(condition.other).ids !== undefined || asksPlace(condition.other);
    case 'called':
      return true;
    default:
      return false;
  }
}

/** Whether a condition asks for a stretch of rows and beyond that only for what nearly all rows have: the first value that
 * a column says is common. Such rows lie together, so that a few of them are counted as soon as they are read. */
export function isStretch(condition: Condition, table: Pick<Table, 'columns'>): boolean {
  const isUsual = (column: string, value: unknown): boolean => {
    const { common, encode } = table.columns[column] ?? {};
    return common !== undefined && encode?.(value) === common[0];
  };
  switch (condition.is) {
    case 'all':
      return condition.of.every((part) => isStretch(part, table));
    case 'compared':
      return condition.by !== '=' || isUsual(condition.column, condition.value);
    case 'not':
      return condition.of.is === 'compared' && condition.of.by === '=' && !isStretch(condition.of, table);
    default:
      return false;
  }
}

/** Whether what is rare about the rows are their ids. */
export const tellsIds = (condition: Condition): boolean =>
  condition.is === 'all'
    ? condition.of.some(tellsIds)
    : isTelling(condition) && !('column' in condition && condition.column !== 'id');

const asksPlace = (condition: Condition): boolean =>
  condition.is === 'near' || (condition.is === 'all' && condition.of.some(asksPlace));

/** Conditions of which exactly one holds where the whole does; needless where few rows are found anyway. */
export function alternatives(condition: Condition): readonly Condition[] {
  if (isTelling(condition)) return [condition];
  const parts = condition.is === 'all' ? condition.of : [condition];
  const split = parts.find((part) => part.is === 'either');
  return split ? split.of.map((one) => all(one, ...parts.filter((part) => part !== split))) : [condition];
}

type OneOf = Extract<Condition, { is: 'one-of' }>;

interface Parts {
  readonly ids: OneOf | undefined;
  readonly places: readonly Condition[];
  readonly rest: Condition;
}

/** What asks for ids and what asks for a place, apart from all else that must hold. */
export function partsOf(condition: Condition): Parts {
  const parts = condition.is === 'all' ? condition.of : [condition];
  const ids = parts.find((part): part is OneOf => part.is === 'one-of' && part.column === 'id');
  return {
    ids,
    places: parts.filter((part) => part.is === 'near'),
    rest: all(...parts.filter((part) => part.is !== 'near' && part !== ids)),
  };
}

/** Whether a condition bounds what rows are sorted by, so that an index in that order begins with them. */
export const isAsked = (by: Order, condition: Condition): boolean =>
  'column' in by &&
  (by.column === 'id' || (condition.is === 'all' ? condition.of : [condition]).some((part) => bounds(part, by.column)));

const bounds = (condition: Condition, column: string): boolean =>
  (condition.is === 'compared' && condition.column === column) ||
  (condition.is === 'either' && condition.of.some((part) => part.is === 'compared' && part.column === column));
