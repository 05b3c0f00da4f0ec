// `config`: the settings in effect and where each comes from, with secrets masked.
import type { Command } from 'commander';
import { readConfig, type Setting, settings } from '../config.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';

const mask = '********';

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

function effective({ environment, sourceOf }: Terminal) {
  const config: Readonly<Record<string, unknown>> = readConfig(environment);
  return Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const { variable, fallback, about, secret, shown = (value: unknown) => value } = setting;
    const value = shown(config[name]);
    const source = sourceOf(variable);
    return {
      variable,
      value: secret && !isEmpty(value) ? mask : value,
      default: fallback,
      set: source !== 'default',
      source,
      meaning: about,
    };
  });
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return isEmpty(value) ? '-' : String(value);
}

function print(terminal: Terminal, { json }: { readonly json?: true }): void {
  const rows = effective(terminal);
  const lines = rows.map(({ variable, value, source, default: fallback, meaning }) => [
    variable,
    textOf(value),
    source,
    textOf(fallback),
    meaning,
  ]);
  terminal.print(json ? JSON.stringify(rows) : table([['VARIABLE', 'VALUE', 'FROM', 'DEFAULT', 'MEANING'], ...lines]));
}

export function configCommand(program: Command, terminal: Terminal): void {
  program
    .command('config')
    .description('show every setting: its value, where it comes from, its default and its meaning')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nSecrets are masked.\n\nExample:\n  ALMANAC_PORT=9000 almanac config')
    .action((options: { json?: true }) => print(terminal, options));
}
