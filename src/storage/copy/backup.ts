// Backups of the embedded database: written while the service runs, restored while it does not.
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'libsql';
import { codeOf, messageOf } from '../../core/error.js';
import type { Engine } from '../engine.js';
import { newEpochSql } from '../positions/epoch.js';

const secret = 0o600;

/** Copies one snapshot with `vacuum into`. The file gets its name only when it is complete. */
export async function backUp(engine: Engine, target: string): Promise<void> {
  const whole = resolve(target);
  const part = `${whole}.part`;
  await writeCopy(part, async () => {
    await engine.readConnection.run({ sql: 'vacuum into ?', values: [part] });
  });
  renameSync(part, whole);
  sync(dirname(whole));
}

/** Creates the file with mode 0600 before it is filled, so that other users can never read it. */
async function writeCopy(part: string, fill: () => Promise<void>): Promise<void> {
  rmSync(part, { force: true });
  closeSync(openSync(part, 'wx', secret));
  chmodSync(part, secret);
  try {
    await fill();
    sync(part);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Faults found by SQLite's integrity check; empty when there are none. */
export function fileFaults(file: string): readonly string[] {
  try {
    const rows = new Database(file, { timeout: 10_000 }).prepare('pragma integrity_check(20)').raw(true).all();
    return rows
      .flat()
      .map(String)
      .filter((line) => line !== 'ok');
  } catch (error) {
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error))) throw error;
    return [messageOf(error)];
  }
}

/** The schema version of a file, or undefined when it is another kind of database. */
export function versionOf(file: string): number | undefined {
  const database = new Database(file, { timeout: 10_000 });
  const known = database.prepare("select 1 from sqlite_master where type = 'table' and name = 'migrations'").get();
  if (!known) return undefined;
  const newest = database.prepare('select coalesce(max(version), 0) from migrations').raw(true).get();
  return (Array.isArray(newest) && Number(newest[0])) || undefined;
}

export interface Replaced {
  /** Path of the replaced database, if there was one. */
  readonly kept?: string;
}

export async function replaceBy(file: string, backup: string): Promise<Replaced | 'in use'> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.restoring`;
  // Copied by SQLite, which includes a WAL beside the file.
  await writeCopy(part, async () => {
    new Database(resolve(backup), { timeout: 10_000 }).prepare('vacuum into ?').run(resolve(part));
    expirePositions(part);
  });
  const lock = existsSync(file) ? lockWhole(file) : undefined;
  if (lock === 'in use') {
    rmSync(part);
    return 'in use';
  }
  const kept = existsSync(file) ? setAside(file) : undefined;
  renameSync(part, file);
  sync(dirname(file));
  lock?.close();
  return kept ? { kept } : {};
}

/** Followers may have seen changes that the backup does not have. Backups of older versions have no positions. */
function expirePositions(file: string): void {
  const database = new Database(file);
  try {
    const known = database
      .prepare("select 1 from sqlite_master where type = 'table' and name = 'positions_meta'")
      .get();
    if (known) database.exec(newEpochSql());
  } finally {
    database.close();
  }
}

/** Takes an exclusive lock and ends the WAL. A file too damaged for that is in use by no process. */
function lockWhole(file: string): Database.Database | 'in use' | undefined {
  try {
    const database = new Database(file, { timeout: 1_000 });
    database.pragma('locking_mode = exclusive');
    database.exec('begin exclusive');
    database.exec('commit');
    database.pragma('journal_mode = delete');
    return database;
  } catch (error) {
    if (/^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))) return 'in use';
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error))) return undefined;
    throw error;
  }
}

/** Never overwrites an earlier one: the second is `.before-restore-2`. A WAL that is not empty is renamed with it. */
function setAside(file: string): string {
  const name = (number: number) => `${file}.before-restore${number === 1 ? '' : `-${number}`}`;
  let number = 1;
  while (existsSync(name(number))) number++;
  const kept = name(number);
  renameSync(file, kept);
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) renameSync(`${file}-wal`, `${kept}-wal`);
  for (const end of ['-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
  return kept;
}
