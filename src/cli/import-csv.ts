// `import csv`: events, venues or organizers from a CSV file.
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { contextWithSettings, now } from '../app.js';
import { operator } from '../core/actor.js';
import { messageOf } from '../core/error.js';
import type { Given } from '../core/field.js';
import { Invalid } from '../core/problem.js';
import { csvEncodings, csvMatches, csvPaths, dateFormats } from '../facades/import-fields.js';
import { type CsvOptions, csvResources, maxBytes } from '../imports/csv/options.js';
import { missingColumns } from '../imports/csv/read.js';
import { openCsvFile } from '../imports/readable-file.js';
import { runImport } from '../imports/run.js';
import { fixUidHost } from '../operations/uid-host.js';
import { CommandError, exitCodes } from './command-error.js';
import { refuseWarnings, reportText } from './import-report.js';
import { progressOn } from './progress.js';
import type { Terminal } from './terminal.js';
import { withStore } from './with-store.js';

interface Options {
  readonly source: string;
  readonly resource?: (typeof csvPaths)[number];
  readonly map?: string;
  readonly dateFormat?: CsvOptions['dateFormat'];
  readonly encoding?: CsvOptions['encoding'];
  readonly match?: CsvOptions['match'];
  readonly status?: string;
  readonly timezone?: string;
  readonly images?: true;
  readonly overwrite?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

async function fileAt(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new CommandError(`${path} is larger than 10 MiB.`);
    return await readFile(path);
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${path} cannot be read: ${messageOf(error)}.`);
  }
}

async function mappingIn(path: string): Promise<Readonly<Record<string, string>>> {
  const text = (await fileAt(path)).toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string'))
      return value as Readonly<Record<string, string>>;
  } catch {
    // Reported below.
  }
  throw new CommandError(`${path} must be a JSON object with a field for each column.`, exitCodes.usage);
}

async function importCsv(terminal: Terminal, path: string, options: Options): Promise<void> {
  const { source, resource, map, dateFormat, encoding, match, status, timezone, images, overwrite, dryRun, json } =
    options;
  const bytes = await fileAt(path);
  const mapping = map === undefined ? undefined : await mappingIn(map);
  const defaults: Given = { ...(status && { status }), ...(timezone && { timezone }) };
  const model = resource && csvResources[csvPaths.indexOf(resource)];
  const report = await withStore(terminal, async (store, config) => {
    const uidHost = await fixUidHost(store, config.baseUrl);
    const csv = {
      uidHost,
      defaults,
      ...(model && { resource: model }),
      ...(mapping && { mapping }),
      ...(dateFormat && { dateFormat }),
      ...(encoding && { encoding }),
      ...(match && { match }),
      ...(images && { images }),
    };
    const progress = progressOn(terminal.screen);
    const request = {
      kind: 'csv',
      name: basename(path),
      source,
      options: { ...options },
      overwrite: overwrite === true,
      isDryRun: dryRun === true,
      now,
      onProgress: ({ label, done, total = done }: { label: string; done: number; total?: number }) =>
        progress.show({ name: label, done, total }),
    } as const;
    try {
      const { head, read } = await openCsvFile(bytes, csv);
      if (head.csv?.missing.length) throw missingColumns(head.csv);
      return await runImport(await contextWithSettings(config, store, operator, uidHost), store, request, read);
    } catch (error) {
      throw error instanceof Invalid ? new CommandError(`${path}: ${error.message}`) : error;
    } finally {
      progress.end();
    }
  });
  terminal.print(json ? JSON.stringify({ id: report.id, ...report.report }) : reportText(report.report));
  terminal.info(
    dryRun
      ? 'Dry run: nothing was saved.'
      : `Import ${report.id}. Undo it within a day: almanac import undo ${report.id}`,
  );
  refuseWarnings(report.report);
}

export function importCsvCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('csv')
    .argument('<file>', 'CSV file of up to 10 MiB and 50,000 rows')
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
    .option('--images', 'fetch images from their URLs')
    .option('--overwrite', 'also update records that someone changed here since the last import')
    .option('--dry-run', 'report what would happen, without saving anything')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `
Columns are found by their names, such as those of \`almanac export --format csv\`. Dates that could be read in two ways are
reported with their line; choose --date-format then. Empty cells leave a field as it is.

Examples:
  almanac import csv events.csv --dry-run
  almanac import csv events.csv --source box-office --date-format DD/MM/YYYY --status draft`,
    )
    .action((path: string, options: Options) => importCsv(terminal, path, options));
}
