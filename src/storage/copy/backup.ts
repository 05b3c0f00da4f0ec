// Backups of the embedded store: one file written beside a running service, and put back while none runs.
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

const secret = 0o600;

/** Reads one moment of the database whatever is written meanwhile. The name appears only once the file is whole. */
export async function backUp(engine: Engine, target: string): Promise<void> {
  const whole = resolve(target);
  const part = `${whole}.part`;
  await writeCopy(part, async () => {
    await engine.reading.run({ sql: 'vacuum into ?', values: [part] });
  });
  renameSync(part, whole);
  settle(dirname(whole));
}

/** An empty file is filled by the copy, so it is never readable by others, not even while it grows. */
async function writeCopy(part: string, fill: () => Promise<void>): Promise<void> {
  rmSync(part, { force: true });
  closeSync(openSync(part, 'wx', secret));
  chmodSync(part, secret);
  try {
    await fill();
    settle(part);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function settle(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** What is wrong inside a database file; empty when it is sound. */
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
  /** Where the replaced database is kept, if there was one. */
  readonly kept?: string;
}

export async function replaceBy(file: string, backup: string): Promise<Replaced | 'in use'> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.restoring`;
  // Copied by the engine, which also takes in what a write-ahead log beside the file still holds.
  await writeCopy(part, async () => {
    new Database(resolve(backup), { timeout: 10_000 }).prepare('vacuum into ?').run(resolve(part));
  });
  const lock = existsSync(file) ? lockWhole(file) : undefined;
  if (lock === 'in use') {
    rmSync(part);
    return 'in use';
  }
  const kept = existsSync(file) ? setAside(file) : undefined;
  renameSync(part, file);
  settle(dirname(file));
  lock?.close();
  return kept ? { kept } : {};
}

/** Locks out every other connection and ends the write-ahead log. A file too damaged for that serves nobody. */
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

/** Earlier ones are not overwritten: the second is `.before-restore-2`. A log goes along unless it is empty. */
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
