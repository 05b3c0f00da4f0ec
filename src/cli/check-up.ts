// The whole check-up, from the outside in: settings, the file, its schema, and only then what it holds.
import { existsSync } from 'node:fs';
import { contextOf, databaseFile, openFiles, openUntouched } from '../app.js';
import { type Config, readConfig, settings, unknownVariables } from '../config.js';
import { operator } from '../core/actor.js';
import { messageOf } from '../core/error.js';
import { fileFaults } from '../storage/copy/backup.js';
import { type Check, checksOf } from '../storage/maintenance.js';
import { newestVersion, schemaVersion } from '../storage/migrate.js';
import { categoryPaths } from './category-paths.js';
import { mediaChecks } from './media-checks.js';
import type { Terminal } from './terminal.js';
import { treeChecks } from './tree-loops.js';

export interface Finding {
  readonly check: string;
  readonly faults: readonly string[];
  /** What was wrong before it was mended. */
  readonly mended?: readonly string[];
}

type Environment = Terminal['environment'];

function unreadable(environment: Environment): readonly string[] {
  return Object.values(settings).flatMap(({ variable, fallback, read }) => {
    try {
      read(environment[variable] ?? fallback);
      return [];
    } catch (error) {
      return [`${variable} ${messageOf(error)}`];
    }
  });
}

function schemaFaults(version: number): readonly string[] {
  if (version === newestVersion) return [];
  const remedy = version < newestVersion ? 'the next start brings it there' : 'install a newer Almanac';
  return [`the schema has version ${version}, this program wants ${newestVersion}: ${remedy}`];
}

async function examine({ name, faults, mend }: Check, repair: boolean): Promise<Finding> {
  const found = await faults();
  if (found.length === 0 || !repair || !mend) return { check: name, faults: found };
  await mend();
  return { check: name, faults: await faults(), mended: found };
}

export async function checkUp(environment: Environment, repair: boolean): Promise<readonly Finding[]> {
  const around: readonly Finding[] = [
    { check: 'settings', faults: unreadable(environment) },
    { check: 'variables', faults: unknownVariables(environment).map((name) => `${name} is no setting`) },
  ];
  const data = environment[settings.data.variable] ?? settings.data.fallback;
  const embedded = !environment[settings.databaseUrl.variable];
  const outside = [...around, ...(embedded ? fileFindings(databaseFile({ data })) : [])];
  if (outside.some(({ check, faults }) => check !== 'variables' && faults.length)) return outside;
  const config = readConfig(environment);
  return [...outside, ...(await checkInside(config, repair))];
}

function fileFindings(file: string): readonly Finding[] {
  const faults = existsSync(file) ? fileFaults(file) : [`there is no ${file} yet: \`almanac serve\` makes it`];
  return [{ check: 'database', faults }];
}

async function checkInside(config: Config, repair: boolean): Promise<readonly Finding[]> {
  const { engine, store, registry } = openUntouched(config);
  try {
    const faults = schemaFaults(await schemaVersion(engine));
    const findings: Finding[] = [{ check: 'schema', faults }];
    if (faults.length) return findings;
    const library = { store, files: openFiles(config), context: contextOf(config, store, operator) };
    const checks = [
      ...checksOf(engine, registry),
      ...treeChecks(store, registry),
      categoryPaths(store),
      ...mediaChecks(library),
    ];
    for (const check of checks) {
      findings.push(await examine(check, repair));
    }
    return findings;
  } finally {
    await store.close();
  }
}
