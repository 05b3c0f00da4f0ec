// The members of a list: all rows that its links, words and states select, whatever their times. They are kept in the order of the list
// and with their times, so that any days and any page of it are found without the database.
import { all, type Comparison, type Condition } from '../core/condition.js';
import type { ListPlan, Order, Reader, RowPage } from '../core/store.js';

/** Lists with more members are read by their times. Reading takes some microseconds of the event loop for each. */
const maxMembers = 5_000;

export interface Members {
  /** By column, as numbers in the order of the list: ids, and the times by which it is chosen and sorted. */
  readonly numbers: ReadonlyMap<string, Float64Array>;
}

/** What a plan asks of its members. */
export interface MemberPlan {
  readonly key: string;
  readonly plan: ListPlan;
  readonly columns: readonly string[];
  readonly pageOf: (members: Members) => RowPage;
}

type Test = (at: number) => boolean;

const timeForm = '0000-00-00 00:00:00';

/** The digits of a time, so that numbers are in the same order as the texts; NaN for any other text. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.length !== timeForm.length) return Number.NaN;
  let number = 0;
  for (let at = 0; at < timeForm.length; at++) {
    const digit = value.charCodeAt(at) - 48;
    if (timeForm[at] === '0' && digit >= 0 && digit <= 9) number = number * 10 + digit;
    else if (timeForm[at] !== value[at]) return Number.NaN;
  }
  return number;
}

const comparisons: Readonly<Record<Comparison, (left: Float64Array, right: number) => Test>> = {
  '=': (left, right) => (at) => left[at] === right,
  '<': (left, right) => (at) => (left[at] as number) < right,
  '<=': (left, right) => (at) => (left[at] as number) <= right,
  '>': (left, right) => (at) => (left[at] as number) > right,
  '>=': (left, right) => (at) => (left[at] as number) >= right,
};

/** The times that decide a condition; undefined if anything else does. */
function timesIn(condition: Condition, columns: readonly string[]): readonly string[] | undefined {
  switch (condition.is) {
    case 'everything':
      return [];
    case 'compared': {
      const { column, value } = condition;
      return columns.includes(column) && !Number.isNaN(numberOf(value)) ? [column] : undefined;
    }
    case 'all':
    case 'any':
    case 'either': {
      const found = condition.of.flatMap((part) => {
        const inside = timesIn(part, columns);
        return inside ? [inside] : [];
      });
      return found.length === condition.of.length ? found.flat() : undefined;
    }
    case 'not':
      return timesIn(condition.of, columns);
    default:
      return undefined;
  }
}

function testOf(condition: Condition, members: Members): Test {
  switch (condition.is) {
    case 'compared':
      return comparisons[condition.by](numbersOf(members, condition.column), numberOf(condition.value));
    case 'all': {
      const tests = condition.of.map((part) => testOf(part, members));
      return (at) => tests.every((test) => test(at));
    }
    case 'any':
    case 'either': {
      const tests = condition.of.map((part) => testOf(part, members));
      return (at) => tests.some((test) => test(at));
    }
    case 'not': {
      const test = testOf(condition.of, members);
      return (at) => !test(at);
    }
    default:
      return () => true;
  }
}

function numbersOf({ numbers }: Members, column: string): Float64Array {
  const found = numbers.get(column);
  if (!found) throw new TypeError(`${column} of the members was not read`);
  return found;
}

const isByTime = (columns: readonly string[]) => (by: Order) =>
  'column' in by && !by.inOrderOf && (by.column === 'id' || columns.includes(by.column));

/** Undefined if the list is not in the order of times. */
export function memberPlanOf({ table, where, order, language, limit, offset = 0 }: ListPlan): MemberPlan | undefined {
  const { timeColumns = [] } = table;
  if (!timeColumns.length || !order.every(isByTime(timeColumns))) return undefined;
  const parts = where.is === 'all' ? where.of : [where];
  const others = all(...parts.filter((part) => !timesIn(part, timeColumns)));
  const days = all(...parts.filter((part) => timesIn(part, timeColumns)));
  const columns = [...new Set(timesIn(days, timeColumns))].sort();
  return {
    key: `members:${JSON.stringify([table.table, others, order, language, columns])}`,
    plan: { table, where: others, order, language, part: columns, limit: maxMembers + 1 },
    columns,
    pageOf: (members) => {
      const test = testOf(days, members);
      const found = numbersOf(members, 'id').filter((_, at) => test(at));
      return { rows: Array.from(found.slice(offset, offset + limit), (id) => ({ id })), total: found.length };
    },
  };
}

/** Undefined if there are too many, or one has no time. */
export async function readMembers(reader: Reader, { plan, columns }: MemberPlan): Promise<Members | undefined> {
  const rows = await reader.list(plan);
  if (rows.length > maxMembers) return undefined;
  const numbers = new Map(
    ['id', ...columns].map((name) => [name, Float64Array.from(rows, (row) => numberOf(row[name]))]),
  );
  const isTimed = [...numbers.values()].every((column) => !column.some(Number.isNaN));
  return isTimed ? { numbers } : undefined;
}

/** In bytes. */
export const sizeOfMembers = ({ numbers }: Members): number =>
  [...numbers.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
