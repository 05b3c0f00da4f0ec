// The format of a file or URL: the command that imports it.
import { open } from 'node:fs/promises';
import { codeOf, messageOf } from '../core/error.js';
import { formatOf } from '../imports/files.js';
import { blockBytes, readTarHeader } from '../imports/ndjson/tar.js';
import { CommandError, exitCodes } from './command-error.js';
import { fetchPlace, urlOf } from './import-file.js';

export type ImportFormat = 'csv' | 'ical' | 'ndjson' | 'tec';

const ofLines = /\.(?:ndjson|jsonl|tar)$/i;

async function firstBytes(path: string): Promise<Buffer> {
  const bytes = Buffer.alloc(blockBytes);
  const file = await open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw new CommandError(`There is no file or command ${path}.`, exitCodes.usage);
    throw new CommandError(`${path} cannot be read: ${messageOf(error)}.`);
  });
  try {
    await file.read(bytes, 0, blockBytes, 0);
    return bytes;
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${messageOf(error)}.`);
  } finally {
    await file.close();
  }
}

async function formatOfFile(path: string): Promise<ImportFormat> {
  const bytes = await firstBytes(path);
  const isArchive = typeof readTarHeader(bytes) === 'object';
  const isJson = /^(?:\u00ef\u00bb\u00bf)?\s*\{/.test(bytes.toString('latin1'));
  return isArchive || isJson || ofLines.test(path) ? 'ndjson' : formatOf(bytes, path);
}

/** A site, unless the URL or its content is that of a calendar or of CSV. */
async function formatOfUrl(url: URL, allowPrivate: boolean): Promise<ImportFormat> {
  const refuseLines = (): never => {
    throw new CommandError('Download the file first: lines of JSON are imported from files only.', exitCodes.usage);
  };
  if (ofLines.test(url.pathname)) return refuseLines();
  if (/\.csv$/i.test(url.pathname)) return 'csv';
  if (formatOf(new Uint8Array(), url.href) === 'ical') return 'ical';
  const { status, bytes, mediaType } = await fetchPlace(url, allowPrivate);
  if (status !== 200) return 'tec';
  if (mediaType === 'application/x-ndjson') return refuseLines();
  return mediaType === 'text/csv' ? 'csv' : formatOf(bytes, '') === 'ical' ? 'ical' : 'tec';
}

/** Standard input is a calendar. */
export async function importFormatOf(place: string, allowPrivate: boolean): Promise<ImportFormat> {
  if (place === '-' || /^webcals?:/i.test(place)) return 'ical';
  const url = urlOf(place);
  return url ? formatOfUrl(url, allowPrivate) : formatOfFile(place);
}
