// Evaluates a condition on a row in memory, with the same result as its SQL.
import type { Comparison, Condition } from './condition.js';
import { slugsOf } from './language.js';
import type { Values } from './store.js';

/** Undefined if the columns of the row do not decide it. */
export function judge(condition: Condition, row: Values): boolean | undefined {
  switch (condition.is) {
    case 'everything':
      return true;
    case 'nothing':
      return false;
    case 'compared':
      return condition.column in row ? compare(row[condition.column], condition.by, condition.value) : undefined;
    case 'one-of':
      return condition.column in row ? condition.values.includes(row[condition.column]) : undefined;
    case 'begins':
      return condition.column in row ? String(row[condition.column]).startsWith(condition.prefix) : undefined;
    case 'has-slug':
      return 'slug' in row ? slugsOf(row).some((slug) => condition.slugs.includes(slug)) : undefined;
    case 'all':
      return judgeEach(condition.of, row, false);
    case 'any':
    case 'either':
      return judgeEach(condition.of, row, true);
    case 'not': {
      const inside = judge(condition.of, row);
      return inside === undefined ? undefined : !inside;
    }
    case 'set':
      return condition.column in row ? row[condition.column] !== null : undefined;
    case 'first-of':
      // Otherwise other rows of the group decide.
      return row[condition.column] === 0 ? true : undefined;
    case 'matching':
    case 'mentioning':
    case 'near':
    case 'linked':
    case 'referenced':
    case 'refers':
    case 'content':
      return undefined;
  }
}

/** Three-valued logic: one `decisive` part decides, otherwise an undefined part makes the result undefined. */
function judgeEach(parts: readonly Condition[], row: Values, decisive: boolean): boolean | undefined {
  let known = true;
  for (const part of parts) {
    const judged = judge(part, row);
    if (judged === decisive) return decisive;
    known &&= judged !== undefined;
  }
  return known ? !decisive : undefined;
}

/** Like `judge`; throws if the row does not decide, as for conditions on other records or search texts. */
export function holds(condition: Condition, row: Values): boolean {
  const judged = judge(condition, row);
  if (judged === undefined) throw new TypeError(`a row at hand cannot answer "${condition.is}"`);
  return judged;
}

const isOrdered = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

function compare(left: unknown, by: Comparison, right: unknown): boolean {
  if (by === '=') return left === right;
  // As in SQL, NULL is neither less nor greater than anything.
  if (!isOrdered(left) || !isOrdered(right)) return false;
  switch (by) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}
