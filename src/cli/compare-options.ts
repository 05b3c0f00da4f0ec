// The options of `compare`, checked before anything is sent.
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { InvalidArgumentError } from 'commander';
import { crawlSource } from '../compare/crawl.js';
import { isInPrivateNetwork, requestToNamed, requestToPublic } from '../compare/reach.js';
import type { Side } from '../compare/response.js';
import { listSource, logSource, type PathSource } from '../compare/sources.js';
import { messageOf } from '../core/error.js';
import { parseUrl } from '../core/text/parse-url.js';
import { CommandError, exitCodes } from './command-error.js';
import { readRate } from './numbers.js';

export interface CompareOptions {
  readonly old?: string;
  readonly new?: string;
  readonly paths?: string;
  readonly log?: string;
  readonly crawl?: number;
  readonly every: number;
  /** Milliseconds from one request to the next. */
  readonly rate: number;
  readonly allow: number;
  readonly oldUser?: string;
  readonly oldPasswordFile?: string;
  readonly newUser?: string;
  readonly newPasswordFile?: string;
  readonly allowPrivate?: true;
  readonly json?: true;
  readonly ndjson?: string;
  readonly deviations?: true;
}

/** The pause between two requests. */
export const pauseOf = (text: string): number => 1_000 / readRate(text);

/** The address of a site without a slash at its end. */
export function siteUrl(text: string): string {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new InvalidArgumentError('It must be an http or https URL.');
  if (url.username || url.password) throw new InvalidArgumentError('Give the user with an option, not in the URL.');
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`.replace(/\/wp-json(?![^/]).*/s, '');
}

const usage = (message: string): CommandError => new CommandError(message, exitCodes.usage);

function credentialsOf(side: 'old' | 'new', user?: string, file?: string): Readonly<Record<string, string>> {
  if (user === undefined && file === undefined) return {};
  if (user === undefined || file === undefined) {
    throw usage(`Give both --${side}-user and --${side}-password-file, or neither.`);
  }
  let password: string;
  try {
    password = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw usage(`Cannot read the password file: ${messageOf(error)}.`);
  }
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

export async function sidesOf(options: CompareOptions): Promise<{ readonly old: Side; readonly new: Side }> {
  const { old, new: now, allowPrivate = false } = options;
  if (old === undefined || now === undefined) throw usage('Give both sites with --old and --new.');
  if (!allowPrivate && (await isInPrivateNetwork(old))) {
    throw usage(`${old} is in a private network. Add --allow-private to compare it.`);
  }
  return {
    old: {
      base: old,
      headers: credentialsOf('old', options.oldUser, options.oldPasswordFile),
      send: allowPrivate ? await requestToNamed(old) : requestToPublic(),
    },
    new: {
      base: now,
      headers: credentialsOf('new', options.newUser, options.newPasswordFile),
      send: await requestToNamed(now),
    },
  };
}

/** `-` is standard input. */
export async function sourceOf(
  { paths, log, crawl, every }: CompareOptions,
  input: NodeJS.ReadableStream,
): Promise<PathSource> {
  const given = [paths, log, crawl].filter((value) => value !== undefined);
  if (given.length !== 1) throw usage('Give one of --paths, --log and --crawl.');
  if (crawl !== undefined) return crawlSource(crawl);
  const file = paths ?? log ?? '-';
  const chunks = file === '-' ? input : await opened(file);
  return paths === undefined ? logSource(chunks, every) : listSource(chunks, every);
}

async function opened(file: string): Promise<AsyncIterable<Buffer>> {
  try {
    const handle = await open(file);
    if ((await handle.stat()).isDirectory()) throw new Error('it is a folder');
    return handle.createReadStream();
  } catch (error) {
    throw usage(`Cannot read ${file}: ${messageOf(error)}.`);
  }
}

/** Responses may have drafts, so that only the owner may read the file. An existing one is refused. */
export async function outputOf({ ndjson }: CompareOptions): Promise<Writable | undefined> {
  if (ndjson === undefined) return undefined;
  const file = await open(ndjson, 'wx', 0o600);
  // A full disk is reported by the next write, or at the end.
  return file.createWriteStream().on('error', () => undefined);
}
