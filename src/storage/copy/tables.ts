// The tables and sequences that a copy includes: all that the migrations create on both engines. Tables of one engine only,
// such as rate limits, are left out.
import Database from 'libsql';
import type { Cell } from '../../core/column.js';
import type { Connection, Engine } from '../engine.js';
import { migrations } from '../migrate.js';
import { statementsOf } from '../migrations/migration.js';
import { catalogues } from './catalogue.js';

type EngineName = Engine['name'];

/** Tables of one store: sequences, the change log and the epoch of positions. */
const ownTables: readonly string[] = ['sequences', 'changes', 'positions_meta'];

/** Read from an empty in-memory database, so that foreign tables in the same database are never copied. */
export async function copiedNames(): Promise<{
  readonly tables: readonly string[];
  readonly sequences: readonly string[];
}> {
  const database = new Database(':memory:');
  try {
    for (const { read } of migrations) for (const sql of statementsOf(await read(), 'embedded')) database.exec(sql);
    const names = (sql: string) => database.prepare(sql).pluck(true).all().map(String);
    // Full-text index tables have the types `virtual` and `shadow`.
    const tables = names(`select m.name from sqlite_master m join pragma_table_list t on t.name = m.name
      where t.schema = 'main' and t.type = 'table' order by m.rowid`);
    return {
      tables: tables.filter((name) => !ownTables.includes(name)),
      sequences: names('select name from sequences order by rowid'),
    };
  } finally {
    database.close();
  }
}

export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Positions of the primary key columns, in key order. */
  readonly key: readonly number[];
  /** True for columns whose cells must be converted: the PostgreSQL driver returns everything as text. */
  readonly numeric: readonly boolean[];
}

export async function tablesOf(engine: EngineName, connection: Connection): Promise<readonly CopiedTable[]> {
  const tables: CopiedTable[] = [];
  for (const name of (await copiedNames()).tables) tables.push(await tableOf(engine, connection, name));
  return tables;
}

async function tableOf(engine: EngineName, connection: Connection, name: string): Promise<CopiedTable> {
  const columns = await connection.all({ sql: catalogues[engine].columns, values: [name] });
  const places = columns.map(([, , place], at) => ({ place: Number(place), at })).filter(({ place }) => place > 0);
  if (places.length === 0) throw new TypeError(`${name} has no primary key to copy it by`);
  return {
    name,
    columns: columns.map(([column]) => String(column)),
    key: places.sort((a, b) => a.place - b.place).map(({ at }) => at),
    numeric: columns.map(([, type]) => type !== 'text'),
  };
}

export const exists = async (engine: EngineName, connection: Connection, table: string): Promise<boolean> =>
  (await connection.all({ sql: catalogues[engine].columns, values: [table] })).length > 0;

export const identityOf = async ({ name, readConnection }: Engine): Promise<string> =>
  `${name} ${await one(readConnection, catalogues[name].identity)}`;

export type Sequences = ReadonlyMap<string, number>;

/** The last value of each sequence. */
export async function readSequences(engine: EngineName, connection: Connection): Promise<Sequences> {
  const values = new Map<string, number>();
  for (const name of (await copiedNames()).sequences) {
    values.set(name, Number(await one(connection, catalogues[engine].readSequence(name))));
  }
  return values;
}

export const setSequences = ({ name: engine, transact }: Engine, values: Sequences): Promise<void> =>
  transact(async (connection) => {
    for (const [name, value] of values) await one(connection, catalogues[engine].setSequence(name, value));
  });

const one = async (connection: Connection, sql: string): Promise<Cell | undefined> =>
  (await connection.all({ sql, values: [] }))[0]?.[0];
