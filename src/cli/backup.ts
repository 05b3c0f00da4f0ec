// `backup`: copies the whole store into one file, also while the service runs.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { databaseFile, openUntouched } from '../app.js';
import { readConfig } from '../config.js';
import { backUp } from '../storage/copy/backup.js';
import { exits, Refusal, refuseServer } from './refusal.js';
import type { Terminal } from './terminal.js';

async function backup({ environment, say }: Terminal, target: string): Promise<void> {
  const config = readConfig(environment);
  refuseServer(config);
  const file = databaseFile(config);
  if (!existsSync(file)) throw new Refusal(`There is no database ${file} to back up.`);
  if (existsSync(target)) throw new Refusal(`${target} is there already: choose another name.`, exits.cannotCreate);
  const { engine } = openUntouched(config);
  try {
    await backUp(engine, target);
  } finally {
    await engine.close();
  }
  say(`Backed up ${file} to ${target}.`);
}

export function backupCommand(program: Command, terminal: Terminal): void {
  program
    .command('backup')
    .argument('<file>', 'where to write the backup; must not exist yet')
    .description('copy the embedded database into a new file, also while the service runs')
    .addHelpText('after', '\nExample:\n  almanac backup "almanac-$(date +%F).db"')
    .action((file: string) => backup(terminal, file));
}
