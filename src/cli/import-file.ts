// What the imports of files have in common: the file or URL, the run with its progress, and the report.
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { contextWithSettings, now } from '../app.js';
import { operator } from '../core/actor.js';
import type { Context } from '../core/context.js';
import { messageOf } from '../core/error.js';
import type { Given } from '../core/field.js';
import { isObject } from '../core/is-object.js';
import { Invalid } from '../core/problem.js';
import type { Store } from '../core/store.js';
import { parseUrl } from '../core/text/parse-url.js';
import { slugify } from '../core/text/slug.js';
import type { FileFormat } from '../facades/import-fields.js';
import { maxBytes } from '../imports/csv/options.js';
import { shownUrl } from '../imports/files.js';
import type { ReadableFile } from '../imports/readable-file.js';
import { runImport } from '../imports/run.js';
import { guardedRequest, mediaTypeOf, Unfetchable } from '../net/fetch.js';
import { allowNamedHost } from '../net/named-host.js';
import { fixUidHost } from '../operations/uid-host.js';
import { CommandError, exitCodes } from './command-error.js';
import { refuseWarnings, reportText } from './import-report.js';
import { progressOn } from './progress.js';
import type { Terminal } from './terminal.js';
import { withStore } from './with-store.js';

export interface ImportOptions {
  readonly allowPrivate?: true;
  readonly overwrite?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

export const withImportOptions = (command: Command): Command =>
  command
    .option('--allow-private', 'the host of the URL may be in a private network')
    .option('--overwrite', 'also update records that someone changed here since the last import')
    .option('--dry-run', 'report what would happen, without saving anything')
    .option('--json', 'print the report as JSON');

interface GivenFile {
  readonly bytes: Buffer;
  /** Without the secrets that a URL may have. */
  readonly name: string;
  /** The name of the source if none is given. */
  readonly source: string;
}

const fetchSeconds = 60;

/** The URL of a place; undefined for a path. */
export const urlOf = (place: string): URL | undefined => {
  if (!/^(?:https?|webcals?):\/\//i.test(place)) return undefined;
  const url = parseUrl(place.replace(/^webcal(s?):/i, (_, s: string) => `http${s}:`));
  if (!url) throw new CommandError('This is not a valid URL.', exitCodes.usage);
  return url;
};

export async function fetchPlace(url: URL, allowPrivate = false) {
  const request = guardedRequest(allowPrivate ? await allowNamedHost(url.href) : {});
  const headers = { accept: 'text/calendar, text/csv, */*;q=0.5' };
  try {
    const { status, bytes, headers: sent } = await request(url.href, { maxBytes, seconds: fetchSeconds, headers });
    return { status, bytes, mediaType: mediaTypeOf(sent) };
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
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

async function readFileAt(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new CommandError(`${path} is larger than 10 MiB.`);
    return await readFile(path);
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${path} cannot be read: ${messageOf(error)}.`);
  }
}

async function readPlace(place: string, format: FileFormat, allowPrivate: boolean | undefined): Promise<GivenFile> {
  if (place === '-') return { bytes: await readInput(), name: 'standard input', source: format };
  const url = urlOf(place);
  if (!url) {
    const source = slugify(basename(place, '.ics')) || format;
    return { bytes: await readFileAt(place), name: basename(place), source };
  }
  const { status, bytes } = await fetchPlace(url, allowPrivate);
  if (status !== 200) throw new CommandError(`${url.host} answered with status ${status}.`);
  return { bytes, name: shownUrl(url.href), source: slugify(url.host) };
}

/** A file with one JSON object of texts. */
export async function readTexts(path: string, example: string): Promise<Readonly<Record<string, string>>> {
  const text = (await readFileAt(path)).toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value) && Object.values(value).every((one) => typeof one === 'string'))
      return value as Readonly<Record<string, string>>;
  } catch {
    // Reported below.
  }
  throw new CommandError(`${path} must be a JSON object such as ${example}.`, exitCodes.usage);
}

interface FileImport {
  readonly format: FileFormat;
  readonly place: string;
  /** Default: by file or host. */
  readonly source?: string | undefined;
  /** Stored with the import. */
  readonly stored: Given;
  readonly open: (context: Context, store: Store, bytes: Buffer, source: string) => Promise<ReadableFile>;
}

export async function importFile(
  terminal: Terminal,
  { format, place, stored, open, ...given }: FileImport,
  { allowPrivate, overwrite, dryRun, json }: ImportOptions,
): Promise<void> {
  const file = await readPlace(place, format, allowPrivate);
  const source = given.source ?? file.source.slice(0, 64);
  const row = await withStore(terminal, async (store, config) => {
    const context = await contextWithSettings(config, store, operator, await fixUidHost(store, config.baseUrl));
    const progress = progressOn(terminal.screen);
    const request = {
      kind: format,
      name: file.name,
      source,
      options: stored,
      overwrite: overwrite === true,
      isDryRun: dryRun === true,
      now,
      onProgress: ({ label, done, total = done }: { label: string; done: number; total?: number }) =>
        progress.show({ name: label, done, total }),
    } as const;
    try {
      return await runImport(context, store, request, (await open(context, store, file.bytes, source)).read);
    } catch (error) {
      throw error instanceof Invalid ? new CommandError(`${file.name}: ${error.message}`) : error;
    } finally {
      progress.end();
    }
  });
  const { id, report } = row;
  terminal.print(json ? JSON.stringify({ id, ...report }) : reportText(report));
  terminal.info(
    dryRun
      ? 'Dry run: nothing was saved.'
      : `Import ${id} from the source ${source}. Undo it within a day: almanac import undo ${id}`,
  );
  refuseWarnings(report);
}
