// `import ical`: events from an iCalendar file, a URL or standard input.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { statuses } from '../core/status.js';
import { siteOptions } from '../imports/ical/read.js';
import { similarIn } from '../imports/ical/similar.js';
import { openIcalFile } from '../imports/readable-file.js';
import { type ImportOptions, importFile, readTexts, withImportOptions } from './import-file.js';
import { readId } from './numbers.js';
import type { Terminal } from './terminal.js';

interface Options extends ImportOptions {
  readonly source?: string;
  readonly status?: string;
  readonly category?: readonly string[];
  readonly categories?: string;
  readonly venue?: number;
}

async function importIcal(terminal: Terminal, place: string, options: Options): Promise<void> {
  const { source, status, category = [], categories, venue } = options;
  const categoryNames =
    categories === undefined ? {} : await readTexts(categories, '{"Konzert": "Music", "Internal": ""}');
  const stored = { ...(status && { status }), categories: category, categoryNames, ...(venue && { venue }) };
  await importFile(
    terminal,
    {
      ...{ format: 'ical', place, source, stored },
      open: ({ call }, store, bytes, from) =>
        openIcalFile(bytes, { ...siteOptions(call), ...stored }, { findSimilar: similarIn(store, from) }),
    },
    options,
  );
}

const readSource = (text: string): string => {
  if (/^[a-z0-9._:/-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError('Use up to 64 lowercase letters, digits and any of . _ : / - only.');
};

const collect = (name: string, others: readonly string[] = []): readonly string[] => [...others, name];

export function importIcalCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('ical')
    .argument('<place>', 'file or URL of up to 10 MB, or - for standard input')
    .description('import events from an iCalendar file')
    .option('--source <name>', 'name of the system that the events come from (default: by file or host)', readSource)
    .addOption(
      new Option('--status <status>', 'status of new events').choices(statuses.filter((one) => one !== 'trash')),
    )
    .option('--category <name>', 'category of all events; may be repeated', collect)
    .option('--categories <file>', 'JSON file with the names of categories here by those in the calendar')
    .option('--venue <id>', 'venue of events without a location', readId);
  withImportOptions(command)
    .addHelpText(
      'after',
      `
An event is recognized by its UID: importing a calendar again updates what changed. The report names what could not be read,
with its line. The exit code is 3 if there are warnings.

Examples:
  almanac import ical events.ics --dry-run
  almanac import ical https://town.example/calendar.ics --source town --status draft --category Town`,
    )
    .action((place: string, options: Options) => importIcal(terminal, place, options));
}
