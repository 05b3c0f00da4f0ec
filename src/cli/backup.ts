// `backup`: copies the embedded database into one file, also while the service runs.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { databaseFile, now, openWithoutMigrating } from '../app.js';
import { readConfig } from '../config.js';
import { messageOf } from '../core/error.js';
import { lastBackupName, type Store } from '../core/store.js';
import { backUp } from '../storage/copy/backup.js';
import { newestVersion, schemaVersion } from '../storage/migrate.js';
import { CommandError, exitCodes, requireEmbedded } from './command-error.js';
import type { Terminal } from './terminal.js';

async function backup({ environment, info }: Terminal, target: string): Promise<void> {
  const config = readConfig(environment);
  requireEmbedded(config);
  const file = databaseFile(config);
  if (!existsSync(file)) throw new CommandError(`Nothing to back up: ${file} does not exist.`);
  if (existsSync(target)) {
    throw new CommandError(`${target} already exists. Choose another name.`, exitCodes.cannotCreate);
  }
  const { engine, store } = openWithoutMigrating(config);
  try {
    await backUp(engine, target);
    info(`Backed up ${file} to ${target}.`);
    // Written only to a database of this version: another one may not have the table, or give it another meaning.
    if ((await schemaVersion(engine)) !== newestVersion) return;
    await recordTime(store).catch((error: unknown) =>
      info(`Warning: the time of the backup was not recorded: ${messageOf(error)}`),
    );
  } finally {
    await engine.close();
  }
}

/** For the dashboard. The backup is complete without it, for example on a full disk. */
const recordTime = (store: Store): Promise<void> => store.transact((writer) => writer.setMeta(lastBackupName, now()));

export function backupCommand(program: Command, terminal: Terminal): void {
  program
    .command('backup')
    .argument('<file>', 'file to write; must not exist yet')
    .description('back up the embedded database, also while the service runs')
    .addHelpText('after', '\nExample:\n  almanac backup "almanac-$(date +%F).db"')
    .action((file: string) => backup(terminal, file));
}
