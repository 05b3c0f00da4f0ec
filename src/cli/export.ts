// `export`: writes events in a feed format, or everything, to standard output or a file.
import { createWriteStream, existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { contextWithSettings } from '../app.js';
import { operator } from '../core/actor.js';
import { codeOf } from '../core/error.js';
import { shapeOf } from '../core/facade.js';
import type { Given } from '../core/field.js';
import { feedTypes } from '../core/format.js';
import { feedFormatNamed } from '../formats/feeds.js';
import { isFeedable, writeFeed } from '../operations/feed-request.js';
import { fixUidHost } from '../operations/uid-host.js';
import { CommandError, exitCodes } from './command-error.js';
import { exportAll, exportArchive, writeTo } from './export-all.js';
import type { Terminal } from './terminal.js';
import { withStore } from './with-store.js';

interface Options {
  readonly format: string;
  readonly output?: string;
  readonly all?: true;
  readonly media?: true;
  readonly credentials?: true;
}

const collectFilter = (text: string, others: Given = {}): Given => {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Filters are written as name=value, such as categories=music.');
  return { ...others, [text.slice(0, at)]: text.slice(at + 1) };
};

/** Past events too, unless dates are given. Only published ones, unless a status is given. */
const exportDefaults: Given = { starts_after: '0001-01-02', series: 'rule', status: 'publish' };
const dateFilters = /^(start_date|end_date|(starts|ends)_(before|after)|include)$/;

function withDefaults(filters: Given): Given {
  const { starts_after, ...others } = exportDefaults;
  return {
    ...others,
    ...(!Object.keys(filters).some((name) => dateFilters.test(name)) && { starts_after }),
    ...filters,
  };
}

async function exportEvents(
  terminal: Terminal,
  filters: Given,
  { format: name, output: file }: Options,
): Promise<void> {
  const format = feedFormatNamed(name);
  if (!format) throw new CommandError(`There is no format ${name}.`, exitCodes.usage);
  await withStore(terminal, async (store, config) => {
    // Without a public URL, the one that the service listens on.
    const baseUrl = config.baseUrl || `http://${config.host}:${config.port}`;
    const context = await contextWithSettings(
      { ...config, baseUrl },
      store,
      operator,
      await fixUidHost(store, config.baseUrl),
    );
    const { call } = context;
    const shape = shapeOf(call.facade, 'event');
    if (!isFeedable(shape)) throw new TypeError('events have no feeds');
    const self = `${call.site.baseUrl}${call.facade.prefix}/${shape.path}.${name}`;
    const request = { shape, format, context, query: withDefaults(filters), self };
    await writeOutput(terminal, file, (write) => writeFeed(store, request, write));
  });
}

async function exportEverything(
  terminal: Terminal,
  filters: readonly string[],
  { output: file, media, credentials }: Options,
): Promise<void> {
  if (filters.length > 0) throw new CommandError('--all exports everything: leave out the filters.', exitCodes.usage);
  await withStore(terminal, (store, config) =>
    writeOutput(terminal, file, async (write) => {
      if (!media) return exportAll(store, config, write, { credentials: credentials === true });
      const missing = await exportArchive(store, config, write, { credentials: credentials === true });
      if (missing.length > 0) terminal.info(`Missing image files: ${missing.join(', ')}.`);
    }),
  );
}

/** To a new file, or to standard output. */
async function writeOutput(
  terminal: Terminal,
  file: string | undefined,
  work: (write: ReturnType<typeof writeTo>) => Promise<void>,
): Promise<void> {
  if (file !== undefined && existsSync(file)) {
    throw new CommandError(`${file} already exists. Choose another name.`, exitCodes.cannotCreate);
  }
  const output = file === undefined ? terminal.output : createNew(file);
  await work(writeTo(output)).catch((error: unknown) => {
    // The program that reads the output has ended.
    if (codeOf(error) !== 'EPIPE') throw error;
  });
  if (file === undefined) return;
  output.end();
  await finished(output);
  terminal.info(`Exported to ${file}.`);
}

const createNew = (file: string): Writable =>
  createWriteStream(file, { flags: 'wx', mode: 0o600 })
    // Reported by the first write.
    .on('error', () => undefined);

export function exportCommand(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .argument('[filters...]', 'filters of the API as name=value')
    .description('export events or everything, also while the service runs')
    .addOption(new Option('--format <name>', 'format').choices(Object.keys(feedTypes)).default('ics'))
    .option('--output <file>', 'file to write; must not exist yet (default: standard output)')
    .option('--all', 'everything as NDJSON, for `almanac import ndjson`')
    .option('--media', 'with --all: a tar archive that also has the image files')
    .option('--credentials', 'with --all: also digests of passwords, and the URL of the mail server')
    .addHelpText(
      'after',
      `
Without filters it exports all published events, past ones too. With status=any also drafts and private ones.

Examples:
  almanac export > events.ics
  almanac export --format csv --output music.csv categories=music start_date=2027-01-01
  almanac export --all --media --output calendar.tar`,
    )
    .action((filters: readonly string[], options: Options) => {
      if (options.all) return exportEverything(terminal, filters, options);
      if (options.media || options.credentials)
        throw new CommandError('--media and --credentials need --all.', exitCodes.usage);
      const given = filters.reduce((others, text) => collectFilter(text, others), {} as Given);
      return exportEvents(terminal, given, options);
    });
}
