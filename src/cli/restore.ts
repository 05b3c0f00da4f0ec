// `restore`: puts a backup in the place of the store, which is kept beside it.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { databaseFile } from '../app.js';
import { readConfig } from '../config.js';
import { fileFaults, replaceBy, versionOf } from '../storage/copy/backup.js';
import { newestVersion } from '../storage/migrate.js';
import { exits, Refusal, refuseServer } from './refusal.js';
import type { Terminal } from './terminal.js';

function refuseBad(backup: string): void {
  if (!existsSync(backup)) throw new Refusal(`There is no file ${backup}.`);
  const faults = fileFaults(backup);
  if (faults.length) throw new Refusal(`${backup} is damaged, so nothing was restored: ${faults[0]}.`);
  const version = versionOf(backup);
  if (version === undefined) throw new Refusal(`${backup} is no backup of this calendar.`);
  if (version > newestVersion) throw new Refusal(`${backup} was made by a newer version of this program.`);
}

async function restore(terminal: Terminal, backup: string, { yes }: { readonly yes?: true }): Promise<void> {
  const config = readConfig(terminal.environment);
  refuseServer(config);
  const file = databaseFile(config);
  refuseBad(backup);
  if (!yes && existsSync(file)) {
    const agreed = await terminal.confirm(`Put ${backup} in the place of ${file}?`);
    if (agreed === undefined) throw new Refusal('This replaces the store: add --yes to go ahead.', exits.usage);
    if (!agreed) throw new Refusal('Nothing was changed.');
  }
  const replaced = await replaceBy(file, backup);
  if (replaced === 'in use') {
    throw new Refusal(`${file} is in use: stop the service first, then restore.`, exits.unavailable);
  }
  terminal.say(`Restored ${file} from ${backup}.`);
  if (replaced.kept) terminal.say(`What it replaced is kept as ${replaced.kept}.`);
}

export function restoreCommand(program: Command, terminal: Terminal): void {
  program
    .command('restore')
    .argument('<file>', 'backup made by `almanac backup`')
    .description('replace the embedded database by a backup, while the service is stopped')
    .option('--yes', 'do not ask')
    .addHelpText('after', '\nExample:\n  almanac restore almanac-2027-03-01.db')
    .action((file: string, options: { yes?: true }) => restore(terminal, file, options));
}
