// Compiles plans to SQL text with bound values. One compiler builds one statement.
import { LRUCache } from 'lru-cache';
import type { Cell } from '../../core/column.js';
import type { Condition } from '../../core/condition.js';
import type { ColumnOrder, CountPlan, Embed, ListPlan, NearestOrder, Order, Table, Tables } from '../../core/store.js';
import type { Dialect, Statement } from '../engine.js';
import { conditionsOver } from './conditions.js';
import {
  contentId,
  findsByContent,
  hasContentKey,
  isContent,
  type Selection,
  selected,
  selectsContent,
} from './content.js';
import { metresTo } from './geo.js';
import {
  alternatives,
  boundsOrder,
  drivingPart,
  groupedBy,
  isSelective,
  isUnique,
  smallResult,
} from './selectivity.js';
import { openStatement } from './statement-builder.js';

export interface Compiler {
  readonly bind: (value: Cell) => string;
  readonly statement: (sql: string) => Statement;
  /** A name for a row. */
  readonly alias: () => string;
  readonly condition: (table: Table, condition: Condition, row: string) => string;
  /** The ids of the rows for which the condition holds, as a subquery. */
  readonly idsWhere: (table: Table, where: Condition) => string;
  /** Ids and these columns of the rows for which the condition holds. */
  readonly tracked: (table: Table, where: Condition, columns: readonly string[]) => Statement;
  /** With `linkedIds` the embedded links are lists of ids instead of rows, also of rows that the caller may not see. */
  readonly list: (plan: ListPlan, linkedIds?: boolean) => Statement;
  /** The same list, for a long one whose first page some rows of an index may fill: fewer rows than the limit are no answer. */
  readonly walk: (plan: ListPlan) => Statement | undefined;
  /** The same list, ids only. */
  readonly ids: (plan: ListPlan) => Statement;
  /** The page and the total in one statement, for selective conditions; the total follows the cells of each row. An empty
   * page is one row whose id is null. */
  readonly page: (plan: ListPlan, beside?: string) => Statement;
  /** The number of rows, and the expression `beside` in the same snapshot. With `maxRows` it is an estimate: rows of a group all
   * count, and those of an alternative up to this number. */
  readonly count: (plan: CountPlan, beside?: string, maxRows?: number) => Statement;
}

interface SelectedCells {
  readonly sql: string;
  readonly values: readonly Cell[];
  readonly aliases: number;
}
const caches = new WeakMap<Tables, LRUCache<string, SelectedCells>>();

/** Few columns are sorted with the rows; all other rows are joined with theirs after their page is found. */
const isNarrow = ({ part }: Selection): boolean => typeof part === 'object';

/** Rows that a walk from the greatest values passes at most. */
const maxWalked = 10 * smallResult;

export function compiler(dialect: Dialect, registry: Tables): Compiler {
  const builder = openStatement(dialect, registry);
  const { values, bind, alias } = builder;
  const { conditionOn, keyIn } = conditionsOver(builder);
  const cache = caches.get(registry) ?? new LRUCache<string, SelectedCells>({ max: 500 });
  caches.set(registry, cache);
  const statement = (sql: string): Statement => ({ sql, values, isPlannedByValues: builder.isPlannedByValues });

  /** An alias for the content row; that of the row itself if the content row is not needed. */
  const contentAlias = (row: string, isNeeded: boolean): string => (isNeeded ? alias() : row);

  const contentJoin = (table: Table, row: string, content: string): string =>
    content === row ? '' : ` left join ${table.table} ${content} on ${content}.id = ${contentId(table, row)}`;

  /** The `from` clause of a row with its content row. A list that `isWalked` is in the order of the row, or of its content row
   * if that is joined. */
  function fromRow(table: Table, row: string, content = row, isWalked = false) {
    const sql =
      isWalked && content !== row
        ? `from ${table.table} ${content} ${dialect.orderedJoin} ${table.table} ${row}` +
          ` on ${contentId(table, row)} = ${content}.id and ${isContent(table, content)}`
        : `from ${table.table} ${row}${contentJoin(table, row, content)}`;
    return { sql, isWalked };
  }

  const cellsOf = (selection: Selection, row: string, content: string): readonly string[] => [
    `${row}.id`,
    ...selected(selection).map(({ cell, fromContent }) => `${fromContent ? content : row}.${cell}`),
  ];

  /** The linked rows of one row as a JSON array, so that a page and all its links are one statement. */
  function embedded({ table, part }: Selection, owner: string, { field, visible }: Embed, linkedIds: boolean): string {
    const link = table.links[field];
    if (!link) throw new TypeError(`${table.name} has no link ${field}`);
    const target = registry.named(link.target);
    const [row, edge] = [alias(), alias()];
    if (linkedIds && !link.sortedBy) {
      const ids = dialect.idList(`${edge}.target`, `${edge}.position`);
      return `(select ${ids} from ${link.table} ${edge} where ${edge}.owner = ${contentId(table, owner)})`;
    }
    const linked = { table: target, ...(part && { part }) };
    const content = contentAlias(row, !linkedIds && selectsContent(linked));
    const order = link.sortedBy ? `${keyIn(target, link.sortedBy, row)}, ${row}.id` : `${edge}.position`;
    const found = linkedIds
      ? dialect.idList(`${row}.id`, order)
      : dialect.jsonRows(cellsOf(linked, row, content), order);
    return (
      `(select ${found} from ${link.table} ${edge}` +
      ` join ${target.table} ${row} on ${row}.id = ${edge}.target${contentJoin(target, row, content)}` +
      ` where ${edge}.owner = ${contentId(table, owner)} and ${conditionOn(visible, target, row)})`
    );
  }

  const orderKey = (by: Order, table: Table, row: string, content: string): string =>
    'nearest' in by ? metresToNearest(by, table, row) : columnKey(by, table, row, content);

  const orderBy = (order: readonly Order[], keyOf: (by: Order, at: number) => string): string =>
    order.length
      ? ` order by ${order.map((by, at) => `${keyOf(by, at)}${by.descending ? ' desc' : ''}`).join(', ')}`
      : '';

  /** The rows that match; with `drives` the query starts from the most selective condition. */
  function rowsOf(
    table: Table,
    row: string,
    condition: Condition,
    drives: boolean,
    from = fromRow(table, row),
  ): string {
    builder.driving = drives ? drivingPart(condition) : undefined;
    builder.isPlannedByValues ||= builder.driving !== undefined && !isUnique(builder.driving);
    const isUnindexed = from.isWalked || (builder.driving && findsByContent(table, builder.driving));
    builder.unindexedRow = isUnindexed ? row : undefined;
    const where = conditionOn(condition, table, row);
    builder.driving = undefined;
    builder.unindexedRow = undefined;
    return `${from.sql} where ${where}`;
  }

  /** A long list walks an index until its page is full; any other is found before it is sorted. */
  const isLong = ({ where, expected = 0 }: ListPlan): boolean => expected > smallResult && !isSelective(where);

  /** That of a key of the content rows. */
  function isWalked(plan: ListPlan): boolean {
    const { table, order } = plan;
    const [first] = order;
    if (!first || !('column' in first) || !hasContentKey(table, [first]) || isByTime(plan)) return false;
    const isTranslated = builder.language !== undefined && table.translatedKeys.includes(first.column);
    return !isTranslated && isLong(plan);
  }

  /** The order of publication or change: rows of the same days are close to each other. */
  const isByTime = ({ table, order: [first] }: ListPlan): boolean =>
    first !== undefined && 'column' in first && table.columns[first.column]?.greatestFirst === true;

  /** For a list of past events, those published last first, a walk would pass most of the table. */
  function amongGreatest({ table, order: [first] }: ListPlan, row: string, content: string): string {
    if (!first || !('column' in first)) return '';
    const { column } = first;
    const isFromContent = hasContentKey(table, [first]);
    const other = alias();
    const others = `${table.table} ${other}${isFromContent ? ` where ${isContent(table, other)}` : ''}`;
    const least = `select ${other}.${column} from ${others} order by ${other}.${column} desc limit 1 offset ${maxWalked}`;
    return ` and ${isFromContent ? content : row}.${column} >= coalesce((${least}), '')`;
  }

  /** Ids, sort keys and few columns of all rows, one select per alternative so that each uses its own index. */
  function foundBy(plan: ListPlan, isSmall: boolean, walks = false): readonly string[] {
    const { table, where, order } = plan;
    const drives = isSmall && isSelective(where);
    const conditions = walks ? [where] : alternatives(where);
    return conditions.map((condition) => {
      const row = alias();
      const content = contentAlias(row, hasContentKey(table, order) || (isNarrow(plan) && selectsContent(plan)));
      const driving = drives ? drivingPart(condition) : undefined;
      const isUnsorted = (driving && findsByContent(table, driving)) || (isByTime(plan) && !walks);
      const unsorted = isUnsorted ? dialect.withoutIndex : (key: string) => key;
      const keys = order.map((by, at) => `${unsorted(orderKey(by, table, row, content))} as k${at}`);
      const columns = isNarrow(plan) ? cellsOf(plan, row, content).slice(1) : [];
      const cells = [`${row}.id`, ...keys, ...columns.map((cell, at) => `${cell} as c${at}`)].join(', ');
      const from = fromRow(table, row, content, walks);
      const rows = rowsOf(table, row, condition, drives, from);
      return `select ${cells} ${rows}${walks && isByTime(plan) ? amongGreatest(plan, row, content) : ''}`;
    });
  }

  const union = (lists: readonly string[]): string => lists.join(' union all ');

  const sortedPage = ({ order, limit, offset = 0 }: ListPlan): string =>
    `${orderBy(order, (_, at) => `k${at}`)} limit ${bind(limit)} offset ${bind(offset)}`;

  /** Ids and sort keys of one page; only these rows are then joined with their other columns. */
  function pageOf(plan: ListPlan, isSmall: boolean, walks: boolean): string {
    const found = foundBy(plan, isSmall, walks);
    const isSortedAfterwards = isSmall || (isByTime(plan) && !walks);
    const upToPage = () => sortedPage({ ...plan, limit: plan.limit + (plan.offset ?? 0), offset: 0 });
    const lists =
      isSortedAfterwards || found.length === 1 ? found : found.map((list) => dialect.limitBranch(list, upToPage));
    const all = union(lists);
    const fence = isSortedAfterwards && dialect.optimizerFence;
    return `${fence ? `select * from (${all}${fence}) f` : all}${sortedPage(plan)}`;
  }

  function columnKey({ column, inOrderOf }: ColumnOrder, table: Table, row: string, content: string): string {
    const places = inOrderOf?.map((value, place) => `when ${bind(value)} then ${place}`);
    const source = table.content?.columns.includes(column) ? content : row;
    return places?.length ? `case ${source}.${column} ${places.join(' ')} end` : keyIn(table, column, source);
  }

  function metresToNearest(
    { nearest: { link, where, place, point } }: NearestOrder,
    table: Table,
    row: string,
  ): string {
    const target = registry.named(link.target);
    const [end, edge] = [alias(), alias()];
    return (
      `(select min(${metresTo(builder, end, place, point)}) from ${link.table} ${edge}` +
      ` join ${target.table} ${end} on ${end}.id = ${edge}.target` +
      ` where ${edge}.owner = ${contentId(table, row)} and ${conditionOn(where, target, end)})`
    );
  }

  /** The select clause is the longest part and the same for every page of a table, so its text is cached. */
  function pickedCells(plan: ListPlan, row: string, content: string, linkedIds = false): string {
    const { table, embeds = [] } = plan;
    const bound = values.length;
    // A plan may read a table with fewer columns than it has, so the columns are part of the key.
    const columns = selected(plan).map(({ name }) => name);
    const key = JSON.stringify([
      dialect.placeholder(bound),
      table.table,
      columns,
      plan.part,
      builder.language,
      embeds,
      linkedIds,
      builder.aliases,
    ]);
    const known = cache.get(key);
    if (known) {
      values.push(...known.values);
      builder.aliases = known.aliases;
      return known.sql;
    }
    const cells = cellsOf(plan, row, content);
    const linked = embeds.map((embed) => embedded(plan, row, embed, linkedIds));
    const sql = `select ${[...cells, ...linked].join(', ')}`;
    cache.set(key, { sql, values: values.slice(bound), aliases: builder.aliases });
    return sql;
  }

  /** Values are bound in the order of their placeholders, so the parts are built in the order of the text. */
  function listed(plan: ListPlan, pick?: (row: string, content: string) => string, walks?: boolean): Statement {
    const { table, where, order, limit, offset = 0 } = plan;
    builder.language = plan.language;
    if (isNarrow(plan)) {
      const cells = ['id', ...selected(plan).map((_, at) => `c${at}`)].join(', ');
      return statement(`select ${cells} from (${union(foundBy(plan, true))}) f${sortedPage(plan)}`);
    }
    const row = alias();
    const content = contentAlias(row, pick !== undefined && selectsContent(plan));
    const picked = pick?.(row, content) ?? `select ${row}.id`;
    const isSmallTotal = (plan.expected ?? Number.POSITIVE_INFINITY) <= smallResult;
    const isSmall = isSmallTotal && (isSelective(where) || !order.every((by) => boundsOrder(by, where)));
    const isWalk = walks ?? isWalked(plan);
    const isPaged = isSmall || isWalk || offset > 0 || isByTime(plan);
    // SQLite sorts all cells of the rows that are selected.
    if (isPaged || alternatives(where).length > 1 || hasContentKey(table, order)) {
      const page = pageOf(plan, isSmall, isWalk);
      const sorted = orderBy(order, (_, at) => `p.k${at}`);
      const join = `join ${table.table} ${row} on ${row}.id = p.id${contentJoin(table, row, content)}`;
      return statement(`${picked} from (${page}) p ${join}${sorted}`);
    }
    const rows = rowsOf(table, row, where, false, fromRow(table, row, content));
    const sorted = orderBy(order, (by) => orderKey(by, table, row, content));
    return statement(`${picked} ${rows}${sorted} limit ${bind(limit)}`);
  }

  /** Counts groups, and rows without a group, instead of finding the first row of each group. */
  function groupCount(table: Table, { column, where }: { readonly column: string; readonly where: Condition }): string {
    const groups = alternatives(where).map((condition) => {
      const row = alias();
      return `select nullif(${row}.${column}, 0) as g ${rowsOf(table, row, condition, true)}`;
    });
    return `select count(*) - count(g) + count(distinct g) from (${union(groups)}) f`;
  }

  return {
    bind,
    statement,
    alias,
    condition: (table, condition, row) => conditionOn(condition, table, row),
    idsWhere: (table, where) => {
      const row = alias();
      return `select ${row}.id from ${table.table} ${row} where ${conditionOn(where, table, row)}`;
    },
    tracked: (table, where, columns) => {
      const row = alias();
      const cells = ['id', ...columns].map((name) => `${row}.${name}`).join(', ');
      return statement(`select ${cells} from ${table.table} ${row} where ${conditionOn(where, table, row)}`);
    },
    list: (plan, linkedIds) => listed(plan, (row, content) => pickedCells(plan, row, content, linkedIds)),
    walk: (plan) =>
      isByTime(plan) && plan.order[0]?.descending && isLong(plan)
        ? listed(plan, (row, content) => pickedCells(plan, row, content), true)
        : undefined,
    ids: (plan) => listed(plan),
    page: (plan, beside) => {
      const { table, order } = plan;
      builder.language = plan.language;
      const found = union(foundBy(plan, true));
      const row = alias();
      const content = contentAlias(row, selectsContent(plan));
      const cells = [pickedCells(plan, row, content), 't.total', ...(beside ? [beside] : [])].join(', ');
      const sorted = orderBy(order, (_, at) => `p.k${at}`);
      // Without `materialized` SQLite evaluates the subquery twice.
      return statement(
        `with found as materialized (${found}) ${cells} from (select count(*) as total from found) t` +
          ` left join (select * from found${sortedPage(plan)}) p on 1 = 1` +
          ` left join ${table.table} ${row} on ${row}.id = p.id${contentJoin(table, row, content)}${sorted}`,
      );
    },
    count: ({ table, where, language }, beside, maxRows) => {
      builder.language = language;
      const rowCount = (condition: Condition) => {
        const row = alias();
        const rows = rowsOf(table, row, condition, true);
        return maxRows ? `select count(*) from (select 1 ${rows} limit ${bind(maxRows)}) f` : `select count(*) ${rows}`;
      };
      const grouped = groupedBy(where);
      const counts =
        grouped && !maxRows ? [groupCount(table, grouped)] : alternatives(grouped?.where ?? where).map(rowCount);
      const total = counts.map((count) => `(${count})`).join(' + ');
      return statement(`select ${total}${beside ? `, ${beside}` : ''}`);
    },
  };
}
