// Files to import: their format, by name or content, and the reader of each format.
import type { Given } from '../core/field.js';
import { Invalid } from '../core/problem.js';
import type { FileFormat } from '../facades/import-fields.js';
import { type Fetch, Unfetchable } from '../net/fetch.js';
import { type CsvOptions, maxBytes } from './csv/options.js';
import { readCsv } from './csv/read.js';
import type { ReadSource } from './incoming.js';

export interface FileOptions extends CsvOptions {
  /** Fields of new records that the file does not give. */
  readonly defaults?: Given;
}

/** Throws `Invalid` if the URL cannot be fetched. */
export type FetchFile = (url: string) => Promise<Buffer>;

const fetchSeconds = 20;

export const fileFetcher =
  (fetch: Fetch): FetchFile =>
  async (url) => {
    const limits = { maxBytes, seconds: fetchSeconds, accept: 'text/calendar, text/csv, */*;q=0.5' };
    try {
      return (await fetch(url, limits)).bytes;
    } catch (error) {
      throw error instanceof Unfetchable ? new Invalid(error.message) : error;
    }
  };

const calendarStart = /^(?:\u00ef\u00bb\u00bf)?\s*BEGIN:VCALENDAR/i;

/** iCalendar by its first line or the ending of its name, else CSV. */
export function formatOf(bytes: Uint8Array, name: string): FileFormat {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return calendarStart.test(start) || /\.(?:ics|ical|ifb)$/i.test(name) ? 'ical' : 'csv';
}

const readers: Readonly<Record<FileFormat, (bytes: Uint8Array, options: FileOptions) => ReadSource>> = {
  csv: readCsv,
  ical: () => {
    throw new Invalid('iCalendar files cannot be imported yet.');
  },
};

export const readFileIn = (format: FileFormat, bytes: Uint8Array, options: FileOptions): ReadSource =>
  readers[format](bytes, options);

/** Reads the whole source once. Throws its faults before anything is written. */
export async function countRecords(read: ReadSource): Promise<number> {
  let count = 0;
  for await (const { records } of read({})) count += records.length;
  return count;
}
