// What an error means to the shell: an exit code and one clear line. Only the unexpected shows its stack.
import { CommanderError } from 'commander';
import { AccountError } from '../auth/accounts.js';
import { ConfigError } from '../config.js';
import { Problem } from '../core/problem.js';
import { CopyRefusal, TargetTaken } from '../storage/copy/ledger.js';
import { NewerSchema } from '../storage/migrate.js';
import { type Exit, exits, Refusal } from './refusal.js';

export interface Outcome {
  readonly exit: number;
  /** Absent when everything has been said already. */
  readonly message?: string;
}

interface SystemError extends Error {
  readonly code?: string;
  readonly path?: string;
  readonly address?: string;
  readonly port?: number;
}

type Telling = readonly [Exit, (error: SystemError) => string];

const cannotListen =
  (why: string): Telling[1] =>
  ({ address, port }) =>
    `Cannot listen on ${address}:${port}: ${why}. Choose another address with --host and --port (ALMANAC_HOST, ALMANAC_PORT).`;
const portInUse: Telling[1] = ({ address, port }) =>
  `Port ${port} on ${address} is already in use. Stop the program that uses it, or choose another port: almanac serve --port ${Number(port) === 65_535 ? 8_080 : Number(port) + 1} (or ALMANAC_PORT).`;
const cannotWrite =
  (why: string): Telling[1] =>
  ({ path }) =>
    `Cannot write ${path ?? 'there'}: ${why}.`;
const damaged: Telling = [exits.failure, () => 'The database is damaged: run `almanac doctor`, or restore a backup.'];
const refused: Telling = [exits.unavailable, ({ message }) => `PostgreSQL refuses: ${message}.`];
const locked: Telling = [exits.unavailable, () => 'Another program has kept the database busy: try again in a moment.'];

const tellings: Readonly<Record<string, Telling>> = {
  EADDRINUSE: [exits.unavailable, portInUse],
  EADDRNOTAVAIL: [exits.unavailable, cannotListen('this machine has no such address')],
  ENOTFOUND: [exits.unavailable, ({ message }) => `Cannot listen: ${message}. Choose another --host (ALMANAC_HOST).`],
  ENOENT: [exits.cannotCreate, cannotWrite('there is no such folder')],
  EISDIR: [exits.cannotCreate, cannotWrite('it is a folder')],
  ENOTDIR: [exits.cannotCreate, cannotWrite('part of its path is no folder')],
  EEXIST: [exits.cannotCreate, cannotWrite('something of that name is there')],
  ENOSPC: [exits.cannotCreate, cannotWrite('the disk is full')],
  EROFS: [exits.cannotCreate, cannotWrite('the disk is read-only')],
  SQLITE_CANTOPEN: [exits.cannotCreate, ({ message }) => `Cannot open the database: ${message}.`],
  SQLITE_READONLY: [exits.cannotCreate, () => 'The database is read-only.'],
  SQLITE_FULL: [exits.cannotCreate, () => 'The disk is full.'],
  SQLITE_BUSY: locked,
  SQLITE_LOCKED: locked,
  SQLITE_NOTADB: damaged,
  SQLITE_CORRUPT: damaged,
  '28000': refused,
  '28P01': refused,
  '3D000': refused,
  '42501': refused,
};

/** No right to a port is told otherwise than no right to a file. */
const forbidden: Telling['1'] = (error) =>
  (error.port === undefined ? cannotWrite : cannotListen)('permission denied')(error);

function tellingOf(error: SystemError): Telling | undefined {
  if (error.code === 'EACCES' || error.code === 'EPERM') {
    return [error.port === undefined ? exits.cannotCreate : exits.unavailable, forbidden];
  }
  // The driver gives no code when not even the file can be opened.
  if (error.message.startsWith('ConnectionFailed')) {
    return [
      exits.cannotCreate,
      () => 'Cannot open the database file: check that the data folder (--data, ALMANAC_DATA) is writable.',
    ];
  }
  const code = error.code ?? '';
  // Extended codes of the driver, such as SQLITE_READONLY_DIRECTORY, begin with the plain one.
  return tellings[code] ?? tellings[code.split('_').slice(0, 2).join('_')];
}

export function outcomeOf(error: unknown): Outcome {
  if (error instanceof CommanderError) return { exit: error.exitCode === 0 ? exits.ok : exits.usage };
  if (error instanceof Refusal) return { exit: error.exit, message: error.message };
  if (error instanceof ConfigError) return { exit: exits.configuration, message: error.message };
  if (error instanceof TargetTaken) return { exit: exits.cannotCreate, message: error.message };
  if (error instanceof CopyRefusal) return { exit: exits.failure, message: error.message };
  if (error instanceof Problem && error.problem === 'overloaded') {
    return {
      exit: exits.unavailable,
      message: 'The database does not answer: check ALMANAC_DATABASE_URL and that it runs.',
    };
  }
  if (error instanceof Problem && error.problem === 'disk-failure') {
    return { exit: exits.cannotCreate, message: 'The disk is full or cannot be written to.' };
  }
  if (error instanceof AccountError || error instanceof Problem || error instanceof NewerSchema) {
    return { exit: exits.failure, message: error.message };
  }
  if (!(error instanceof Error)) return { exit: exits.failure, message: String(error) };
  const telling = tellingOf(error);
  return telling
    ? { exit: telling[0], message: telling[1](error) }
    : { exit: exits.failure, message: `Unexpected: ${error.stack ?? error.message}` };
}
