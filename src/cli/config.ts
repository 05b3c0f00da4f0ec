// `config`: the settings in effect and the source of each, with secrets masked. Settings that the console can change come from
// the database, unless a variable sets them.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { databaseFile, openWithoutMigrating } from '../app.js';
import { type Config, readConfig, type Setting, settings, variableOf } from '../config.js';
import { is } from '../core/condition.js';
import { settingsId, settingsTable } from '../models/settings/columns.js';
import { warnAboutSettings } from './setting-warnings.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';

const mask = '********';

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

/** The stored settings; undefined without a database, or if it cannot be read. */
async function readStored(config: Config): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (config.databaseUrl === '' && !existsSync(databaseFile(config))) return undefined;
  const { engine, store } = openWithoutMigrating(config);
  try {
    const row = await store.read({ table: settingsTable, where: is('id', settingsId) });
    // A masked secret: only whether there is one counts.
    return row && { ...row, smtp_url: row.mail_host };
  } catch {
    return undefined;
  } finally {
    await engine.close();
  }
}

async function effective({ environment, sourceOf }: Terminal) {
  const config = readConfig(environment);
  const fromEnvironment: Readonly<Record<string, unknown>> = config;
  const stored = await readStored(config);
  return Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const { variable, fallback, about, secret, locks, shown = (value: unknown) => value } = setting;
    const given = sourceOf(variableOf(setting, environment));
    const isStored = locks !== undefined && given === 'default' && stored !== undefined;
    const value = isStored ? stored[locks] : shown(fromEnvironment[name]);
    const source = isStored ? 'settings' : given;
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

function settingText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return isEmpty(value) ? '-' : String(value);
}

async function print(terminal: Terminal, { json }: { readonly json?: true }): Promise<void> {
  warnAboutSettings(terminal);
  const rows = await effective(terminal);
  const lines = rows.map(({ variable, value, source, default: fallback, meaning }) => [
    variable,
    settingText(value),
    source,
    settingText(fallback),
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
    .addHelpText(
      'after',
      '\nThe source is flag, environment, .env, settings (changed in the console) or default. Secrets are masked.\n\nExample:\n  ALMANAC_PORT=9000 almanac config',
    )
    .action((options: { json?: true }) => print(terminal, options));
}
