// `backup`: copies the embedded database into one file, also while the service runs.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { databaseFile, openWithoutMigrating } from '../app.js';
import { readConfig } from '../config.js';
import { backUp } from '../storage/copy/backup.js';
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
  const { engine } = openWithoutMigrating(config);
  try {
    await backUp(engine, target);
  } finally {
    await engine.close();
  }
  info(`Backed up ${file} to ${target}.`);
}

export function backupCommand(program: Command, terminal: Terminal): void {
  program
    .command('backup')
    .argument('<file>', 'file to write; must not exist yet')
    .description('back up the embedded database, also while the service runs')
    .addHelpText('after', '\nExample:\n  almanac backup "almanac-$(date +%F).db"')
    .action((file: string) => backup(terminal, file));
}
