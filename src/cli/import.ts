// `import`: commands that bring in records from elsewhere, one file each.
import type { Command } from 'commander';
import { importNdjsonCommand } from './import-ndjson.js';
import type { Terminal } from './terminal.js';

/** Subcommands of `import`. */
const importCommands: readonly ((parent: Command, terminal: Terminal) => void)[] = [importNdjsonCommand];

export function importCommand(almanac: Command, terminal: Terminal): void {
  if (importCommands.length === 0) return;
  const parent = almanac.command('import').description('bring in events from another calendar');
  for (const command of importCommands) command(parent, terminal);
}
