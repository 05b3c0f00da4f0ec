// `import csv`: events, venues or organizers from a CSV file.
import { type Command, Option } from 'commander';
import { csvEncodings, csvMatches, csvPaths, dateFormats } from '../facades/import-fields.js';
import { type CsvOptions, csvResources } from '../imports/csv/options.js';
import { missingColumns } from '../imports/csv/read.js';
import { openCsvFile } from '../imports/readable-file.js';
import { type ImportOptions, importFile, readTexts, withImportOptions } from './import-file.js';
import type { Terminal } from './terminal.js';

interface Options extends ImportOptions, Pick<CsvOptions, 'dateFormat' | 'encoding' | 'match' | 'images'> {
  readonly source: string;
  readonly resource?: (typeof csvPaths)[number];
  readonly map?: string;
  readonly status?: string;
  readonly timezone?: string;
}

async function importCsv(terminal: Terminal, place: string, options: Options): Promise<void> {
  const { source, resource, map, dateFormat, encoding, match, status, timezone, images } = options;
  const model = resource && csvResources[csvPaths.indexOf(resource)];
  const csv: CsvOptions = {
    defaults: { ...(status && { status }), ...(timezone && { timezone }) },
    ...(model && { resource: model }),
    ...(map !== undefined && { mapping: await readTexts(map, '{"Headline": "title"}') }),
    ...(dateFormat && { dateFormat }),
    ...(encoding && { encoding }),
    ...(match && { match }),
    ...(images && { images }),
  };
  await importFile(
    terminal,
    {
      ...{ format: 'csv', place, source, stored: { ...options } },
      open: async ({ call: { site } }, _, bytes) => {
        const opened = await openCsvFile(bytes, { ...csv, uidHost: site.uidHost });
        if (opened.head.csv?.missing.length) throw missingColumns(opened.head.csv);
        return opened;
      },
    },
    options,
  );
}

export function importCsvCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('csv')
    .argument('<place>', 'file or URL of up to 10 MiB and 50,000 rows, or - for standard input')
    .description('import events, venues or organizers from a CSV file')
    .option('--source <name>', 'name of the system that the records come from', 'csv')
    .addOption(new Option('--resource <name>', 'resource of the rows (default: detected)').choices([...csvPaths]))
    .option('--map <file>', 'JSON file with a field for each column, such as {"Headline": "title"}')
    .addOption(new Option('--date-format <format>', 'order of dates in digits').choices([...dateFormats]))
    .addOption(
      new Option('--encoding <name>', 'encoding (default: UTF-8, or by the byte order mark)').choices([
        ...csvEncodings,
      ]),
    )
    .addOption(new Option('--match <columns>', 'columns that identify a record').choices([...csvMatches]))
    .option('--status <status>', 'status of new records without one')
    .option('--timezone <name>', 'time zone of new events without one')
    .option('--images', 'fetch images from their URLs');
  withImportOptions(command)
    .addHelpText(
      'after',
      `
Columns are found by their names, such as those of \`almanac export --format csv\`. Dates that could be read in two ways are
reported with their line; choose --date-format then. Empty cells leave a field as it is.

Examples:
  almanac import csv events.csv --dry-run
  almanac import csv events.csv --source box-office --date-format DD/MM/YYYY --status draft`,
    )
    .action((place: string, options: Options) => importCsv(terminal, place, options));
}
