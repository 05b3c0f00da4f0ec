// Exit codes, and the error that carries one. Codes above 2 are those of sysexits.h.

import type { Config } from '../config.js';

export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  unavailable: 69,
  cannotCreate: 73,
  configuration: 78,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An expected failure of a command: its message is printed without a stack trace. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failure,
  ) {
    super(message);
  }
}

/** `backup` and `restore` copy a file; PostgreSQL has its own tools. */
export function requireEmbedded({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  if (databaseUrl === '') return;
  throw new CommandError(
    'This command is for the embedded database. Use pg_dump and pg_restore for PostgreSQL.',
    exitCodes.usage,
  );
}
