// Migrates a database to the newest schema: numbered steps, each in its own transaction under one lock.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../core/error.js';
import { migrationsLock } from '../core/locks.js';
import { isBundle, migrationsFolder } from '../core/shipped.js';
import { fold } from '../core/text/fold.js';
import { slugify, withSuffix } from '../core/text/slug.js';
import { type Connection, type Engine, plain } from './engine.js';
import { type Migration, statementsOf } from './migrations/migration.js';

export interface NumberedMigration {
  readonly version: number;
  readonly name: string;
  /** Read when it is needed: most starts find the newest schema. */
  readonly read: () => Promise<Migration>;
}

/** The bundle consists of scripts, which cannot import once they are compiled ahead. */
const readModule = (folder: URL, file: string) =>
  isBundle ? createRequire(folder)(`./${file}`) : import(new URL(file, folder).href);

/** The migrations of a folder in the order of their numbers. */
export function readMigrations(folder: URL): readonly NumberedMigration[] {
  const files = readdirSync(folder).filter((file) => /^\d.*\.c?[jt]s$/.test(file));
  return files.sort().map((file, index) => {
    const version = index + 1;
    const [, number, name = ''] = /^(\d{4})-([a-z\d-]+)\.c?[jt]s$/.exec(file) ?? [];
    if (Number(number) !== version) {
      throw new TypeError(
        `${file} is not migration ${version}: files are numbered 0001-name, 0002-name, … without gaps`,
      );
    }
    const read = async (): Promise<Migration> => {
      const { migration }: { migration?: Migration } = await readModule(folder, file);
      if (!migration) throw new TypeError(`${file} exports no migration`);
      return migration;
    };
    return { version, name: name.replaceAll('-', ' '), read };
  });
}

export const migrations = readMigrations(migrationsFolder);
export const newestVersion = migrations.length;

/** The database was migrated by a newer version, which this one must not write to. */
export class NewerSchema extends Error {
  constructor(found: number) {
    super(
      `The database has schema version ${found}, this version of Almanac supports ${newestVersion}: install a newer version.`,
    );
  }
}

export interface Migrated {
  /** The schema version before: 0 for an empty database. */
  readonly from: number;
  /** Names of the migrations that this process applied. */
  readonly names: readonly string[];
}

export async function migrate(engine: Engine): Promise<Migrated> {
  const locked = <Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> =>
    engine.transact(
      async (connection) => {
        await engine.lock(connection, migrationsLock);
        return work(connection);
      },
      { isUnlimited: true },
    );
  await locked((connection) =>
    connection.run(plain('create table if not exists migrations (version integer primary key, name text not null)')),
  );
  const versionIn = async (connection: Connection): Promise<number> => {
    const rows = await connection.all(plain('select coalesce(max(version), 0) from migrations'));
    const version = Number(rows[0]?.[0]);
    if (version > newestVersion) throw new NewerSchema(version);
    return version;
  };
  const from = await locked(versionIn);
  const names: string[] = [];
  for (const migration of migrations.slice(from)) {
    await untilUnlocked((lockTimeoutMs) =>
      locked(async (connection) => {
        // Another process may have applied it since.
        if ((await versionIn(connection)) >= migration.version) return;
        if (engine.name === 'postgres') await connection.run(plain(`set local lock_timeout = ${lockTimeoutMs}`));
        await apply(engine, connection, migration);
        names.push(migration.name);
      }),
    );
  }
  return { from, names };
}

/** Other nodes go on reading and writing meanwhile. While PostgreSQL waits to change a table that an open transaction uses, all later
 * queries of the table wait too: it gives up, lets them pass, and tries again, for longer each time. Queries wait for less than the five
 * seconds after which requests are refused. The last attempt has no limit. */
const lockTimeoutsMs = [300, 600, 1_200, 2_400, ...Array<number>(10).fill(4_000), 0];
const lockPauseMs = 1_000;
const lockNotAvailable = '55P03';

async function untilUnlocked(work: (lockTimeoutMs: number) => Promise<void>): Promise<void> {
  for (const lockTimeoutMs of lockTimeoutsMs) {
    try {
      return await work(lockTimeoutMs);
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable || lockTimeoutMs === 0) throw error;
      await sleep(lockPauseMs);
    }
  }
}

/** One migration in the caller's transaction. */
export async function apply(engine: Engine, connection: Connection, migration: NumberedMigration): Promise<void> {
  const { fill, ...steps } = await migration.read();
  for (const sql of statementsOf(steps, engine.name)) await connection.run(plain(sql));
  await fill?.({ ...connection, placeholder: engine.dialect.placeholder, fold, slugify, withSuffix });
  const { version, name } = migration;
  await connection.run(plain(`insert into migrations (version, name) values (${version}, '${name}')`));
}

/** 0 for an empty database. */
export async function schemaVersion(engine: Engine): Promise<number> {
  const rows = await engine.readConnection
    .all(plain('select max(version) from migrations'))
    .catch((error: { code?: string; message?: string }) => {
      if (error.code !== '42P01' && !error.message?.includes('no such table')) throw error;
      return [];
    });
  return Number(rows[0]?.[0] ?? 0);
}
