// Reads CSV into pages of incoming records. A file that cannot be read as a whole throws `Invalid` before the first page; a row
// that cannot be read becomes a warning with its line.
import { setImmediate } from 'node:timers/promises';
import type { Given } from '../../core/field.js';
import { Invalid } from '../../core/problem.js';
import type { Incoming, IncomingPage, ReadSource, Warning } from '../incoming.js';
import { type Columns, csvFields, matchColumns } from './columns.js';
import { Ambiguous } from './dates.js';
import { decodeText } from './decode.js';
import type { CsvOptions, CsvResource } from './options.js';
import { recordOf } from './record.js';
import { type CsvRow, rowsOf, separatorOf } from './rows.js';

const pageSize = 100;
const sampleSize = 5;

export interface CsvDescription extends Columns {
  /** Fields that a column can be mapped to. */
  readonly fields: readonly string[];
  readonly rows: number;
  /** The first rows as they are in the file. */
  readonly sample: readonly (readonly string[])[];
}

interface Opened extends Columns {
  readonly rows: Generator<CsvRow>;
}

function open(text: string, options: CsvOptions): Opened {
  const rows = rowsOf(text, separatorOf(text));
  const header = rows.next();
  if (header.done) throw new Invalid('The file is empty.');
  const names = header.value.cells.map((name) => name.trim());
  return { ...matchColumns(names, options), rows };
}

/** The columns and the first rows, for choosing a mapping. Reads the whole file, so that its faults are found. */
export function describeCsv(bytes: Uint8Array, options: CsvOptions): CsvDescription {
  const { rows, ...columns } = open(decodeText(bytes, options.encoding), options);
  const sample: (readonly string[])[] = [];
  let count = 0;
  for (const { cells } of rows) {
    if (++count <= sampleSize) sample.push(cells.map((cell) => cell.slice(0, 200)));
  }
  return { ...columns, fields: csvFields(columns.resource), rows: count, sample };
}

const placeOf = ({ line }: CsvRow): string => `line ${line}`;

/** The cells that are not empty, by field. */
const cellsOf = ({ columns }: Columns, { cells }: CsvRow): Readonly<Record<string, string>> =>
  Object.fromEntries(
    columns.flatMap(({ field }, at) => {
      const cell = cells[at] ?? '';
      return field !== undefined && cell.trim() !== '' ? [[field, cell] as const] : [];
    }),
  );

function readRow(columns: Columns, row: CsvRow, options: CsvOptions): Incoming | Warning {
  try {
    return recordOf(columns.resource, cellsOf(columns, row), options, placeOf(row));
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const kind = error instanceof Ambiguous ? 'ambiguous date' : 'unreadable row';
    return { kind, place: placeOf(row), text: error.message };
  }
}

const isWarning = (read: Incoming | Warning): read is Warning => 'kind' in read;

/** The position is the number of rows that were read. */
export const readCsv = (bytes: Uint8Array, options: CsvOptions): ReadSource =>
  async function* (position: Given) {
    const text = decodeText(bytes, options.encoding);
    const { missing, resource, ignored, fields, rows: total } = describeCsv(bytes, options);
    if (missing.length > 0) throw missingColumns(missing, resource, fields);
    const done = Number(position.rows ?? 0) || 0;
    const { rows, ...columns } = open(text, options);
    const known = new Map<string, string>();
    let page: { records: Incoming[]; warnings: Warning[] } = {
      records: [],
      warnings:
        done === 0
          ? ignored.map((name) => ({ kind: 'unknown column', place: 'line 1', text: name.slice(0, 100) }))
          : [],
    };
    let count = 0;
    const pageAt = (): IncomingPage => ({
      ...page,
      position: { rows: count },
      progress: { label: 'rows', done: count, total },
    });
    for (const row of rows) {
      count++;
      const read = readRow(columns, row, options);
      const first = isWarning(read) ? undefined : known.get(read.externalId);
      if (!isWarning(read)) known.set(read.externalId, first ?? placeOf(row));
      if (count <= done) continue;
      if (isWarning(read)) page.warnings.push(read);
      else if (first === undefined) page.records.push(read);
      else page.warnings.push({ kind: 'duplicate row', place: placeOf(row), text: `Same record as ${first}.` });
      if (count % pageSize !== 0) continue;
      yield pageAt();
      page = { records: [], warnings: [] };
      // Other requests go first.
      await setImmediate();
    }
    if (page.records.length > 0 || page.warnings.length > 0) yield pageAt();
  };

const missingColumns = (missing: readonly string[], resource: CsvResource, fields: readonly string[]): Invalid =>
  new Invalid(
    `The file has no column for ${missing.join(', ')} of the ${resource}s. Map one of its columns to a field: ${fields.join(', ')}.`,
  );
