// The password of an old site: from a file or the environment, never from the arguments, which other users of the machine can
// read.
import { readFileSync } from 'node:fs';
import { CommandError, exitCodes } from './command-error.js';
import type { Terminal } from './terminal.js';

export const importPasswordVariable = 'ALMANAC_IMPORT_PASSWORD';

export interface Credentials {
  readonly user?: string;
  readonly passwordFile?: string;
}

/** Empty without a user. */
export function readCredentials(
  { environment }: Terminal,
  { user, passwordFile }: Credentials,
): { readonly user?: string; readonly password?: string } {
  if (user === undefined) return {};
  const password = passwordFile === undefined ? environment[importPasswordVariable] : readFirstLine(passwordFile);
  if (password) return { user, password };
  const text = `Give the password of ${user} with --password-file or ${importPasswordVariable}.`;
  throw new CommandError(text, exitCodes.usage);
}

function readFirstLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/, 1)[0] ?? '';
  } catch {
    throw new CommandError(`Cannot read the password file ${file}.`, exitCodes.usage);
  }
}
