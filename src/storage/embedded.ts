// What is particular to the embedded engine: SQLite in the process, one connection for reading and one for writing.
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import type { Cell } from '../core/column.js';
import type { Connection, Dialect, Engine } from './dialect.js';

export const embeddedDialect: Dialect = {
  placeholder: () => '?',
  jsonRows: (cells, order) => `json_group_array(json_array(${cells.join(', ')}) order by ${order})`,
  match: ({ table, id, texts, wanted, bind }) => {
    const all = wanted.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
    const expression = texts.map((text) => `({${text}} : (${all}))`).join(' OR ');
    return `${id} in (select rowid from ${table}_fts where ${table}_fts match ${bind(expression)})`;
  },
  nextId: (bind, sequence) => `update sequences set value = value + 1 where name = ${bind(sequence)} returning value`,
};

const keptStatements = 500;

export function openEmbedded(file: string): Engine {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // It holds digests of passwords, so nobody else may read it; the files beside it take over its mode.
  closeSync(openSync(file, 'a', 0o600));
  // The writer comes first: it makes the file and puts it into WAL mode, in which readers never wait.
  const writer = connect(file);
  const reader = connect(file);
  const writing = connectionOver(writer);
  let queue: Promise<unknown> = Promise.resolve();

  async function transaction<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    writer.exec('begin immediate');
    try {
      const result = await work(writing);
      writer.exec('commit');
      return result;
    } catch (error) {
      if (writer.inTransaction) writer.exec('rollback');
      throw error;
    }
  }

  return {
    name: 'embedded',
    dialect: embeddedDialect,
    reading: connectionOver(reader),
    // One writer at a time: a transaction spans several turns of the event loop.
    transact: (work) => {
      const turn = queue.then(() => transaction(work));
      queue = turn.catch(() => undefined);
      return turn;
    },
    claim: async () => undefined,
    close: async () => {
      await queue;
      reader.close();
      writer.close();
    },
  };
}

function connect(file: string): Database.Database {
  const database = new Database(file, { timeout: 10_000 });
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on', 'temp_store = memory']) {
    database.pragma(pragma);
  }
  return database;
}

/** Prepared statements are kept by their text; the oldest goes when there are too many. */
function connectionOver(database: Database.Database): Connection {
  const kept = new Map<string, Database.Statement>();
  const prepared = (sql: string): Database.Statement => {
    const known = kept.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    if (statement.reader) statement.raw(true);
    if (kept.size >= keptStatements) kept.delete(kept.keys().next().value as string);
    kept.set(sql, statement);
    return statement;
  };
  return {
    all: async ({ sql, values }) => prepared(sql).all(...values) as Cell[][],
    run: async ({ sql, values }) => prepared(sql).run(...values).changes,
  };
}
