// Progress of a copy, a table in the target that is updated in the same transactions as the rows. While it exists the target
// cannot be served.
import { jsonColumn } from '../../core/column.js';
import { copyLock } from '../../core/locks.js';
import type { Connection, Dialect, Engine } from '../engine.js';
import type { Cells } from './pages.js';
import { type CopiedTable, exists } from './tables.js';

const ledger = 'copy_progress';

/** A copy that is refused; the message is for the operator. */
export class CopyRefusal extends Error {}
/** The target is not empty or another copy uses it. */
export class TargetTaken extends CopyRefusal {}

const states = ['waiting', 'copying', 'copied'] as const;

export interface Mark {
  readonly state: (typeof states)[number];
  /** Key of the last copied row. */
  readonly last: Cells | undefined;
  readonly rows: number;
}

export type Marks = ReadonlyMap<string, Mark>;

export const waiting: Mark = { state: 'waiting', last: undefined, rows: 0 };
const lastColumn = jsonColumn<Cells | undefined>(undefined);

export async function refuseUnfinished({ name, readConnection }: Engine): Promise<void> {
  if (!(await exists(name, readConnection, ledger))) return;
  throw new CopyRefusal(
    'The database holds an unfinished copy: run the same `almanac copy` command again to complete it.',
  );
}

/** Resumes a copy of the same source, or starts one in an empty target. */
export const openLedger = (engine: Engine, source: string, tables: readonly CopiedTable[]): Promise<Marks> =>
  engine.transact(async (connection) => {
    await engine.lock(connection, copyLock);
    if (await exists(engine.name, connection, ledger)) await refuseOther(connection, source);
    else {
      await refuseUsed(connection, tables);
      await begin(connection, engine.dialect, source, tables);
    }
    const rows = await connection.all({ sql: `select name, state, last, done from ${ledger}`, values: [] });
    return new Map(rows.map(([name, ...cells]) => [String(name), markOf(cells)]));
  });

async function refuseOther(connection: Connection, source: string): Promise<void> {
  const rows = await connection.all({ sql: `select distinct source from ${ledger}`, values: [] });
  if (rows.every(([known]) => known === source)) return;
  throw new TargetTaken('The target holds an unfinished copy of another source: use an empty database.');
}

async function refuseUsed(connection: Connection, tables: readonly CopiedTable[]): Promise<void> {
  for (const { name } of tables) {
    const rows = await connection.all({ sql: `select 1 from ${name} limit 1`, values: [] });
    if (rows.length) throw new TargetTaken(`The target is not empty, table ${name} has rows: use an empty database.`);
  }
}

async function begin(
  connection: Connection,
  dialect: Dialect,
  source: string,
  tables: readonly CopiedTable[],
): Promise<void> {
  await connection.run({
    sql: `create table ${ledger} (
      name text primary key, source text not null, state text not null, last text not null, done integer not null)`,
    values: [],
  });
  const sql = `insert into ${ledger} (name, source, state, last, done) values (${places(dialect, 5).join(', ')})`;
  for (const { name } of tables) await connection.run({ sql, values: [name, source, ...cellsOf(waiting)] });
}

const places = ({ placeholder }: Dialect, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => placeholder(at + 1));

const cellsOf = ({ state, last, rows }: Mark): Cells => [state, last ? lastColumn.encode(last) : '', rows];
const markOf = ([state, last = '', rows]: Cells): Mark => ({
  state: states.find((known) => known === state) ?? 'waiting',
  last: lastColumn.decode(last),
  rows: Number(rows),
});

/** Compare-and-set: fails when another copy has advanced the table. */
export async function advance(
  connection: Connection,
  dialect: Dialect,
  table: string,
  [from, to]: readonly [Mark, Mark],
): Promise<void> {
  const [state, last, done, name, ...known] = places(dialect, 7);
  const changed = await connection.run({
    sql:
      `update ${ledger} set state = ${state}, last = ${last}, done = ${done}` +
      ` where name = ${name} and state = ${known[0]} and last = ${known[1]} and done = ${known[2]}`,
    values: [...cellsOf(to), table, ...cellsOf(from)],
  });
  if (changed === 0) throw new TargetTaken('Another copy to this target is running.');
}

/** Marks tables to be copied from the start by the next run. */
export const resetTables = ({ transact, dialect }: Engine, tables: readonly string[]): Promise<void> =>
  transact(async (connection) => {
    const [state, last, done, name] = places(dialect, 4);
    const sql = `update ${ledger} set state = ${state}, last = ${last}, done = ${done} where name = ${name}`;
    for (const table of tables) await connection.run({ sql, values: [...cellsOf(waiting), table] });
  });

export const closeLedger = ({ transact }: Engine): Promise<void> =>
  transact(async (connection) => {
    await connection.run({ sql: `drop table ${ledger}`, values: [] });
  });
