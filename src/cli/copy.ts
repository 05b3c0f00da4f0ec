// `copy`: moves a calendar between the embedded store and PostgreSQL, in either direction.
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { databaseFile, openEngine } from '../app.js';
import { type Compared, copyStore } from '../storage/copy/copy.js';
import type { Engine } from '../storage/engine.js';
import { progressOn } from './progress.js';
import { exits, Refusal } from './refusal.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';

interface Options {
  readonly from: string;
  readonly to: string;
  readonly json?: true;
}

interface Place {
  /** As it may be shown: without a password. */
  readonly name: string;
  readonly data: string;
  readonly databaseUrl: string;
}

/** One connection for the snapshot, one for everything else, and one to spare. */
const connections = 3;

export function placeOf(text: string): Place {
  if (/^postgres(ql)?:\/\//.test(text)) {
    const name = text.replace(/^([^/]+:\/\/)[^/]*@/, '$1').replace(/\?.*$/s, '');
    return { name, data: '', databaseUrl: text };
  }
  const folder = folderOf(text);
  if (folder === '') {
    throw new Refusal('A calendar is named as postgres://…, or by its data folder: PATH or file:PATH.', exits.usage);
  }
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new Refusal(`${folder} is no folder: name the folder that holds almanac.db.`, exits.usage);
  }
  return { name: resolve(folder), data: folder, databaseUrl: '' };
}

/** Empty when it is none. */
function folderOf(text: string): string {
  if (!text.startsWith('file:')) return /^\w+:\/\//.test(text) ? '' : text;
  if (!text.startsWith('file://')) return text.slice('file:'.length);
  return URL.canParse(text) && new URL(text).hostname === '' ? fileURLToPath(text) : '';
}

const open = ({ data, databaseUrl }: Place): Engine =>
  openEngine({ data, databaseUrl, databaseReplicas: [], databaseConnections: connections });

async function withEngines<Result>(
  [from, to]: readonly [Place, Place],
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

/** The first signal stops between two pages; a second one does not wait any longer. */
async function untilStopped<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(exits.interrupted);
    controller.abort(new Refusal('Interrupted: the same command goes on where it stopped.', exits.interrupted));
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
}

function linesOf({ table: name, same, source, target }: Compared): readonly (readonly string[])[] {
  const line = (word: string, { rows, checksum }: Compared['source']) => [word, name, String(rows), checksum];
  return same ? [line('same', source)] : [line('SOURCE', source), line('TARGET', target)];
}

function tell({ print, say }: Terminal, compared: readonly Compared[], { name }: Place, json?: true): void {
  const differing = compared.filter(({ same }) => !same).map(({ table: one }) => one);
  if (json) print(JSON.stringify({ complete: differing.length === 0, target: name, tables: compared }));
  else print(table([['', 'TABLE', 'ROWS', 'CHECKSUM'], ...compared.flatMap(linesOf)]));
  if (differing.length === 0) say(`Copied everything to ${name}.`);
  else refuse(differing);
}

function refuse(differing: readonly string[]): never {
  throw new Refusal(
    `The copy is not finished, these differ: ${differing.join(', ')}. A copy that was interrupted while the source ` +
      'is written to is of two moments: stop writing and run the same command again, which copies them anew.',
  );
}

async function copy(terminal: Terminal, { from, to, json }: Options): Promise<void> {
  const places = [placeOf(from), placeOf(to)] as const;
  const [source] = places;
  if (source.databaseUrl === '' && !existsSync(databaseFile(source))) {
    throw new Refusal(`There is no calendar in ${source.name}.`);
  }
  const progress = progressOn(terminal.screen);
  const compared = await untilStopped((signal) =>
    withEngines(places, (...engines) =>
      copyStore(...engines, {
        signal,
        show: ({ doing, table: name, done, total }) => progress.show({ name: `${doing} ${name}`, done, total }),
        resumed: () => terminal.say('Going on with an unfinished copy.'),
      }).finally(progress.end),
    ),
  );
  tell(terminal, compared, places[1], json);
}

const closing = `
A calendar is named by its database, postgres://user@host/name, or by the data folder of the embedded store (the one
that ALMANAC_DATA names), as PATH or file:PATH. Passwords may come from PGPASSWORD or ~/.pgpass instead.

The target must be empty. A copy that was interrupted goes on with the same command; until it is finished the target
cannot be served. The source may be served meanwhile: what is copied is the moment at which the copy began.

Example:
  almanac copy --from ./data --to postgres://almanac@db.example/almanac`;

export function copyCommand(program: Command, terminal: Terminal): void {
  program
    .command('copy')
    .description('copy everything between the embedded database and PostgreSQL, and compare both at the end')
    .requiredOption('--from <url>', 'database or data folder to copy')
    .requiredOption('--to <url>', 'database or data folder to copy to; must be empty')
    .option('--json', 'print counts and checksums as JSON')
    .addHelpText('after', closing)
    .action((options: Options) => copy(terminal, options));
}
