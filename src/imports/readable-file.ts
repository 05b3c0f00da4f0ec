// A file that was read once as a whole, and its pages as incoming records. Both are read in threads; what needs the database
// or writes to it is added here.
import type { CsvOptions } from './csv/options.js';
import { applyChanges } from './ical/dates.js';
import type { IcalOptions, IcalRecord } from './ical/read.js';
import type { FindSimilar } from './ical/similar.js';
import type { Incoming, IncomingPage, ReadSource } from './incoming.js';
import { type ReadFileOptions, readHead, readPages } from './reading/read-file.js';
import type { FileHead, FileTask } from './reading/task.js';

export interface ReadableFile {
  readonly head: FileHead;
  readonly read: ReadSource;
}

const withAfter = ({ changes, ...record }: IcalRecord): Incoming =>
  changes ? { ...record, after: (context, row) => applyChanges(context, row, changes) } : record;

async function open(task: FileTask, options: ReadFileOptions, warningsOf: FindSimilar): Promise<ReadableFile> {
  return {
    head: await readHead(task, options),
    read: async function* (position): AsyncGenerator<IncomingPage> {
      for await (const { records: read, warnings, ...page } of readPages(task, position, options)) {
        const records = read.map(withAfter);
        yield { ...page, records, warnings: [...warnings, ...(await warningsOf(records))] };
      }
    },
  };
}

interface IcalFileOptions extends ReadFileOptions {
  readonly findSimilar?: FindSimilar;
}

/** Throws `Invalid` for a file that is no calendar or exceeds a limit. */
export const openIcalFile = (
  bytes: Uint8Array,
  options: IcalOptions,
  { findSimilar = async () => [], ...reading }: IcalFileOptions = {},
): Promise<ReadableFile> =>
  open({ format: 'ical', bytes, options }, reading, (records) =>
    findSimilar(records.filter(({ resource }) => resource === 'event')),
  );

/** Throws `Invalid` for a file that is not CSV or exceeds a limit. Without the required columns it has no pages. */
export const openCsvFile = (
  bytes: Uint8Array,
  options: CsvOptions,
  reading: ReadFileOptions = {},
): Promise<ReadableFile> => open({ format: 'csv', bytes, options }, reading, async () => []);
