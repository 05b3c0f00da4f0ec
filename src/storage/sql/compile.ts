// Plans to SQL text with bound values, for every engine. A compiler makes one statement.
import { LRUCache } from 'lru-cache';
import type { Cell, Column } from '../../core/column.js';
import type { Condition } from '../../core/condition.js';
import type { ColumnOrder, CountPlan, Embed, ListPlan, NearestOrder, Order, Table, Tables } from '../../core/store.js';
import type { Dialect, Statement } from '../engine.js';
import { conditionsOver } from './conditions.js';
import { metresTo } from './geo.js';
import { alternatives, boundsOrder, isSelective, leadOf, smallResult } from './selectivity.js';
import { openStatement } from './statement-builder.js';

type Selected = readonly (readonly [string, Column<unknown>])[];
const selections = new WeakMap<Table, Selected>();

/** The columns that a row shows; asked for every row, so worked out once per table. */
export function selected(table: Table): Selected {
  const known = selections.get(table);
  if (known) return known;
  const columns = Object.entries(table.columns).filter(([, column]) => !column.concealed);
  selections.set(table, columns);
  return columns;
}

export interface Compiler {
  readonly bind: (value: Cell) => string;
  readonly statement: (sql: string) => Statement;
  /** The ids of the rows for which the condition holds, as a subquery. */
  readonly idsWhere: (table: Table, where: Condition) => string;
  /** Ids and these columns of the rows for which the condition holds. */
  readonly facts: (table: Table, where: Condition, columns: readonly string[]) => Statement;
  readonly list: (plan: ListPlan) => Statement;
  /** The same list with nothing but the ids. */
  readonly ids: (plan: ListPlan) => Statement;
  /** The same for rows that a selective condition finds, and behind the cells of each how many there are on all
   * pages. Where the page has none, the id of the only row is null. */
  readonly page: (plan: ListPlan, beside?: string) => Statement;
  /** The number of rows, at most so many, and whatever else is to be told of the same moment. */
  readonly count: (plan: CountPlan, beside?: string, most?: number) => Statement;
}

interface Picked {
  readonly sql: string;
  readonly values: readonly Cell[];
  readonly aliases: number;
}
const caches = new WeakMap<Tables, LRUCache<string, Picked>>();

export function compiler(dialect: Dialect, registry: Tables): Compiler {
  const builder = openStatement(dialect, registry);
  const { values, bind, alias } = builder;
  const { conditionOn, keyIn } = conditionsOver(builder);
  const cache = caches.get(registry) ?? new LRUCache<string, Picked>({ max: 500 });
  caches.set(registry, cache);
  const statement = (sql: string): Statement => ({ sql, values });

  /** The linked rows of one row as a JSON array, so that a page and all its links are one statement. */
  function embedded(table: Table, owner: string, { field, visible }: Embed): string {
    const link = table.links[field];
    if (!link) throw new TypeError(`${table.name} has no link ${field}`);
    const target = registry.named(link.target);
    const [row, edge] = [alias(), alias()];
    const cells = [`${row}.id`, ...selected(target).map(([name]) => `${row}.${name}`)];
    const order = link.sortedBy ? `${keyIn(target, link.sortedBy, row)}, ${row}.id` : `${edge}.position`;
    return (
      `(select ${dialect.jsonRows(cells, order)} from ${link.table} ${edge}` +
      ` join ${target.table} ${row} on ${row}.id = ${edge}.target` +
      ` where ${edge}.owner = ${owner}.id and ${conditionOn(visible, target, row)})`
    );
  }

  const orderKey = (by: Order, table: Table, row: string): string =>
    'nearest' in by ? metresToNearest(by, row) : columnKey(by, table, row);

  const orderBy = (order: readonly Order[], keyOf: (by: Order, at: number) => string): string =>
    order.length
      ? ` order by ${order.map((by, at) => `${keyOf(by, at)}${by.descending ? ' desc' : ''}`).join(', ')}`
      : '';

  function rowsOf(table: Table, row: string, condition: Condition, leads: boolean): string {
    builder.lead = leads ? leadOf(condition) : undefined;
    const where = conditionOn(condition, table, row);
    builder.lead = undefined;
    return `from ${table.table} ${row} where ${where}`;
  }

  /** Ids and sort keys of all rows: of every alternative by its own index. */
  function foundBy({ table, where, order }: ListPlan, leads: boolean): readonly string[] {
    return alternatives(where).map((condition) => {
      const row = alias();
      const keys = order.map((by, at) => `${orderKey(by, table, row)} as k${at}`);
      const cells = [`${row}.id`, ...keys].join(', ');
      return `select ${cells} ${rowsOf(table, row, condition, leads)}`;
    });
  }

  const union = (lists: readonly string[]): string => lists.join(' union all ');

  const sortedPage = ({ order, limit, offset = 0 }: ListPlan): string =>
    `${orderBy(order, (_, at) => `k${at}`)} limit ${bind(limit)} offset ${bind(offset)}`;

  /** Those of one page, without the rest of the rows before it. */
  function pageOf(plan: ListPlan, few: boolean): string {
    const found = foundBy(plan, few && isSelective(plan.where));
    const upToPage = () => sortedPage({ ...plan, limit: plan.limit + (plan.offset ?? 0), offset: 0 });
    const lists = few || found.length === 1 ? found : found.map((list) => dialect.limitBranch(list, upToPage));
    const all = union(lists);
    return `${few && dialect.optimizerFence ? `select * from (${all}${dialect.optimizerFence}) f` : all}${sortedPage(plan)}`;
  }

  function columnKey({ column, inOrderOf }: ColumnOrder, table: Table, row: string): string {
    const places = inOrderOf?.map((value, place) => `when ${bind(value)} then ${place}`);
    return places?.length ? `case ${row}.${column} ${places.join(' ')} end` : keyIn(table, column, row);
  }

  function metresToNearest({ nearest: { link, where: among, place, point } }: NearestOrder, row: string): string {
    const target = registry.named(link.target);
    const [end, edge] = [alias(), alias()];
    return (
      `(select min(${metresTo(builder, end, place, point)}) from ${link.table} ${edge}` +
      ` join ${target.table} ${end} on ${end}.id = ${edge}.target` +
      ` where ${edge}.owner = ${row}.id and ${conditionOn(among, target, end)})`
    );
  }

  /** The same for every page of a table, and most of its text: worked out once. */
  function pickedCells(table: Table, row: string, embeds: readonly Embed[]): string {
    const bound = values.length;
    // A table may be read with fewer columns than it has.
    const columns = selected(table).map(([name]) => name);
    const key = JSON.stringify([
      dialect.placeholder(bound),
      table.table,
      columns,
      builder.language,
      embeds,
      builder.aliases,
    ]);
    const known = cache.get(key);
    if (known) {
      values.push(...known.values);
      builder.aliases = known.aliases;
      return known.sql;
    }
    const cells = [`${row}.id`, ...selected(table).map(([name]) => `${row}.${name}`)];
    const linked = embeds.map((embed) => embedded(table, row, embed));
    const sql = `select ${[...cells, ...linked].join(', ')}`;
    cache.set(key, { sql, values: values.slice(bound), aliases: builder.aliases });
    return sql;
  }

  /** Values are bound in the order in which they stand in the text, so the parts are made in that order. */
  function listed(plan: ListPlan, pick: (row: string) => string): Statement {
    const { table, where, order, limit, offset = 0 } = plan;
    builder.language = plan.language;
    const row = alias();
    const picked = pick(row);
    const isFew = (plan.expected ?? Number.POSITIVE_INFINITY) <= smallResult;
    const few = isFew && (isSelective(where) || !order.every((by) => boundsOrder(by, where)));
    if (few || offset > 0 || alternatives(where).length > 1) {
      const page = pageOf(plan, few);
      const sorted = orderBy(order, (_, at) => `p.k${at}`);
      return statement(`${picked} from (${page}) p join ${table.table} ${row} on ${row}.id = p.id${sorted}`);
    }
    const condition = conditionOn(where, table, row);
    const sorted = orderBy(order, (by) => orderKey(by, table, row));
    return statement(`${picked} from ${table.table} ${row} where ${condition}${sorted} limit ${bind(limit)}`);
  }

  return {
    bind,
    statement,
    idsWhere: (table, where) => {
      const row = alias();
      return `select ${row}.id from ${table.table} ${row} where ${conditionOn(where, table, row)}`;
    },
    facts: (table, where, columns) => {
      const row = alias();
      const cells = ['id', ...columns].map((name) => `${row}.${name}`).join(', ');
      return statement(`select ${cells} from ${table.table} ${row} where ${conditionOn(where, table, row)}`);
    },
    list: (plan) => listed(plan, (row) => pickedCells(plan.table, row, plan.embeds ?? [])),
    ids: (plan) => listed(plan, (row) => `select ${row}.id`),
    page: (plan, beside) => {
      const { table, order, embeds = [] } = plan;
      builder.language = plan.language;
      const found = union(foundBy(plan, true));
      const row = alias();
      const cells = [pickedCells(table, row, embeds), 't.total', ...(beside ? [beside] : [])].join(', ');
      const sorted = orderBy(order, (_, at) => `p.k${at}`);
      // SQLite would find the rows twice without the hint, and take nearly twice the time.
      return statement(
        `with found as materialized (${found}) ${cells} from (select count(*) as total from found) t` +
          ` left join (select * from found${sortedPage(plan)}) p on 1 = 1` +
          ` left join ${table.table} ${row} on ${row}.id = p.id${sorted}`,
      );
    },
    count: ({ table, where, language }, beside, most) => {
      builder.language = language;
      const counts = alternatives(where).map((condition) => {
        const row = alias();
        const rows = rowsOf(table, row, condition, true);
        return most ? `select count(*) from (select 1 ${rows} limit ${bind(most)})` : `select count(*) ${rows}`;
      });
      const total = counts.map((count) => `(${count})`).join(' + ');
      return statement(`select ${total}${beside ? `, ${beside}` : ''}`);
    },
  };
}
