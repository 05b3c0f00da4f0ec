// Where settings come from: flags win over the environment, which wins over `.env` of the working directory.
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from '../config.js';
import { codeOf, messageOf } from '../core/error.js';

export type Values = Readonly<Record<string, string | undefined>>;
export type Source = 'default' | 'environment' | '.env' | 'flag';

export interface Environment {
  /** All sources together, as `readConfig` takes them. */
  readonly values: Values;
  readonly sourceOf: (variable: string) => Source;
  /** Variables that come from `.env`; a worker gets them from its parent, not from the file. */
  readonly fromFile: Readonly<Record<string, string>>;
  /** A value that was given on the command line. */
  readonly setFlag: (variable: string, value: string) => void;
}

/** Other programs keep their variables in the same file, so only ours are taken. */
export function readEnvFile(path: string): Readonly<Record<string, string>> {
  try {
    const entries = Object.entries(parseEnv(readFileSync(path, 'utf8')));
    return Object.fromEntries(
      entries.flatMap(([name, value]) => (isOurs(name) && value !== undefined ? [[name, value]] : [])),
    );
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {};
    throw new ConfigError(`Cannot read the settings in ${path}: ${messageOf(error)}.`);
  }
}

const isOurs = (name: string): boolean => name.startsWith('ALMANAC_');

export function openEnvironment(real: Values, file: Readonly<Record<string, string>>): Environment {
  const fromFile = Object.fromEntries(Object.entries(file).filter(([name]) => real[name] === undefined));
  const values: Record<string, string | undefined> = { ...fromFile };
  for (const [name, value] of Object.entries(real)) if (value !== undefined) values[name] = value;
  const flags = new Set<string>();
  return {
    values,
    fromFile,
    sourceOf: (variable) => {
      if (flags.has(variable)) return 'flag';
      if (real[variable] !== undefined) return 'environment';
      return variable in fromFile ? '.env' : 'default';
    },
    setFlag: (variable, value) => {
      flags.add(variable);
      values[variable] = value;
    },
  };
}
