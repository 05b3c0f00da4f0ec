// `copy`: copies all data between the embedded database and PostgreSQL, in either direction.

import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { databaseFile, openEngine } from '../app.js';
import { parseUrl } from '../core/text/parse-url.js';
import { type Compared, copyStore } from '../storage/copy/copy.js';
import type { Engine } from '../storage/engine.js';
import { CommandError, exitCodes } from './command-error.js';
import { progressOn } from './progress.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';
import { untilInterrupted } from './until-interrupted.js';

interface Options {
  readonly from: string;
  readonly to: string;
  readonly json?: true;
}

interface Location {
  /** For messages: without a password. */
  readonly name: string;
  readonly data: string;
  readonly databaseUrl: string;
}

/** One connection for the snapshot, one for all other statements, and one spare. */
const maxConnections = 3;

export function locationOf(text: string): Location {
  if (/^postgres(ql)?:\/\//.test(text)) {
    const name = text.replace(/^([^/]+:\/\/)[^/]*@/, '$1').replace(/\?.*$/s, '');
    return { name, data: '', databaseUrl: text };
  }
  const folder = folderOf(text);
  if (folder === '') {
    throw new CommandError('Give a postgres:// URL or a data folder (PATH or file:PATH).', exitCodes.usage);
  }
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new CommandError(`${folder} is not a folder. Give the folder that contains almanac.db.`, exitCodes.usage);
  }
  return { name: resolve(folder), data: folder, databaseUrl: '' };
}

/** Empty when the text does not name a folder. */
function folderOf(text: string): string {
  if (!text.startsWith('file:')) return /^\w+:\/\//.test(text) ? '' : text;
  if (!text.startsWith('file://')) return text.slice('file:'.length);
  return parseUrl(text)?.hostname === '' ? fileURLToPath(text) : '';
}

const open = ({ data, databaseUrl }: Location): Engine =>
  openEngine({ data, databaseUrl, databaseReplicas: [], databaseConnections: maxConnections, databasePooler: false });

async function withEngines<Result>(
  [from, to]: readonly [Location, Location],
  work: (source: Engine, target: Engine) => Promise<Result>,
): Promise<Result> {
  const source = open(from);
  try {
    const target = open(to);
    try {
      return await work(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function linesOf({ table: name, same, source, target }: Compared): readonly (readonly string[])[] {
  const line = (label: string, { rows, checksum }: Compared['source']) => [label, name, String(rows), checksum];
  return same ? [line('same', source)] : [line('SOURCE', source), line('TARGET', target)];
}

function report({ print, info }: Terminal, compared: readonly Compared[], { name }: Location, json?: true): void {
  const differing = compared.filter(({ same }) => !same).map((comparison) => comparison.table);
  if (json) print(JSON.stringify({ complete: differing.length === 0, target: name, tables: compared }));
  else print(table([['', 'TABLE', 'ROWS', 'CHECKSUM'], ...compared.flatMap(linesOf)]));
  if (differing.length > 0) throw new CommandError(incomplete(differing));
  info(`Copied everything to ${name}.`);
}

/** A resumed copy has rows of two snapshots if the source was changed in between. */
const incomplete = (differing: readonly string[]): string =>
  `The copy is incomplete. These tables differ: ${differing.join(', ')}. The source was probably changed while the ` +
  'copy was interrupted. Stop the service and run the same command again.';

async function copy(terminal: Terminal, { from, to, json }: Options): Promise<void> {
  const locations = [locationOf(from), locationOf(to)] as const;
  const [source, target] = locations;
  if (source.databaseUrl === '' && !existsSync(databaseFile(source))) {
    throw new CommandError(`No calendar found in ${source.name}.`);
  }
  const progress = progressOn(terminal.screen);
  const compared = await untilInterrupted('Interrupted. Run the same command again to continue.', (signal) =>
    withEngines(locations, (...engines) =>
      copyStore(...engines, {
        signal,
        show: ({ doing, table: name, done, total }) => progress.show({ name: `${doing} ${name}`, done, total }),
        resumed: () => terminal.info('Resuming an unfinished copy.'),
      }).finally(progress.end),
    ),
  );
  report(terminal, compared, target, json);
}

const footer = `
Give a database as postgres://user@host/name, or the data folder of an embedded database (see ALMANAC_DATA) as PATH or
file:PATH. The password can also come from PGPASSWORD or ~/.pgpass.

The target must be empty. Run the same command again to continue after an interruption; the target cannot be served
before the copy is complete. The source can be served meanwhile: changes made after the start are not copied.

Example:
  almanac copy --from ./data --to postgres://almanac@db.example/almanac`;

export function copyCommand(program: Command, terminal: Terminal): void {
  program
    .command('copy')
    .description('copy all data between the embedded database and PostgreSQL, then compare both')
    .requiredOption('--from <url>', 'source: database or data folder')
    .requiredOption('--to <url>', 'target: database or data folder; must be empty')
    .option('--json', 'print row counts and checksums as JSON')
    .addHelpText('after', footer)
    .action((options: Options) => copy(terminal, options));
}
