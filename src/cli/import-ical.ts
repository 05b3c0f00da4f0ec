// `import ical`: events from an iCalendar file, a URL or standard input.
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { contextWithSettings, now } from '../app.js';
import { operator } from '../core/actor.js';
import { messageOf } from '../core/error.js';
import { Invalid } from '../core/problem.js';
import { statuses } from '../core/status.js';
import { parseUrl } from '../core/text/parse-url.js';
import { slugify } from '../core/text/slug.js';
import { maxCalendarBytes } from '../imports/ical/decode.js';
import { siteOptions } from '../imports/ical/read.js';
import { similarIn } from '../imports/ical/similar.js';
import { openIcalFile } from '../imports/readable-file.js';
import { runImport } from '../imports/run.js';
import { guardedRequest, Unfetchable } from '../net/fetch.js';
import { allowNamedHost } from '../net/named-host.js';
import { fixUidHost } from '../operations/uid-host.js';
import { CommandError, exitCodes } from './command-error.js';
import { refuseWarnings, reportText } from './import-report.js';
import { progressOn } from './progress.js';
import type { Terminal } from './terminal.js';
import { withStore } from './with-store.js';

interface Options {
  readonly source?: string;
  readonly status?: string;
  readonly category?: readonly string[];
  readonly categories?: string;
  readonly venue?: number;
  readonly allowPrivate?: true;
  readonly overwrite?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

interface Calendar {
  readonly bytes: Buffer;
  /** Without the secrets that a URL may have. */
  readonly name: string;
  readonly source: string;
}

const fetchSeconds = 60;
const isUrl = (text: string): boolean => /^(?:https?|webcals?):\/\//i.test(text);

async function fetchCalendar(address: string, allowPrivate: boolean): Promise<Calendar> {
  const url = parseUrl(address.replace(/^webcal(s?):/i, (_, s: string) => `http${s}:`));
  if (!url) throw new CommandError('This is not a valid URL.', exitCodes.usage);
  const request = guardedRequest(allowPrivate ? await allowNamedHost(url.href) : {});
  const headers = { accept: 'text/calendar, */*;q=0.5' };
  try {
    const { status, bytes } = await request(url.href, { maxBytes: maxCalendarBytes, seconds: fetchSeconds, headers });
    if (status !== 200) throw new CommandError(`${url.host} answered with status ${status}.`);
    return { bytes, name: `${url.origin}${url.pathname.slice(0, 20)}…`, source: slugify(url.host) };
  } catch (error) {
    throw error instanceof Unfetchable ? new CommandError(`${url.host}: ${error.message}`) : error;
  }
}

/** Stops at the limit, so that an endless input ends. */
async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > maxCalendarBytes) break;
  }
  return Buffer.concat(chunks);
}

async function readFileAt(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > maxCalendarBytes) throw new CommandError(`${path} is larger than 10 MB.`);
    return await readFile(path);
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${path} cannot be read: ${messageOf(error)}.`);
  }
}

async function readFrom(place: string, { allowPrivate = false }: { allowPrivate?: boolean }): Promise<Calendar> {
  if (place === '-') return { bytes: await readInput(), name: 'standard input', source: 'ical' };
  if (isUrl(place)) return fetchCalendar(place, allowPrivate);
  return { bytes: await readFileAt(place), name: basename(place), source: slugify(basename(place, '.ics')) || 'ical' };
}

async function readNames(path: string): Promise<Readonly<Record<string, string>>> {
  const text = (await readFileAt(path)).toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string'))
      return value as Readonly<Record<string, string>>;
  } catch {
    // Reported below.
  }
  throw new CommandError(
    `${path} must be a JSON object such as {"Konzert": "Music", "Internal": ""}.`,
    exitCodes.usage,
  );
}

async function importIcal(terminal: Terminal, place: string, options: Options): Promise<void> {
  const { status, category = [], categories, venue, overwrite, dryRun, json } = options;
  const categoryNames = categories === undefined ? {} : await readNames(categories);
  const calendar = await readFrom(place, options);
  const source = options.source ?? calendar.source.slice(0, 64);
  const row = await withStore(terminal, async (store, config) => {
    const context = await contextWithSettings(config, store, operator, await fixUidHost(store, config.baseUrl));
    const progress = progressOn(terminal.screen);
    try {
      const given = { ...(status && { status }), categories: category, categoryNames, ...(venue && { venue }) };
      const ical = { ...siteOptions(context.call), ...given };
      const { read } = await openIcalFile(calendar.bytes, ical, { findSimilar: similarIn(store, source) });
      const request = {
        kind: 'ical',
        name: calendar.name,
        source,
        options: given,
        overwrite: overwrite === true,
        isDryRun: dryRun === true,
        now,
        onProgress: ({ label, done, total = done }: { label: string; done: number; total?: number }) =>
          progress.show({ name: label, done, total }),
      } as const;
      return await runImport(context, store, request, read);
    } catch (error) {
      throw error instanceof Invalid ? new CommandError(`${calendar.name}: ${error.message}`) : error;
    } finally {
      progress.end();
    }
  });
  terminal.print(json ? JSON.stringify({ id: row.id, ...row.report }) : reportText(row.report));
  terminal.info(dryRun ? 'Dry run: nothing was saved.' : `Import ${row.id} from the source ${source}.`);
  refuseWarnings(row.report);
}

const readId = (text: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Must be an ID.');
};

const readSource = (text: string): string => {
  if (/^[a-z0-9._:/-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError('Use up to 64 lowercase letters, digits and any of . _ : / - only.');
};

const collect = (name: string, others: readonly string[] = []): readonly string[] => [...others, name];

export function importIcalCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('ical')
    .argument('<place>', 'file or URL of up to 10 MB, or - for standard input')
    .description('import events from an iCalendar file')
    .option('--source <name>', 'name of the system that the events come from (default: by file or host)', readSource)
    .addOption(
      new Option('--status <status>', 'status of new events').choices(statuses.filter((one) => one !== 'trash')),
    )
    .option('--category <name>', 'category of all events; may be repeated', collect)
    .option('--categories <file>', 'JSON file with the names of categories here by those in the calendar')
    .option('--venue <id>', 'venue of events without a location', readId)
    .option('--allow-private', 'the host of the URL may be in a private network')
    .option('--overwrite', 'also update events that someone changed here since the last import')
    .option('--dry-run', 'report what would happen, without saving anything')
    .option('--json', 'print the report as JSON')
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
