// Conditions and plans to SQL text with bound values, for every engine. A compiler makes one statement.
import type { AnyColumn, Cell } from '../core/column.js';
import { all, type Condition } from '../core/condition.js';
import type { Registry } from '../core/resource.js';
import type { ColumnOrder, CountPlan, Embed, ListPlan, NearestOrder, Order, Table } from '../core/store.js';
import type { Dialect, Statement } from './dialect.js';
import { metresTo, nearTo } from './places.js';
import { alternatives, isTelling, mostFew, partsOf, telling, tellsIds } from './telling.js';
import { escapeLike, likeText, matchingWords } from './words.js';

type Selected = readonly (readonly [string, AnyColumn])[];
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
  /** The number of rows, and whatever else is to be told of the same moment. */
  readonly count: (plan: CountPlan, beside?: string) => Statement;
}

/** Only what a column itself says is common gets here. */
const literal = (cell: Cell): string => (typeof cell === 'string' ? `'${cell.replaceAll("'", "''")}'` : String(cell));

interface Picked {
  readonly sql: string;
  readonly values: readonly Cell[];
  readonly aliases: number;
}
const keptOf = new WeakMap<Registry, Map<string, Picked>>();
const mostKept = 500;

export function compiler(dialect: Dialect, registry: Registry): Compiler {
  const values: Cell[] = [];
  const kept = keptOf.get(registry) ?? new Map<string, Picked>();
  keptOf.set(registry, kept);
  let aliases = 0;
  /** The language of the statement. */
  let spoken: string | undefined;
  /** The row that is found by what is rare about it; its other columns are only looked at. */
  let steered: string | undefined;
  const alias = (): string => `a${aliases++}`;
  const statement = (sql: string): Statement => ({ sql, values });
  const bind = (value: Cell): string => {
    values.push(value);
    return dialect.placeholder(values.length);
  };
  const context = { dialect, bind, alias };

  function cell(table: Table, name: string, value: unknown): string {
    if (name === 'id') return bind(value as number);
    const column = table.columns[name];
    if (!column) throw new TypeError(`${table.name} has no column ${name}`);
    const given = column.encode(value);
    const common = column.common?.find((one) => one === given);
    return common === undefined ? bind(given) : literal(common);
  }

  function conditionOn(condition: Condition, table: Table, row: string): string {
    switch (condition.is) {
      case 'everything':
        return '1 = 1';
      case 'nothing':
        return '1 = 0';
      case 'compared':
        return onKey(condition.column, table, row, (key) => {
          return `${key} ${condition.by} ${cell(table, condition.column, condition.value)}`;
        });
      case 'one-of':
        return onKey(condition.column, table, row, (key) => {
          const cells = condition.values.map((value) => cell(table, condition.column, value));
          return `${key} in (${cells.join(', ')})`;
        });
      case 'called': {
        const listed = () => condition.slugs.map(bind).join(', ');
        return (
          `${row}.id in (select id from ${table.table} where slug in (${listed()})` +
          ` union all select owner from ${table.table}_slugs where slug in (${listed()}))`
        );
      }
      case 'begins':
        return `${row}.${condition.column} ${likeText(bind, `${escapeLike(condition.prefix)}%`)}`;
      case 'set':
        return `${row}.${condition.column} is not null`;
      case 'near':
        return nearTo(context, condition, row);
      case 'all':
        return condition.of.map((part) => conditionOn(part, table, row)).join(' and ');
      case 'any':
      case 'either':
        return `(${condition.of.map((part) => conditionOn(part, table, row)).join(' or ')})`;
      case 'not':
        return `not (${conditionOn(condition.of, table, row)})`;
      case 'linked':
        return linkedTo(condition.link, condition.other, table, row);
      case 'matching':
        return inLanguage(
          table,
          row,
          (reading) =>
            matchingWords(context, condition, table.searched, {
              table: `${table.table}_readings`,
              row: reading,
              direct: true,
            }),
          (own) => matchingWords(context, condition, table.searched, { table: table.table, row: own, direct: false }),
        );
    }
  }

  /** Rows that read in some way in the language of the statement; the others read as their own columns do. */
  const readings = ({ table }: Table, reading: string, language: string): string =>
    `from ${table}_readings ${reading} where ${reading}.language = ${bind(language)}`;

  function unread(table: Table, row: string, language: string): string {
    const reading = alias();
    return `not exists (select 1 ${readings(table, reading, language)} and ${reading}.owner = ${row}.id)`;
  }

  /** Found from both ends by index, which an `or` between them would not be. */
  function inLanguage(
    table: Table,
    row: string,
    read: (reading: string) => string,
    plain: (row: string) => string,
  ): string {
    if (spoken === undefined || table.spokenKeys.length === 0) return plain(row);
    const [reading, own] = [alias(), alias()];
    return (
      `${row}.id in (select ${reading}.owner ${readings(table, reading, spoken)} and ${read(reading)}` +
      ` union all select ${own}.id from ${table.table} ${own} where ${plain(own)} and ${unread(table, own, spoken)})`
    );
  }

  const onKey = (column: string, table: Table, row: string, test: (key: string) => string): string =>
    table.spokenKeys.includes(column)
      ? inLanguage(
          table,
          row,
          (reading) => test(`${reading}.${column}`),
          (own) => test(`${own}.${column}`),
        )
      : test(columnOf(row, column));

  /** A row that is found by its id is read from the lean index. */
  const rowsOf = ({ table, lean }: Table, row: string, condition: Condition): string =>
    `${table} ${row}${lean && row === steered && tellsIds(condition) ? dialect.leanly(table) : ''}`;

  const columnOf = (row: string, column: string): string =>
    row === steered && !telling.has(column) ? dialect.aside(`${row}.${column}`) : `${row}.${column}`;

  /** A column as it reads in the language of the statement, for sorting. */
  function keyIn(table: Table, column: string, row: string): string {
    if (spoken === undefined || !table.spokenKeys.includes(column)) return columnOf(row, column);
    const reading = alias();
    const read = `select ${reading}.${column} ${readings(table, reading, spoken)} and ${reading}.owner = ${row}.id`;
    return `coalesce((${read}), ${row}.${column})`;
  }

  function linkedTo(name: string, other: Condition, table: Table, row: string): string {
    const link = registry.link(name);
    const [here, there] = link.owner === table.name ? ['owner', 'target'] : ['target', 'owner'];
    const edge = alias();
    const from = `select 1 from ${link.table} ${edge}`;
    const onEdge = `${edge}.${here} = ${row}.id`;
    if (other.is === 'everything') return `exists (${from} where ${onEdge})`;
    if (other.is === 'one-of' && other.column === 'id') {
      const ids = other.values.map((id) => bind(id as number)).join(', ');
      // Few ids have many edges: found once from that end, not asked for anew at every row.
      return `${row}.id in (select ${edge}.${here} from ${link.table} ${edge} where ${edge}.${there} in (${ids}))`;
    }
    const far = registry.named(there === 'target' ? link.target : link.owner);
    const end = alias();
    const { places, rest } = partsOf(other);
    if (places.length > 0) {
      // What lies near is found by its index at the far end, and its edges from there. The rest is asked of each end
      // that was found: beside the place it would lead an engine without statistics to another index.
      const spots = alias();
      const found = `select ${spots}.id from ${far.table} ${spots} where ${conditionOn(all(...places), far, spots)}`;
      const edges = `select ${edge}.${here} from ${link.table} ${edge} where ${edge}.${there} in (${found})`;
      if (rest.is === 'everything') return `${row}.id in (${edges})`;
      const ends = `select 1 from ${far.table} ${end} where ${end}.id = ${edge}.${there}`;
      return `${row}.id in (${edges} and exists (${ends} and ${conditionOn(rest, far, end)}))`;
    }
    const join = `join ${far.table} ${end} on ${end}.id = ${edge}.${there}`;
    return `exists (${from} ${join} where ${onEdge} and ${conditionOn(other, far, end)})`;
  }

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

  /** Ids and sort keys of one page: of every alternative by its own index, and without the rest of the rows before it. */
  function pageOf({ table, where, order, limit, offset = 0 }: ListPlan, few: boolean): string {
    const found = alternatives(where).map((condition, place) => {
      const row = alias();
      if (few) steered = row;
      // Only the first is many; the others are sorted afterwards, so that they are found by what is rare about them.
      const keyOf = (by: Order) => (place ? dialect.aside(orderKey(by, table, row)) : orderKey(by, table, row));
      const keys = order.map((by, at) => `${keyOf(by)} as k${at}`);
      const cells = [`${row}.id`, ...keys].join(', ');
      return `select ${cells} from ${rowsOf(table, row, condition)} where ${conditionOn(condition, table, row)}`;
    });
    const sorted = orderBy(order, (_, at) => `k${at}`);
    return `${found.join(' union all ')}${sorted} limit ${bind(limit)} offset ${bind(offset)}`;
  }

  function columnKey({ column, listed }: ColumnOrder, table: Table, row: string): string {
    const places = listed?.map((value, place) => `when ${bind(value)} then ${place}`);
    return places?.length ? `case ${row}.${column} ${places.join(' ')} end` : keyIn(table, column, row);
  }

  function metresToNearest({ nearest: { link, among, place, point } }: NearestOrder, row: string): string {
    const target = registry.named(link.target);
    const [end, edge] = [alias(), alias()];
    return (
      `(select min(${metresTo(context, end, place, point)}) from ${link.table} ${edge}` +
      ` join ${target.table} ${end} on ${end}.id = ${edge}.target` +
      ` where ${edge}.owner = ${row}.id and ${conditionOn(among, target, end)})`
    );
  }

  /** The same for every page of a table, and most of its text: worked out once. */
  function pickedCells(table: Table, row: string, embeds: readonly Embed[]): string {
    const key = JSON.stringify([dialect.placeholder(1), table.table, spoken, embeds]);
    const known = kept.get(key);
    if (known) {
      values.push(...known.values);
      aliases = known.aliases;
      return known.sql;
    }
    const cells = [`${row}.id`, ...selected(table).map(([name]) => `${row}.${name}`)];
    const linked = embeds.map((embed) => embedded(table, row, embed));
    const sql = `select ${[...cells, ...linked].join(', ')}`;
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, { sql, values: [...values], aliases });
    return sql;
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
    // Values are bound in the order in which they stand in the text, so the parts are made in that order.
    list: (plan) => {
      const { table, where, order, limit, offset = 0, embeds = [] } = plan;
      spoken = plan.language;
      const row = alias();
      const picked = pickedCells(table, row, embeds);
      const few = (plan.expected ?? Number.POSITIVE_INFINITY) <= mostFew && isTelling(where);
      if (few || offset > 0 || alternatives(where).length > 1) {
        const page = pageOf(plan, few);
        const sorted = orderBy(order, (_, at) => `p.k${at}`);
        return statement(`${picked} from (${page}) p join ${table.table} ${row} on ${row}.id = p.id${sorted}`);
      }
      const condition = conditionOn(where, table, row);
      const sorted = orderBy(order, (by) => orderKey(by, table, row));
      return statement(`${picked} from ${table.table} ${row} where ${condition}${sorted} limit ${bind(limit)}`);
    },
    count: ({ table, where, language }, beside) => {
      spoken = language;
      const counts = alternatives(where).map((condition) => {
        const row = alias();
        if (isTelling(condition)) steered = row;
        return `select count(*) from ${rowsOf(table, row, condition)} where ${conditionOn(condition, table, row)}`;
      });
      const total = counts.map((count) => `(${count})`).join(' + ');
      return statement(`select ${total}${beside ? `, ${beside}` : ''}`);
    },
  };
}
