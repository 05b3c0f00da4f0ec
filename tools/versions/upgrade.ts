// Upgrades a store of an earlier version in place and from a backup, and compares every value.
import { databaseFile, openDatabase } from '../../src/app.js';
import { runChecks } from '../../src/cli/doctor-checks.js';
import { readConfig } from '../../src/config.js';
import { fileFaults } from '../../src/storage/copy/backup.js';
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
  /** Generated values make no sense to `doctor`: only the file is checked. */
  readonly isGenerated: boolean;
  readonly isCopy: boolean;
}

export async function doctorFaults({ settings }: Place): Promise<readonly string[]> {
  const findings = await runChecks(settings, false);
  return findings.flatMap(({ check, faults }) => faults.map((fault) => `doctor: ${check}: ${fault}`));
}

const damages = ({ settings }: Place): readonly string[] =>
  settings.ALMANAC_DATABASE_URL ? [] : fileFaults(databaseFile(readConfig(settings)));

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
    ...(how.isGenerated ? damages(place) : await doctorFaults(place)),
  ];
}
