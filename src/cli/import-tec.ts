// `import tec`: takes over a site of The Events Calendar, once or until the owner switches over.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { now } from '../app.js';
import { parseUrl } from '../core/text/parse-url.js';
import type { ImportRow } from '../imports/tables.js';
import {
  defaultTecOptions,
  idModes,
  imageModes,
  seriesModes,
  type TakenResource,
  type TecOptions,
  takenResources,
} from '../imports/tec/options.js';
import { CommandError, exitCodes } from './command-error.js';
import { type ImportOptions, withImportOptions } from './import-file.js';
import { type Credentials, importPasswordVariable, readCredentials } from './import-password.js';
import { refuseWarnings, reportText } from './import-report.js';
import { readEvery, type Site, withTakeover } from './import-site.js';
import { readRate, wholeNumber } from './numbers.js';
import type { Terminal } from './terminal.js';

interface Options extends Credentials, ImportOptions {
  readonly ids: TecOptions['ids'];
  readonly since?: string;
  readonly only?: readonly TakenResource[];
  readonly images: TecOptions['images'];
  readonly limit?: number;
  readonly series: TecOptions['series'];
  readonly rate: number;
  readonly concurrency: number;
  readonly author?: string;
  readonly resume: boolean;
  readonly every?: number;
}

function readSite(text: string): string {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new InvalidArgumentError('Give the address of the site, such as https://old.example.');
  return `${url.origin}${url.pathname.replace(/\/(?:$|wp-json(?![^/]).*)/s, '')}`;
}

function readDay(text: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError('It must be a day, such as 2026-01-31.');
  return text;
}

function readResources(text: string): readonly TakenResource[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !takenResources.includes(name as TakenResource));
  if (unknown !== undefined) throw new InvalidArgumentError(`${unknown} is none of ${takenResources.join(', ')}.`);
  return names as TakenResource[];
}

function tecOptionsOf(terminal: Terminal, site: string, options: Options): TecOptions {
  const { since, only, limit, ids, images, series, rate, concurrency } = options;
  return {
    ...{ site, ids, images, series, rate, concurrency },
    ...readCredentials(terminal, options),
    ...(since !== undefined && { since }),
    ...(only && { only }),
    ...(limit !== undefined && { limit }),
    allowPrivate: options.allowPrivate ?? false,
  };
}

async function importTec(terminal: Terminal, site: string, options: Options): Promise<void> {
  if (options.every !== undefined && options.dryRun)
    throw new CommandError('--every and --dry-run cannot be used together.', exitCodes.usage);
  const request: Site = {
    options: tecOptionsOf(terminal, site, options),
    resume: options.resume,
    overwrite: options.overwrite ?? false,
    isDryRun: options.dryRun ?? false,
    ...(options.author !== undefined && { author: options.author }),
  };
  const { every } = options;
  const row = await withTakeover(terminal, request, ({ takeOver, mirror }) =>
    every === undefined ? takeOver() : mirror(every),
  );
  showReport(terminal, row, options);
}

export function showReport({ print, info }: Terminal, row: ImportRow, { json, dryRun }: ImportOptions): void {
  const { id, source, state, report, started_utc, finished_utc } = row;
  if (json) print(JSON.stringify({ id, source, state, started_utc, finished_utc: finished_utc || now(), report }));
  else print(reportText(report));
  if (dryRun && !json) info('Nothing was written: this was a dry run.');
  refuseWarnings(report);
}

const footer = `
Everything that the REST API of the site returns is taken over: tags, categories, venues, organizers, images and events, with
their IDs, slugs and addresses. Without --user these are the published records; with an application password of an
administrator also drafts, private and trashed ones. The site is only read.

Run the same command again to continue after an interruption, or to take over what changed since. Records that were edited
here in the meantime are left as they are, unless --overwrite is given.

With --every the command goes on until it is stopped, and the records of the site can only be edited there until
\`almanac import finish\` is run.

At the end the numbers of records of each kind and status are compared on both sides. What differs is on the first lines of the
report.

Exit codes: 0 finished, 3 finished with warnings or with different numbers, 1 failed, 2 usage error, 130 interrupted.

Examples:
  almanac import tec https://old.example --dry-run
  almanac import tec https://old.example --user ada --password-file ./secret
  almanac import tec https://old.example --every 5m`;

export function importTecCommand(parent: Command, terminal: Terminal): void {
  const { ids, images, series, rate, concurrency } = defaultTecOptions;
  const command = parent
    .command('tec')
    .argument('<site>', 'address of the site, such as https://old.example', readSite)
    .description('take over a site of The Events Calendar')
    .option('--user <name>', 'user of the site, for records that are not public')
    .option('--password-file <file>', `file with an application password of the user (or ${importPasswordVariable})`)
    .addOption(new Option('--ids <mode>', 'keep the IDs of the site, or use new ones').choices(idModes).default(ids))
    .option('--since <day>', 'only events that start on this day or later', readDay)
    .option('--only <resources>', `only these, separated by commas: ${takenResources.join(', ')}`, readResources)
    .addOption(new Option('--images <mode>', 'fetch images, or import none').choices(imageModes).default(images))
    .option('--limit <count>', 'at most this many events, for a trial', wholeNumber(1, 10_000_000))
    .addOption(
      new Option('--series <mode>', 'recurring events: exact dates, or rules that give exactly these dates')
        .choices(seriesModes)
        .default(series),
    )
    .option('--author <name>', 'user who becomes the author of everything (default: an account for each author)')
    .option('--rate <rate>', 'requests per second or minute, such as 5/s or 30/m', readRate, rate)
    .option('--concurrency <count>', 'requests at the same time', wholeNumber(1, 32), concurrency)
    .option('--no-resume', 'start from the beginning instead of continuing an interrupted import')
    .option('--every <interval>', 'mirror the site until stopped, such as 30s, 5m or 1h', readEvery);
  withImportOptions(command)
    .addHelpText('after', footer)
    .action((site: string, options: Options) => importTec(terminal, site, options));
}
