// The sources of settings: flags, then the environment, then `.env` in the working directory, then the default.
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError, type Variables } from '../config.js';
import { codeOf, messageOf } from '../core/error.js';

export type Values = Variables;
export type Source = 'default' | 'environment' | '.env' | 'flag';

export interface Environment {
  /** All sources merged, as `readConfig` takes them. */
  readonly values: Values;
  readonly sourceOf: (variable: string) => Source;
  /** Variables from `.env`; a worker gets them from its parent process, not from the file. */
  readonly fromFile: Readonly<Record<string, string>>;
  /** Sets a value given on the command line. */
  readonly setFlag: (variable: string, value: string) => void;
}

/** Takes only ALMANAC_ variables, because other programs use the same file. */
export function readEnvFile(path: string): Readonly<Record<string, string>> {
  try {
    const entries = Object.entries(parseEnv(readFileSync(path, 'utf8')));
    return Object.fromEntries(
      entries.flatMap(([name, value]) => (name.startsWith('ALMANAC_') && value !== undefined ? [[name, value]] : [])),
    );
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {};
    throw new ConfigError(`Cannot read the settings in ${path}: ${messageOf(error)}.`);
  }
}

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
