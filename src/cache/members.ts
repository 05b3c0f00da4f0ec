// The members of a list: all rows that its links, words and states select, whatever their times. They are kept in the order of the list
// and with their times, so that any days and any page of it are found without the database.
import { all, type Comparison, type Condition } from '../core/condition.js';
import type { ListPlan, Order, Reader, Row, RowPage, Table } from '../core/store.js';

/** Lists with more members are read by their times. Each row takes some microseconds of the event loop. */
const maxMembers = 1_000;

export interface Members {
  readonly ids: readonly number[];
  /** By column, as numbers in the same order. */
  readonly times: Times;
}

type Times = ReadonlyMap<string, Float64Array>;

/** What a plan asks of its members. */
export interface MemberPlan {
  readonly key: string;
  readonly plan: ListPlan;
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

/** Undefined if the condition is not about times only. */
function testOf(condition: Condition, times: Times): Test | undefined {
  switch (condition.is) {
    case 'everything':
      return () => true;
    case 'compared': {
      const [left, right] = [times.get(condition.column), numberOf(condition.value)];
      return left && !Number.isNaN(right) ? comparisons[condition.by](left, right) : undefined;
    }
    case 'all': {
      const tests = testsOf(condition.of, times);
      return tests && ((at) => tests.every((test) => test(at)));
    }
    case 'any':
    case 'either': {
      const tests = testsOf(condition.of, times);
      return tests && ((at) => tests.some((test) => test(at)));
    }
    case 'not': {
      const test = testOf(condition.of, times);
      return test && ((at) => !test(at));
    }
    default:
      return undefined;
  }
}

function testsOf(conditions: readonly Condition[], times: Times): readonly Test[] | undefined {
  const tests = conditions.flatMap((one) => testOf(one, times) ?? []);
  return tests.length === conditions.length ? tests : undefined;
}

const noTimes = (columns: readonly string[]): Times => new Map(columns.map((name) => [name, new Float64Array()]));

const isOrderOfTimes = (order: readonly Order[], columns: readonly string[]): boolean =>
  order.every((by) => 'column' in by && !by.inOrderOf && (by.column === 'id' || columns.includes(by.column)));

/** Undefined if the list is not in the order of times. */
export function memberPlanOf({ table, where, order, language, limit, offset = 0 }: ListPlan): MemberPlan | undefined {
  const { timeColumns } = table;
  if (!timeColumns || !isOrderOfTimes(order, timeColumns)) return undefined;
  const [days, others]: [Condition[], Condition[]] = [[], []];
  const times = noTimes(timeColumns);
  for (const part of where.is === 'all' ? where.of : [where]) (testOf(part, times) ? days : others).push(part);
  const members = all(...others);
  return {
    key: `members:${JSON.stringify([table.table, members, order, language])}`,
    plan: { table, where: members, order, language, part: 'times', limit: maxMembers, maxTotal: maxMembers },
    pageOf: ({ ids, times }) => {
      const test = testOf(all(...days), times);
      if (!test) throw new TypeError(`members of ${table.name} have other times`);
      const found = ids.filter((_, at) => test(at));
      return { rows: found.slice(offset, offset + limit).map((id) => ({ id })), total: found.length };
    },
  };
}

/** Undefined if there are too many, or one has no time. */
export async function readMembers(reader: Reader, { plan }: MemberPlan): Promise<Members | undefined> {
  const { rows, total } = await reader.page(plan);
  if (rows.length < total) return undefined;
  const times = timesOf(rows, plan.table);
  const isTimed = [...times.values()].every((column) => !column.some(Number.isNaN));
  return isTimed ? { ids: rows.map(({ id }) => id), times } : undefined;
}

const timesOf = (rows: readonly Row[], { timeColumns = [] }: Table): Times =>
  new Map(timeColumns.map((name) => [name, Float64Array.from(rows, (row) => numberOf(row[name]))]));

/** In bytes. */
export const sizeOfMembers = ({ ids, times }: Members): number => ids.length * 8 * (1 + times.size);
