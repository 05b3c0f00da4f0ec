// Files to import: their format, by name or content, and how each format is opened.
import type { Context } from '../core/context.js';
import { Invalid } from '../core/problem.js';
import { parseUrl } from '../core/text/parse-url.js';
import type { FileFormat } from '../facades/import-fields.js';
import { type Fetch, Unfetchable } from '../net/fetch.js';
import { type CsvOptions, maxBytes } from './csv/options.js';
import { siteOptions } from './ical/read.js';
import { similarIn } from './ical/similar.js';
import type { Incoming, ReadSource } from './incoming.js';
import { openCsvFile, openIcalFile, type ReadableFile } from './readable-file.js';

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

const maxShownPath = 20;

/** Without what may be secret: private addresses have keys in the query or in long paths. */
export function shownUrl(url: string): string {
  const { origin = '', pathname = '', search = '' } = parseUrl(url) ?? {};
  const isWhole = pathname.length <= maxShownPath && search === '';
  return `${origin}${pathname.slice(0, maxShownPath)}${isWhole ? '' : '…'}`;
}

const calendarStart = /^(?:\u00ef\u00bb\u00bf)?\s*BEGIN:VCALENDAR/i;

/** iCalendar by its first line or the ending of its name, else CSV. `name`: of the file, or its URL. */
export function formatOf(bytes: Uint8Array, name: string): FileFormat {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const path = parseUrl(name)?.pathname ?? name;
  return calendarStart.test(start) || /\.(?:ics|ical|ifb)$/i.test(path) ? 'ical' : 'csv';
}

interface File {
  readonly format: FileFormat;
  readonly bytes: Buffer;
  readonly source: string;
}

/** Throws `Invalid` for a file that cannot be read. */
export async function openFile(
  { call, store }: Context,
  { format, bytes, source }: File,
  options: CsvOptions,
): Promise<ReadableFile> {
  if (format === 'csv') return openCsvFile(bytes, options);
  const { status, categories, timezone } = options.defaults ?? {};
  const ical = {
    ...siteOptions(call),
    ...(typeof timezone === 'string' && { zone: timezone }),
    ...(typeof status === 'string' && { status }),
    ...(Array.isArray(categories) && { categories: categories.map(String) }),
  };
  const { head, read } = await openIcalFile(bytes, ical, { findSimilar: similarIn(store, source) });
  return { head, read: withInitialVenue(read, options.defaults?.venue) };
}

/** Events without a venue get this one when they are created. */
const withVenue = (record: Incoming, venue: unknown): Incoming => {
  const { venue: own = [], ...references } = record.references ?? {};
  if (record.resource !== 'event' || own.length > 0) return record;
  return { ...record, references, initial: { ...record.initial, venue } };
};

const withInitialVenue = (read: ReadSource, venue: unknown): ReadSource =>
  venue === undefined
    ? read
    : async function* (position) {
        for await (const page of read(position))
          yield { ...page, records: page.records.map((record) => withVenue(record, venue)) };
      };
