// Exit codes, and the refusal that carries one. The codes beyond 2 are those of sysexits.h.

import type { Config } from '../config.js';

export const exits = {
  ok: 0,
  failure: 1,
  usage: 2,
  unavailable: 69,
  cannotCreate: 73,
  configuration: 78,
  interrupted: 130,
} as const;
export type Exit = (typeof exits)[keyof typeof exits];

/** What the person at the keyboard should know, told as it is. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly exit: number = exits.failure,
  ) {
    super(message);
  }
}

/** A database server has tools of its own for its files. */
export function refuseServer({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  if (databaseUrl === '') return;
  throw new Refusal(
    'This is for the embedded store: a PostgreSQL database is backed up with pg_dump and restored with pg_restore.',
    exits.usage,
  );
}
