// `config`: the settings as they count, with secrets masked.
import type { Command } from 'commander';
import { readConfig, settings } from '../config.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';

const mask = '********';

function effective(environment: Terminal['environment']) {
  const config: Readonly<Record<string, unknown>> = readConfig(environment);
  return Object.entries(settings).map(([name, { variable, fallback, about, secret }]) => {
    const value = config[name];
    return {
      variable,
      value: secret && value !== '' ? mask : value,
      default: fallback,
      set: environment[variable] !== undefined,
      meaning: about,
    };
  });
}

const shown = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : Array.isArray(value) ? value.join(',') : String(value);

function print(terminal: Terminal, { json }: { readonly json?: true }): void {
  const rows = effective(terminal.environment);
  const lines = rows.map(({ variable, value, set, default: fallback, meaning }) => [
    variable,
    shown(value) || '-',
    set ? `default: ${fallback || '-'}` : 'default',
    meaning,
  ]);
  terminal.print(json ? JSON.stringify(rows) : table([['VARIABLE', 'VALUE', 'SET', 'MEANING'], ...lines]));
}

export function configCommand(program: Command, terminal: Terminal): void {
  program
    .command('config')
    .description('shows every setting, its value and its meaning; secrets are masked')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  ALMANAC_PORT=9000 almanac config')
    .action((options: { json?: true }) => print(terminal, options));
}
