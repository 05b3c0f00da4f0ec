// `config`: the settings in effect and the source of each, with secrets masked.
import type { Command } from 'commander';
import { readConfig, type Setting, settings, variableOf } from '../config.js';
import { warnAboutSettings } from './setting-warnings.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';

const mask = '********';

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

function effective({ environment, sourceOf }: Terminal) {
  const config: Readonly<Record<string, unknown>> = readConfig(environment);
  return Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const { variable, fallback, about, secret, shown = (value: unknown) => value } = setting;
    const value = shown(config[name]);
    const source = sourceOf(variableOf(setting, environment));
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
  warnAboutSettings(terminal);
  const rows = effective(terminal);
  const lines = rows.map(({ variable, value, source, default: fallback, meaning }) => [
    variable,
    textOf(value),
    source,
    textOf(fallback),
    meaning,
  ]);
  const header = ['SETTING', 'VALUE', 'SOURCE', 'DEFAULT', 'DESCRIPTION'];
  terminal.print(json ? JSON.stringify(rows) : table([header, ...lines]));
}

export function configCommand(program: Command, terminal: Terminal): void {
  program
    .command('config')
    .description('show all settings: value, source, default and description')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nSecrets are masked.\n\nExample:\n  ALMANAC_PORT=9000 almanac config')
    .action((options: { json?: true }) => print(terminal, options));
}
