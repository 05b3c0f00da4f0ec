// Upgrades a store of an earlier version in place and from a backup, and compares every value.
import { openDatabase } from '../../src/app.js';
import { runChecks } from '../../src/cli/doctor-checks.js';
import { readConfig } from '../../src/config.js';
import { plain } from '../../src/storage/engine.js';
import { apply, type Migrated, migrations } from '../../src/storage/migrate.js';
import { compareSnapshots } from './compare.js';
import { fillEverything } from './generated.js';
import { openPlace, type Place } from './place.js';
import { readSnapshot, type Snapshot } from './snapshot.js';

export async function snapshotOf(place: Place): Promise<Snapshot> {
  const engine = openPlace(place);
  try {
    return await readSnapshot(engine);
  } finally {
    await engine.close();
  }
}

/** The migrations after one version, up to another. */
export async function migrateTo(place: Place, from: number, to: number): Promise<void> {
  const engine = openPlace(place);
  try {
    await engine.transact(async (connection) => {
      const sql = 'create table if not exists migrations (version integer primary key, name text not null)';
      await connection.run(plain(sql));
      for (const migration of migrations.slice(from, to)) await apply(engine, connection, migration);
    });
  } finally {
    await engine.close();
  }
}

export async function generate(place: Place, version: number): Promise<void> {
  await migrateTo(place, 0, version);
  const engine = openPlace(place);
  try {
    await fillEverything(engine);
  } finally {
    await engine.close();
  }
}

export interface Sums {
  stores: number;
  rows: number;
  values: number;
}

interface Upgrade {
  readonly version: number;
  /** Generated values make no sense to `doctor`, which then looks at the database and the schema only. */
  readonly isGenerated: boolean;
  readonly isCopy: boolean;
}

const basicChecks = ['settings', 'variables', 'database', 'schema'];

export async function doctorFaults({ settings }: Place, checks?: readonly string[]): Promise<readonly string[]> {
  const findings = await runChecks(settings, false);
  return findings
    .filter(({ check }) => checks?.includes(check) ?? true)
    .flatMap(({ check, faults }) => faults.map((fault) => `doctor: ${check}: ${fault}`));
}

/** Faults of the upgrade of a store whose values are known. */
export async function upgrade(place: Place, before: Snapshot, how: Upgrade, sums: Sums): Promise<readonly string[]> {
  let migrated: Migrated | undefined;
  const store = await openDatabase(readConfig(place.settings), undefined, (done) => {
    migrated = done;
  });
  await store.close();
  const { faults, rows, values } = compareSnapshots(before, await snapshotOf(place), how.version, how.isCopy);
  sums.stores++;
  sums.rows += rows;
  sums.values += values;
  return [
    ...(migrated?.from === how.version ? [] : [`upgraded from ${migrated?.from}`]),
    ...faults,
    ...(await doctorFaults(place, how.isGenerated ? basicChecks : undefined)),
  ];
}
