// `import`: commands that bring in records from elsewhere, one file each.
import type { Command } from 'commander';
import { importCsvCommand } from './import-csv.js';
import { importIcalCommand } from './import-ical.js';
import { importMirrorCommands } from './import-mirror.js';
import { importNdjsonCommand } from './import-ndjson.js';
import { importTecCommand } from './import-tec.js';
import { importsCommands } from './imports.js';
import type { Terminal } from './terminal.js';

/** Subcommands of `import`. */
const importCommands: readonly ((parent: Command, terminal: Terminal) => void)[] = [
  importTecCommand,
  importIcalCommand,
  importCsvCommand,
  importNdjsonCommand,
  importMirrorCommands,
  importsCommands,
];

export function importCommand(almanac: Command, terminal: Terminal): void {
  const parent = almanac.command('import').description('bring in events from another calendar');
  for (const command of importCommands) command(parent, terminal);
}
