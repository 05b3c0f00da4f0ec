// Maps an error to an exit code and one line of text. Only unexpected errors show their stack trace.
import { CommanderError } from 'commander';
import { AccountError } from '../auth/accounts.js';
import { ConfigError } from '../config.js';
import { Problem } from '../core/problem.js';
import { CopyRefusal, TargetTaken } from '../storage/copy/ledger.js';
import { NewerSchema } from '../storage/migrate.js';
import { CommandError, type ExitCode, exitCodes } from './command-error.js';

export interface Failure {
  readonly exitCode: number;
  /** Absent when the message has been printed already. */
  readonly message?: string;
}

interface SystemError extends Error {
  readonly code?: string;
  readonly path?: string;
  readonly address?: string;
  readonly port?: number;
}

type MessageOf = (error: SystemError) => string;
type Entry = readonly [ExitCode, MessageOf];

const cannotListen =
  (reason: string): MessageOf =>
  ({ address, port }) =>
    `Cannot listen on ${address}:${port}: ${reason}. Choose another address with --host and --port (ALMANAC_HOST, ALMANAC_PORT).`;
const portInUse: MessageOf = ({ address, port }) =>
  `Port ${port} on ${address} is already in use. Stop the program that uses it, or choose another port: almanac serve --port ${Number(port) === 65_535 ? 8_080 : Number(port) + 1} (or ALMANAC_PORT).`;
const cannotWrite =
  (reason: string): MessageOf =>
  ({ path }) =>
    `Cannot write ${path ?? 'the file'}: ${reason}.`;
const damaged: Entry = [exitCodes.failure, () => 'The database is damaged. Run `almanac doctor`, or restore a backup.'];
const rejected: Entry = [exitCodes.unavailable, ({ message }) => `PostgreSQL rejected the connection: ${message}.`];
const locked: Entry = [
  exitCodes.unavailable,
  () => 'The database is locked by another program. Try again in a moment.',
];

/** Keys are error codes of Node.js, of SQLite and of PostgreSQL (SQLSTATE). */
const messagesByErrorCode: Readonly<Record<string, Entry>> = {
  EADDRINUSE: [exitCodes.unavailable, portInUse],
  EADDRNOTAVAIL: [exitCodes.unavailable, cannotListen('this machine does not have that address')],
  ENOTFOUND: [
    exitCodes.unavailable,
    ({ message }) => `Cannot listen: ${message}. Choose another --host (ALMANAC_HOST).`,
  ],
  ENOENT: [exitCodes.cannotCreate, cannotWrite('the folder does not exist')],
  EISDIR: [exitCodes.cannotCreate, cannotWrite('it is a folder')],
  ENOTDIR: [exitCodes.cannotCreate, cannotWrite('part of its path is not a folder')],
  EEXIST: [exitCodes.cannotCreate, cannotWrite('a file with that name already exists')],
  ENOSPC: [exitCodes.cannotCreate, cannotWrite('the disk is full')],
  EROFS: [exitCodes.cannotCreate, cannotWrite('the disk is read-only')],
  SQLITE_CANTOPEN: [exitCodes.cannotCreate, ({ message }) => `Cannot open the database: ${message}.`],
  SQLITE_READONLY: [exitCodes.cannotCreate, () => 'The database is read-only.'],
  SQLITE_FULL: [exitCodes.cannotCreate, () => 'The disk is full.'],
  SQLITE_BUSY: locked,
  SQLITE_LOCKED: locked,
  SQLITE_NOTADB: damaged,
  SQLITE_CORRUPT: damaged,
  '28000': rejected,
  '28P01': rejected,
  '3D000': rejected,
  '42501': rejected,
};

function entryOf(error: SystemError): Entry | undefined {
  if (error.code === 'EACCES' || error.code === 'EPERM') {
    return error.port === undefined
      ? [exitCodes.cannotCreate, cannotWrite('permission denied')]
      : [exitCodes.unavailable, cannotListen('permission denied')];
  }
  // The driver sets no code when it cannot open the file at all.
  if (error.message.startsWith('ConnectionFailed')) {
    return [
      exitCodes.cannotCreate,
      () => 'Cannot open the database file. Check that the data folder (--data, ALMANAC_DATA) is writable.',
    ];
  }
  const code = error.code ?? '';
  // Extended SQLite codes, such as SQLITE_READONLY_DIRECTORY, begin with the primary code.
  return messagesByErrorCode[code] ?? messagesByErrorCode[code.split('_').slice(0, 2).join('_')];
}

export function failureOf(error: unknown): Failure {
  // Commander has printed its message itself.
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? exitCodes.ok : exitCodes.usage };
  if (error instanceof CommandError) return { exitCode: error.exitCode, message: error.message };
  if (error instanceof ConfigError) return { exitCode: exitCodes.configuration, message: error.message };
  if (error instanceof TargetTaken) return { exitCode: exitCodes.cannotCreate, message: error.message };
  if (error instanceof CopyRefusal) return { exitCode: exitCodes.failure, message: error.message };
  if (error instanceof Problem && error.problem === 'overloaded') {
    return {
      exitCode: exitCodes.unavailable,
      message: 'Cannot reach the database. Check ALMANAC_DATABASE_URL and that PostgreSQL is running.',
    };
  }
  if (error instanceof Problem && error.problem === 'disk-failure') {
    return { exitCode: exitCodes.cannotCreate, message: 'The disk is full or not writable.' };
  }
  if (error instanceof AccountError || error instanceof Problem || error instanceof NewerSchema) {
    return { exitCode: exitCodes.failure, message: error.message };
  }
  if (!(error instanceof Error)) return { exitCode: exitCodes.failure, message: String(error) };
  const entry = entryOf(error);
  return entry
    ? { exitCode: entry[0], message: entry[1](error) }
    : { exitCode: exitCodes.failure, message: `Unexpected error: ${error.stack ?? error.message}` };
}
