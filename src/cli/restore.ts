// `restore`: replaces the embedded database by a backup. The replaced file is renamed, not deleted.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { databaseFile } from '../app.js';
import { readConfig } from '../config.js';
import { fileFaults, replaceBy, versionOf } from '../storage/copy/backup.js';
import { newestVersion } from '../storage/migrate.js';
import { CommandError, exitCodes, requireEmbedded } from './command-error.js';
import type { Terminal } from './terminal.js';

function requireValid(backup: string): void {
  if (!existsSync(backup)) throw new CommandError(`File ${backup} not found.`);
  const faults = fileFaults(backup);
  if (faults.length) throw new CommandError(`${backup} is damaged, nothing was restored: ${faults[0]}.`);
  const version = versionOf(backup);
  if (version === undefined) throw new CommandError(`${backup} is not an Almanac backup.`);
  if (version > newestVersion) {
    throw new CommandError(`${backup} was made by a newer version of Almanac. Install that version first.`);
  }
}

async function restore(terminal: Terminal, backup: string, { yes }: { readonly yes?: true }): Promise<void> {
  const config = readConfig(terminal.environment);
  requireEmbedded(config);
  const file = databaseFile(config);
  requireValid(backup);
  if (!yes && existsSync(file)) {
    const confirmed = await terminal.confirm(`Replace ${file} by ${backup}?`);
    if (confirmed === undefined) {
      throw new CommandError('This replaces the database. Add --yes to confirm.', exitCodes.usage);
    }
    if (!confirmed) throw new CommandError('Cancelled. Nothing was changed.');
  }
  const replaced = await replaceBy(file, backup);
  if (replaced === 'in use') {
    throw new CommandError(`${file} is in use. Stop the service, then restore.`, exitCodes.unavailable);
  }
  terminal.info(`Restored ${file} from ${backup}.`);
  if (replaced.kept) terminal.info(`The previous database was saved as ${replaced.kept}.`);
}

export function restoreCommand(program: Command, terminal: Terminal): void {
  program
    .command('restore')
    .argument('<file>', 'backup made by `almanac backup`')
    .description('replace the embedded database by a backup; stop the service first')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText('after', '\nExample:\n  almanac restore almanac-2027-03-01.db')
    .action((file: string, options: { yes?: true }) => restore(terminal, file, options));
}
