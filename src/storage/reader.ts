// The Reader over a connection: compiles plans, runs them and decodes the rows.
import { type Cell, type Columns, jsonColumn } from '../core/column.js';
import type { CountPlan, Embed, ListPlan, Reader, Row, RowIn, RowPage, Table, Tables } from '../core/store.js';
import type { Connection, Engine } from './engine.js';
import { compiler } from './sql/compile.js';
import { type SelectedCell, selected } from './sql/content.js';
import { isCommonRange, isSelective, readsTexts, smallResult } from './sql/selectivity.js';

/** Linked rows come as the JSON of their cells. */
const linkedCells = jsonColumn<readonly (readonly Cell[])[]>([]);

const inBackground = (connection: Connection): Connection['all'] => connection.allInBackground ?? connection.all;

/** Many rows, or few that are found by reading the texts of many. */
const isLong = ({ where, expected = 0 }: ListPlan): boolean => expected > smallResult || readsTexts(where);

function queryFor(connection: Connection, plan: ListPlan): Connection['all'] {
  // A few columns are read of many rows.
  const isWide = typeof plan.part !== 'object' || selected(plan).some(({ column }) => column.type === 'real');
  if (!isWide && connection.allAsJson) return connection.allAsJson;
  return isLong(plan) ? inBackground(connection) : connection.all;
}

export function readerOver(connection: Connection, engine: Engine, registry: Tables): Reader {
  const list: Reader['list'] = async (plan) => {
    const run = queryFor(connection, plan);
    const walk = compiler(engine.dialect, registry).walk(plan);
    const walked = walk ? await run(walk) : [];
    const isFull = walked.length === plan.limit;
    const rows = isFull ? walked : await run(compiler(engine.dialect, registry).list(plan));
    return rows.map((cells) => rowOf(plan, cells, registry));
  };
  const count: Reader['count'] = async (plan) => Number((await countOver(connection, engine, registry, plan))[0]);
  return {
    list,
    ids: async (plan) => {
      const run = isLong(plan) ? inBackground(connection) : connection.all;
      return (await run(compiler(engine.dialect, registry).ids(plan))).map(([id]) => Number(id));
    },
    count,
    page: async (plan) => {
      if (isSelective(plan.where)) return pageOver(connection, engine, registry, plan);
      if (plan.withoutTotal) return uncountedPage(connection, engine, registry, plan, list);
      return countedPage(plan, await count(plan), list);
    },
    read: async (plan) => (await list({ ...plan, order: [], limit: 1 }))[0],
  };
}

/** The total, and the value of `beside` in the same snapshot. Small contiguous ranges are counted on this thread, the rest
 * in the background. */
export async function countOver(
  connection: Connection,
  engine: Engine,
  registry: Tables,
  plan: CountPlan,
  beside?: string,
): Promise<readonly Cell[]> {
  const statement = (maxRows?: number) => compiler(engine.dialect, registry).count(plan, beside, maxRows);
  if (connection.allInBackground && isCommonRange(plan.where, plan.table)) {
    const [row = []] = await connection.all(statement(smallResult + 1));
    if (Number(row[0]) <= smallResult) return row;
  }
  const [row = []] = await inBackground(connection)(statement());
  return row;
}

/** A page of a list whose total is known already. */
export async function countedPage<C extends Columns>(
  plan: ListPlan<C>,
  total: number,
  list: Reader['list'],
): Promise<RowPage<C>> {
  const { offset = 0, maxTotal = total } = plan;
  const rows = total > offset && total <= maxTotal ? await list({ ...plan, expected: total }) : [];
  return { rows, total };
}

/** A page of a list that is counted only until it is known to be long, which decides how its rows are found. */
export async function uncountedPage<C extends Columns>(
  connection: Connection,
  engine: Engine,
  registry: Tables,
  plan: ListPlan<C>,
  list: Reader['list'],
): Promise<RowPage<C>> {
  const { limit, offset = 0 } = plan;
  const counting = compiler(engine.dialect, registry).count(plan, undefined, smallResult + 1);
  const [counted = []] = await inBackground(connection)(counting);
  const rows = await list({ ...plan, limit: limit + 1, expected: Number(counted[0]) });
  return { rows: rows.slice(0, limit), total: rows.length === 0 ? 0 : offset + rows.length };
}

/** For selective conditions: one statement finds the rows, counts them and returns the page. */
export async function pageOver<C extends Columns>(
  connection: Connection,
  engine: Engine,
  registry: Tables,
  plan: ListPlan<C>,
  beside?: string,
): Promise<RowPage<C> & { readonly beside: Cell }> {
  const cells = await inBackground(connection)(compiler(engine.dialect, registry).page(plan, beside));
  const [first = []] = cells;
  const rows = first[0] === null ? [] : cells.map((row) => rowOf(plan, row, registry));
  const at = 1 + selected(plan).length + (plan.embeds?.length ?? 0);
  return { rows, total: Number(first[at]), beside: first[at + 1] ?? null };
}

/** The only assertion from decoded cells to a typed row: the type follows from the columns, which TypeScript cannot see. */
const rowOf = <C extends Columns>(plan: ListPlan<C>, cells: readonly Cell[], registry: Tables) =>
  decode(plan, cells, registry) as RowIn<C>;

type DecodedRow = Record<string, unknown> & { id: number };

type RowPlan = Pick<ListPlan, 'table' | 'part' | 'embeds'>;

/** By the cells that are read, and by the fields of the embedded links. */
const blanks = new WeakMap<object, Map<string, DecodedRow>>();

/** A row of blank values, to be copied. V8 keeps objects with many properties that are added by computed names as hash tables,
 * which take several times as long to create, read and copy; `JSON.parse` makes an object with a hidden class. */
function blankRow(cells: readonly SelectedCell[], embeds: readonly Embed[]): DecodedRow {
  const fields = embeds.map(({ field }) => field);
  const key = fields.join();
  const known = blanks.get(cells)?.get(key);
  if (known) return known;
  const names = ['id', ...cells.map(({ name }) => name), ...fields];
  const blank = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))));
  for (const { name, column } of cells) blank[name] = column.decode(null);
  blanks.set(cells, new Map([...(blanks.get(cells) ?? []), [key, blank]]));
  return blank;
}

const guards = new WeakMap<object, object>();

/** The prototype of items: a column that was not read throws instead of being undefined. */
function unreadColumns(plan: RowPlan): object {
  const read = selected(plan);
  const known = guards.get(read);
  if (known) return known;
  const names = new Set(read.map(({ name }) => name));
  const missing = selected({ table: plan.table }).filter(({ name }) => !names.has(name));
  const guard = Object.defineProperties(
    {},
    Object.fromEntries(missing.map(({ name }) => [name, { get: () => unread(plan.table, name) }])),
  );
  guards.set(read, guard);
  return guard;
}

const unread = ({ name }: Table, column: string): never => {
  throw new TypeError(`${column} of ${name} was not read`);
};

/** `linkedOf` decodes the cell of an embedded link. */
export function decodeRow(
  plan: RowPlan,
  cells: readonly Cell[],
  linkedOf: (embed: Embed, cell: Cell) => readonly Row[],
): Row {
  const { embeds = [] } = plan;
  const read = selected(plan);
  const row: DecodedRow = { ...blankRow(read, embeds) };
  if (plan.part === 'item') Object.setPrototypeOf(row, unreadColumns(plan));
  row.id = Number(cells[0]);
  let at = 1;
  for (const { name, column, blank } of read) {
    const cell = cells[at++] ?? null;
    if (cell !== blank && cell !== null) row[name] = column.decode(cell);
  }
  for (const embed of embeds) row[embed.field] = linkedOf(embed, cells[at++] ?? null);
  return row;
}

export const targetOf = ({ links }: Table, { field }: Embed, registry: Tables): Table =>
  registry.named(links[field]?.target ?? '');

const decode = (plan: RowPlan, cells: readonly Cell[], registry: Tables): Row =>
  decodeRow(plan, cells, (embed, cell) => {
    const target = targetOf(plan.table, embed, registry);
    const linked = { table: target, ...(plan.part && { part: plan.part }) };
    return linkedCells.decode(cell).map((inner) => decode(linked, inner, registry));
  });
