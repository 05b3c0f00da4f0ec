// Records every query that a response is built from, with the rows it returned: the input of the dependency index.
import { all, type Condition, is } from '../core/condition.js';
import type { Embed, Order, Reader, Row, Table } from '../core/store.js';

export interface RecordedQuery {
  readonly table: Table;
  readonly where: Condition;
  readonly order: readonly Order[];
  readonly embeds: readonly Embed[];
  readonly rows: readonly Row[];
}

/** The part of the queries that concerns one row of the first of them, a list by ids. */
export const queriesOfRow = ([list, ...others]: readonly RecordedQuery[], row: Row): readonly RecordedQuery[] =>
  list ? [{ ...list, where: all(is('id', row.id), list.where), rows: [row] }, ...others] : others;

/** Wraps a reader so that its queries are recorded. */
export function recordQueries(reader: Reader): { readonly reader: Reader; readonly queries: readonly RecordedQuery[] } {
  const queries: RecordedQuery[] = [];
  const record = (
    { table, where, order = [], embeds = [] }: Pick<RecordedQuery, 'table' | 'where'> & Partial<RecordedQuery>,
    rows: readonly Row[],
  ) => queries.push({ table, where, order, embeds, rows });
  return {
    queries,
    reader: {
      list: async (plan) => {
        const rows = await reader.list(plan);
        record(plan, rows);
        return rows;
      },
      ids: async (plan) => {
        const ids = await reader.ids(plan);
        record(
          plan,
          ids.map((id) => ({ id })),
        );
        return ids;
      },
      page: async (plan) => {
        const found = await reader.page(plan);
        record(plan, found.rows);
        return found;
      },
      read: async (plan) => {
        const row = await reader.read(plan);
        record(plan, row ? [row] : []);
        return row;
      },
      count: async (plan) => {
        const total = await reader.count(plan);
        record(plan, []);
        return total;
      },
    },
  };
}
