// The checks of `doctor` in order: settings, database file, schema, then the data.
import { existsSync } from 'node:fs';
import { contextOf, databaseFile, openFiles, openWithoutMigrating } from '../app.js';
import { type Config, readConfig, readSetting, type Setting, settings } from '../config.js';
import { operator } from '../core/actor.js';
import { messageOf } from '../core/error.js';
import type { Finding } from '../core/finding.js';
import type { Reader } from '../core/store.js';
import { readSettings } from '../models/settings/live.js';
import { fileFaults } from '../storage/copy/backup.js';
import { type Check, checksOf } from '../storage/maintenance.js';
import { newestVersion, schemaVersion } from '../storage/migrate.js';
import { categoryPaths } from './category-paths.js';
import { importedWebsites } from './imported-websites.js';
import { mailChecks } from './mail-checks.js';
import { mediaChecks } from './media-checks.js';
import { seriesChecks } from './series-checks.js';
import { unknownSettings } from './setting-warnings.js';
import type { Terminal } from './terminal.js';
import { treeChecks } from './tree-loops.js';

type Environment = Terminal['environment'];

function invalidSettings(environment: Environment): readonly string[] {
  return Object.values<Setting<unknown>>(settings).flatMap((setting) => {
    try {
      readSetting(setting, environment);
      return [];
    } catch (error) {
      return [messageOf(error)];
    }
  });
}

function schemaFaults(version: number): readonly string[] {
  if (version === newestVersion) return [];
  const remedy = version < newestVersion ? 'the next start migrates it' : 'install a newer version of Almanac';
  return [`schema version ${version}, expected ${newestVersion}: ${remedy}`];
}

async function runCheck({ name, faults, repair }: Check, repairs: boolean): Promise<Finding> {
  const found = await faults();
  if (found.length === 0 || !repairs || !repair) return { check: name, faults: found };
  await repair();
  return { check: name, faults: await faults(), mended: found };
}

export async function runChecks(environment: Environment, repair: boolean): Promise<readonly Finding[]> {
  const names: readonly Finding[] = [
    { check: 'settings', faults: invalidSettings(environment) },
    { check: 'variables', faults: unknownSettings(environment) },
  ];
  const data = environment[settings.data.variable] ?? settings.data.fallback;
  const embedded = !environment[settings.databaseUrl.variable];
  const first = [...names, ...(embedded ? fileFindings(databaseFile({ data })) : [])];
  if (first.some(({ check, faults }) => check !== 'variables' && faults.length)) return first;
  const config = readConfig(environment);
  return [...first, ...(await checkData(config, repair))];
}

function fileFindings(file: string): readonly Finding[] {
  const faults = existsSync(file) ? fileFaults(file) : [`${file} does not exist yet: \`almanac serve\` creates it`];
  return [{ check: 'database', faults }];
}

async function lacksPublicUrl(config: Config, store: Reader): Promise<boolean> {
  const settings = await readSettings(store, config.locked);
  return settings?.mail.isOn === true && settings.publicUrl === '';
}

async function checkData(config: Config, repair: boolean): Promise<readonly Finding[]> {
  const { engine, store, registry } = openWithoutMigrating(config);
  try {
    const faults = schemaFaults(await schemaVersion(engine));
    const findings: Finding[] = [{ check: 'schema', faults }];
    if (faults.length) return findings;
    const library = {
      store,
      files: openFiles(config),
      context: contextOf(config, store, { ...operator, via: 'doctor' }),
    };
    const checks = [
      ...checksOf(engine, registry),
      ...treeChecks(store, registry),
      categoryPaths(store),
      ...seriesChecks(store, library.context),
      importedWebsites(store, library.context),
      ...mediaChecks(library),
      ...mailChecks(store, () => lacksPublicUrl(config, store)),
    ];
    for (const check of checks) {
      findings.push(await runCheck(check, repair));
    }
    return findings;
  } finally {
    await store.close();
  }
}
