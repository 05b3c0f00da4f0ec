// Query plans of the embedded engine. SQLite does not report row counts, so the rows within the bounds of each step are
// counted afterwards.
import type { Cell } from '../../src/core/column.js';
import type { Connection, Engine, Statement } from '../../src/storage/engine.js';
import { type Explain, unique } from './plan.js';

interface Comparison {
  readonly column: string;
  readonly by: string;
  /** The right side as it is in the SQL text. */
  readonly to: string;
  readonly values: readonly Cell[];
}

/** The comparisons with columns of the listed table, in the order of the text. */
function comparisonsOf({ sql, values }: Statement): readonly Comparison[] {
  let bound = 0;
  const take = (text: string): readonly Cell[] => [...text.matchAll(/\?/g)].map(() => values[bound++] as Cell);
  const compared = /a0\.(\w+) (=|<=|>=|<|>|in) (\?|'\w*'|\d+|\([?, ]+\)|\((?:'\w*'[, ]*)+\))|\?/g;
  return [...sql.matchAll(compared)].flatMap(([text, column, by, to]) => {
    const taken = take(text);
    return column && by && to ? [{ column, by, to, values: taken }] : [];
  });
}

/** The subquery of `a0.id in (…)` with its bound values. */
function idsOf({ sql, values }: Statement): Statement | undefined {
  const at = sql.indexOf('a0.id in (select');
  if (at < 0) return undefined;
  const from = at + 'a0.id in ('.length;
  let [to, depth] = [from, 1];
  for (; depth > 0; to++) depth += sql[to] === '(' ? 1 : sql[to] === ')' ? -1 : 0;
  const before = sql.slice(0, from).split('?').length - 1;
  const inner = sql.slice(from, to - 1);
  return { sql: inner, values: values.slice(before, before + inner.split('?').length - 1) };
}

const count = async (connection: Connection, sql: string, values: readonly Cell[]): Promise<number> =>
  Number((await connection.all({ sql: `select count(*) from ${sql}`, values }))[0]?.[0]);

/** How many entries lie within the bounds of one step such as `SEARCH a0 USING INDEX x (status=? AND start_date>?)`. */
async function within({ readConnection }: Engine, statement: Statement, detail: string): Promise<number> {
  const bounds = [...(/\(([^()]*)\)$/.exec(detail)?.[1] ?? '').matchAll(/(\w+)(=|<|>)\?/g)];
  const [, first] = bounds[0] ?? [];
  const ids = first === 'rowid' || first === 'id' ? idsOf(statement) : undefined;
  if (ids) return count(readConnection, `(${ids.sql})`, ids.values);
  if (first === 'rowid') return 1;
  const comparisons = comparisonsOf(statement);
  const used = bounds.flatMap(([, column, sign]) => {
    const fits = ({ column: other, by }: Comparison) =>
      other === column && (sign === '=' ? by === '=' || by === 'in' : by.startsWith(String(sign)));
    return comparisons.find(fits) ?? [];
  });
  const where = used.map(({ column, by, to }) => `${column} ${by} ${to}`);
  const condition = where.length ? ` where ${where.join(' and ')}` : '';
  return count(
    readConnection,
    `events${condition}`,
    used.flatMap(({ values }) => values),
  );
}

/** Aliases of `events` and of its link tables, which grow with the calendar. */
const growing = ({ sql }: Statement): ReadonlySet<string> =>
  new Set([...sql.matchAll(/(?:from|join) (event\w*) (\w+)/g)].map(([, , alias]) => String(alias)));

export const explainOnEmbedded: Explain = async (engine, statement) => {
  const steps = await engine.readConnection.all({ ...statement, sql: `explain query plan ${statement.sql}` });
  const depths = new Map<Cell, number>();
  const lines = steps.map(([id = 0, parent = 0, , detail]) => {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    return `${'  '.repeat(depth)}${detail}`;
  });
  const onEvents = lines.map((line) => line.trim()).filter((line) => /^(SCAN|SEARCH) a0\b/.test(line));
  let rows = 0;
  for (const detail of onEvents) rows += await within(engine, statement, detail).catch(() => Number.NaN);
  const large = growing(statement);
  const sorted = lines.some((line) => line.includes('USE TEMP B-TREE FOR ORDER BY'));
  const stopsEarly = / order by a0/.test(statement.sql) && !sorted;
  return {
    lines,
    indexes: unique(onEvents.flatMap((line) => /INDEX (\w+)|(PRIMARY KEY)/.exec(line)?.slice(1).find(Boolean) ?? [])),
    scans: lines.some((line) => large.has(/^\s*SCAN (\w+)(?!.*VIRTUAL TABLE)/.exec(line)?.[1] ?? '')),
    rows: Number.isNaN(rows) ? 'unknown' : stopsEarly ? `a page of ${rows}` : String(rows),
  };
};
