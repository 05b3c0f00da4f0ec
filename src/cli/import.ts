// `import`: recognizes the format of a file or URL, and has a command for each format.
import type { Command } from 'commander';
import { CommandError, exitCodes } from './command-error.js';
import { importCsvCommand } from './import-csv.js';
import { importFormatOf } from './import-format.js';
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

const footer = `
\`almanac import <file or URL>\` recognizes what it is given: a CSV or iCalendar file, lines of JSON or an archive of
\`almanac export --all\`, or the address of a site of The Events Calendar. It takes the options of that command, after the
file or URL.

Examples:
  almanac import events.csv --dry-run
  almanac import https://town.example/calendar.ics --source town
  almanac import https://old.example --every 5m
  almanac import calendar.tar`;

export function importCommand(almanac: Command, terminal: Terminal): void {
  const parent = almanac
    .command('import')
    .usage('<file or URL> [options]\n       almanac import <command> [options]')
    .description('bring in events from another calendar')
    .addHelpText('after', footer);
  for (const command of importCommands) command(parent, terminal);
  parent
    .command('recognize', { isDefault: true, hidden: true })
    .argument('[place]')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async (place: string | undefined, _, { args }: Command) => {
      if (place === undefined) return parent.help({ error: true });
      if (/^-./.test(place)) throw new CommandError('Give the file or URL before the options.', exitCodes.usage);
      const format = await importFormatOf(place, args.includes('--allow-private'));
      await parent.commands.find((command) => command.name() === format)?.parseAsync(args, { from: 'user' });
    });
}
