// Statistics for SQLite's planner (sqlite_stat1). Nothing in SQLite keeps them up to date by itself, and `pragma optimize`
// looks only at tables that its own connection has queried; so the engine renews them when a table has grown tenfold,
// and once a day. Entries beyond `analysis_limit` are not read: among 1,000,000 events that takes a second in all instead
// of four and gives the same plans. With a limit of 1,000 every status seems rare, and lists take a wrong index.
import type { Connection } from '../../engine.js';

const growth = 10;
/** Tables up to this size need no statistics: every plan is fast. */
const smallTable = 100;
/** Changed rows before the table sizes are checked; doubled after each check. */
const firstCheck = 1_000;
const maxAgeMs = 20 * 3_600_000;

const tableNames = `select name from pragma_table_list
  where schema = 'main' and type = 'table' and wr = 0 and name not like 'sqlite~_%' escape '~'`;
const rowsByTable = 'select tbl, min(cast(stat as integer)) from sqlite_stat1 group by tbl';
/** Other connections, of every process, read new statistics only when the schema has changed. */
const schemaChange = ['create view statistics_renewed as select 1', 'drop view statistics_renewed'];

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export interface Statistics {
  /** Counts changed rows; enough of them start a check in the background. */
  readonly noteChanges: (rows: number) => void;
  /** Renews the statistics where a table has grown tenfold or they are a day old. */
  readonly update: () => Promise<void>;
  /** Waits for a running update. */
  readonly close: () => Promise<void>;
}

export interface StatisticsOptions {
  /** Runs a query in the background. */
  readonly read: Connection['all'];
  /** One table, in a transaction of its own: changes wait for one table at most. */
  readonly analyze: (table: string) => Promise<void>;
  readonly transact: (work: (connection: Connection) => Promise<void>) => Promise<void>;
}

export function openStatistics({ read, analyze, transact }: StatisticsOptions): Statistics {
  let [changed, nextCheck] = [0, firstCheck];
  let renewedAt = Date.now();
  let running: Promise<void> | undefined;

  const select = (sql: string) => read({ sql, values: [] });

  async function hasGrown(tables: readonly string[]): Promise<boolean> {
    const [hasStatistics] = await select("select 1 from sqlite_master where name = 'sqlite_stat1'");
    const known = hasStatistics ? await select(rowsByTable) : [];
    const rows = new Map(known.map(([table, count]) => [table, Number(count)]));
    // The highest id rules most tables out without counting their rows.
    const isLarger = (table: string) => {
      const limit = growth * Math.max(smallTable, rows.get(table) ?? 0);
      const name = quoted(table);
      return `(select max(rowid) from ${name}) > ${limit} and exists (select 1 from ${name} limit 1 offset ${limit})`;
    };
    const [row] = await select(`select ${tables.map(isLarger).join(' or ') || '0'}`);
    return row?.[0] === 1;
  }

  async function updated(): Promise<void> {
    const tables = (await select(tableNames)).map(([name]) => String(name));
    if (Date.now() - renewedAt < maxAgeMs && !(await hasGrown(tables))) return;
    for (const table of tables) await analyze(quoted(table));
    await transact(async ({ run }) => {
      for (const sql of schemaChange) await run({ sql, values: [] });
    });
    [changed, nextCheck, renewedAt] = [0, firstCheck, Date.now()];
  }

  function update(): Promise<void> {
    running ??= updated().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    noteChanges: (rows) => {
      changed += rows;
      if (changed < nextCheck) return;
      nextCheck = 2 * changed;
      // Ignored: the next check or the daily job tries again.
      update().catch(() => undefined);
    },
    update,
    close: async () => {
      await running?.catch(() => undefined);
    },
  };
}
