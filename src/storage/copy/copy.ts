// Copies a whole store between engines: tables, ids and sequences. An interrupted copy resumes where it stopped; it is
// complete only when both sides have the same counts and checksums.

import { codeOf } from '../../core/error.js';
import type { Connection, Engine } from '../engine.js';
import { migrate, newestVersion, schemaVersion } from '../migrate.js';
import {
  advance,
  CopyRefusal,
  closeLedger,
  type Mark,
  openLedger,
  refuseUnfinished,
  resetTables,
  TargetTaken,
  waiting,
} from './ledger.js';
import { insertPage, pagesOf, primaryKeyOf, type RowSource, type Sum, sumOf, sumOfEntries } from './pages.js';
import { type CopiedTable, identityOf, readSequences, type Sequences, setSequences, tablesOf } from './tables.js';

export interface Step {
  readonly doing: 'copying' | 'checking source' | 'checking target';
  readonly table: string;
  readonly done: number;
  readonly total: number;
}

export interface Watch {
  /** Stops the copy between two pages. */
  readonly signal: AbortSignal;
  readonly show: (step: Step) => void;
  readonly resumed: () => void;
}

export interface Compared {
  readonly table: string;
  readonly same: boolean;
  readonly source: Sum;
  readonly target: Sum;
}

interface Job {
  readonly from: RowSource;
  readonly target: Engine;
  readonly watch: Watch;
}

interface Counted extends CopiedTable {
  readonly total: number;
}

export async function copyStore(source: Engine, target: Engine, watch: Watch): Promise<readonly Compared[]> {
  const identity = await identityOf(source);
  if (identity === (await identityOf(target)))
    throw new CopyRefusal('The source and the target are the same database.');
  await refuseSource(source);
  await prepareTarget(target);
  return source.snapshot(async (connection) => {
    const job: Job = { from: { connection, dialect: source.dialect, signal: watch.signal }, target, watch };
    const tables = await countedTables(source, connection);
    const marks = await openLedger(target, identity, tables);
    if ([...marks.values()].some(({ state }) => state !== 'waiting')) watch.resumed();
    for (const table of tables) await copyTable(job, table, marks.get(table.name) ?? waiting);
    const sequences = await readSequences(source.name, connection);
    await setSequences(target, sequences);
    return conclude(target, [...(await compareTables(job, tables)), await compareSequences(target, sequences)]);
  });
}

async function refuseSource(source: Engine): Promise<void> {
  await refuseUnfinished(source);
  const version = await schemaVersion(source);
  if (version === 0) throw new CopyRefusal('The source has no calendar.');
  if (version === newestVersion) return;
  const remedy =
    version < newestVersion ? 'start Almanac with it once to migrate it' : 'install a newer version of Almanac';
  throw new CopyRefusal(`The source has schema version ${version}, expected ${newestVersion}: ${remedy}.`);
}

/** Never migrates an existing target, which an older version may still use. */
async function prepareTarget(target: Engine): Promise<void> {
  const version = await schemaVersion(target);
  if (version !== 0 && version !== newestVersion) {
    throw new TargetTaken(`The target has schema version ${version}, not ${newestVersion}: use an empty database.`);
  }
  await migrate(target);
}

async function countedTables({ name: engine }: Engine, connection: Connection): Promise<readonly Counted[]> {
  const counted: Counted[] = [];
  for (const table of await tablesOf(engine, connection)) {
    const [row] = await connection.all({ sql: `select count(*) from ${table.name}`, values: [] });
    counted.push({ ...table, total: Number(row?.[0]) });
  }
  return counted;
}

async function copyTable({ from, target, watch }: Job, table: Counted, begun: Mark): Promise<void> {
  const { name, total } = table;
  let mark = begun;
  const step = async (next: Mark, work: (connection: Connection) => Promise<unknown>) => {
    await target.transact(async (connection) => {
      await advance(connection, target.dialect, name, [mark, next]);
      await work(connection);
    });
    mark = next;
    watch.show({ doing: 'copying', table: name, done: mark.rows, total });
  };
  if (mark.state === 'copied') return;
  if (mark.state === 'waiting') {
    await step({ ...waiting, state: 'copying' }, (connection) =>
      connection.run({ sql: `delete from ${name}`, values: [] }),
    );
  }
  for await (const page of pagesOf(from, table, mark.last)) {
    const last = primaryKeyOf(table, page.at(-1) ?? []);
    await step({ state: 'copying', last, rows: mark.rows + page.length }, (connection) =>
      insertPage(connection, target.dialect, table, page),
    ).catch((error: unknown) => refuseMixture(target, name, error));
  }
  await step({ ...mark, state: 'copied' }, async () => undefined);
}

/** Rows of one snapshot never violate a constraint: the source was written to between two runs of the copy. */
async function refuseMixture(target: Engine, table: string, error: unknown): Promise<never> {
  if (!/^(SQLITE_CONSTRAINT|23505)/.test(codeOf(error))) throw error;
  await resetTables(target, [table]);
  throw new CopyRefusal(
    `The source has changed since a part of ${table} was copied: run the same command again to copy this table from the start.`,
  );
}

async function compareTables({ from, target, watch }: Job, tables: readonly Counted[]): Promise<readonly Compared[]> {
  const compared: Compared[] = [];
  const to: RowSource = { ...from, connection: target.readConnection, dialect: target.dialect };
  for (const table of tables) {
    const sum = (doing: Step['doing'], rows: RowSource) =>
      sumOf(rows, table, (done) => watch.show({ doing, table: table.name, done, total: table.total }));
    compared.push(comparison(table.name, await sum('checking source', from), await sum('checking target', to)));
  }
  return compared;
}

const compareSequences = async ({ name, readConnection }: Engine, expected: Sequences): Promise<Compared> =>
  comparison('sequences', sumOfEntries(expected), sumOfEntries(await readSequences(name, readConnection)));

const comparison = (table: string, source: Sum, target: Sum): Compared => ({
  table,
  same: source.rows === target.rows && source.checksum === target.checksum,
  source,
  target,
});

async function conclude(target: Engine, compared: readonly Compared[]): Promise<readonly Compared[]> {
  const differing = compared.filter(({ same }) => !same).map(({ table }) => table);
  await (differing.length ? resetTables(target, differing) : closeLedger(target));
  return compared;
}
