// Reads CSV into pages of incoming records. A file that cannot be read as a whole throws `Invalid` before the first page; a row
// that cannot be read becomes a warning with its line. Runs in a thread of its own (reading/worker.ts).
import type { Given } from '../../core/field.js';
import { catchInvalid, Invalid } from '../../core/problem.js';
import type { Incoming, IncomingPage, Warning } from '../incoming.js';
import { type Columns, csvFields, matchColumns } from './columns.js';
import { Ambiguous } from './dates.js';
import { decodeText } from './decode.js';
import type { CsvOptions } from './options.js';
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
function describe(text: string, options: CsvOptions): CsvDescription {
  const { rows, ...columns } = open(text, options);
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

const readRow = (columns: Columns, row: CsvRow, options: CsvOptions): Incoming | Warning =>
  catchInvalid(
    () => recordOf(columns.resource, cellsOf(columns, row), options, placeOf(row)),
    (fault) => ({
      kind: fault instanceof Ambiguous ? 'ambiguous date' : 'unreadable row',
      place: placeOf(row),
      text: fault.message,
    }),
  );

const isWarning = (read: Incoming | Warning): read is Warning => 'kind' in read;

export interface CsvReader {
  readonly description: CsvDescription;
  /** None without the required columns: the mapping has to be chosen first. The position is the number of rows. */
  readonly pages: (position: Given) => Iterable<IncomingPage>;
}

/** Throws `Invalid` for a file that is not CSV. */
export function openCsv(bytes: Uint8Array, options: CsvOptions): CsvReader {
  const text = decodeText(bytes, options.encoding);
  const description = describe(text, options);
  return {
    description,
    pages: (position) =>
      description.missing.length > 0 ? [] : pagesOf(text, options, description, Number(position.rows) || 0),
  };
}

function* pagesOf(
  text: string,
  options: CsvOptions,
  { ignored, rows: total }: CsvDescription,
  done: number,
): Generator<IncomingPage> {
  const { rows, ...columns } = open(text, options);
  const known = new Map<string, string>();
  const unknown = ignored.map((name) => ({ kind: 'unknown column', place: 'line 1', text: name.slice(0, 100) }));
  let page: { records: Incoming[]; warnings: Warning[] } = { records: [], warnings: done === 0 ? unknown : [] };
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
  }
  if (page.records.length > 0 || page.warnings.length > 0) yield pageAt();
}

export const missingColumns = ({ missing, resource, fields }: CsvDescription): Invalid =>
  new Invalid(
    `The file has no column for ${missing.join(', ')} of the ${resource}s. Map one of its columns to a field: ${fields.join(', ')}.`,
  );
