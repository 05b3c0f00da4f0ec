// A file that was read once as a whole, and its pages as incoming records. Both are read in threads; what needs the database
// or writes to it is added here.
import type { CsvOptions } from './csv/options.js';
import { applyChanges } from './ical/dates.js';
import type { IcalOptions, IcalRecord } from './ical/read.js';
import type { FindSimilar } from './ical/similar.js';
import type { Incoming, IncomingPage, ReadSource } from './incoming.js';
import { type ReadFileOptions, readHead, readPages } from './reading/read-file.js';
import type { FileHead, FileTask, ReadPage } from './reading/task.js';

export interface ReadableFile {
  readonly head: FileHead;
  readonly read: ReadSource;
}

const withAfter = ({ changes, ...record }: IcalRecord): Incoming =>
  changes ? { ...record, after: (context, row) => applyChanges(context, row, changes) } : record;

/** Pages of a reader as pages of an import. */
export async function* incomingPages(
  pages: Iterable<ReadPage> | AsyncIterable<ReadPage>,
  findSimilar: FindSimilar = async () => [],
): AsyncGenerator<IncomingPage> {
  for await (const { records: read, warnings, ...page } of pages) {
    const records = read.map(withAfter);
    const similar = await findSimilar(records.filter(({ resource }) => resource === 'event'));
    yield { ...page, records, warnings: [...warnings, ...similar] };
  }
}

const open = async (task: FileTask, options: ReadFileOptions, findSimilar?: FindSimilar): Promise<ReadableFile> => ({
  head: await readHead(task, options),
  read: (position) => incomingPages(readPages(task, position, options), findSimilar),
});

interface IcalFileOptions extends ReadFileOptions {
  readonly findSimilar?: FindSimilar;
}

/** Throws `Invalid` for a file that is no calendar or exceeds a limit. */
export const openIcalFile = (
  bytes: Uint8Array,
  options: IcalOptions,
  { findSimilar, ...reading }: IcalFileOptions = {},
): Promise<ReadableFile> => open({ format: 'ical', bytes, options }, reading, findSimilar);

/** Throws `Invalid` for a file that is not CSV or exceeds a limit. Without the required columns it has no pages. */
export const openCsvFile = (
  bytes: Uint8Array,
  options: CsvOptions,
  reading: ReadFileOptions = {},
): Promise<ReadableFile> => open({ format: 'csv', bytes, options }, reading);
