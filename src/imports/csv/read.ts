// Reads CSV into pages of incoming records. A file that cannot be read as a whole throws `Invalid` before the first page; a row
// that cannot be read becomes a warning with its line. Runs in a thread of its own (reading/worker.ts).
import type { Given } from '../../core/field.js';
import { catchInvalid, Invalid, ifValid } from '../../core/problem.js';
import { dateFormats } from '../../facades/import-fields.js';
import type { Incoming, IncomingPage, Warning } from '../incoming.js';
import { withoutGuard } from './cells.js';
import { type Columns, csvFields, matchColumns } from './columns.js';
import { Ambiguous, readCellDate } from './dates.js';
import { decodeText } from './decode.js';
import type { CsvOptions, DateFormat } from './options.js';
import { recordOf } from './record.js';
import { type CsvRow, rowsOf, separatorOf } from './rows.js';

const pageSize = 100;
const sampleSize = 5;
/** Rows whose values say what a column is. */
const guessSize = 20;

export interface CsvDescription extends Columns {
  /** Fields that a column can be mapped to. */
  readonly fields: readonly string[];
  readonly rows: number;
  /** The first rows as they are in the file. */
  readonly sample: readonly (readonly string[])[];
  /** The first date that could be several ones, and the date by each format. */
  readonly date_question?: DateQuestion;
}

interface DateQuestion {
  readonly text: string;
  readonly choices: readonly { readonly date_format: DateFormat; readonly date: string }[];
}

interface Opened extends Columns {
  readonly rows: Generator<CsvRow>;
}

function open(text: string, options: CsvOptions): Opened {
  const rows = rowsOf(text, separatorOf(text));
  const header = rows.next();
  if (header.done) throw new Invalid('The file is empty.');
  const names = header.value.cells.map((name) => name.trim());
  const first: CsvRow[] = [];
  while (first.length < guessSize) {
    const { value, done } = rows.next();
    if (done) break;
    first.push(value);
  }
  const columns = matchColumns(
    names,
    options,
    first.map(({ cells }) => cells),
  );
  return { ...columns, rows: allOf(first, rows) };
}

function* allOf(first: readonly CsvRow[], others: Generator<CsvRow>): Generator<CsvRow> {
  yield* first;
  yield* others;
}

const dateFields = ['start_date', 'end_date'];

function questionIn(columns: Columns, row: CsvRow, { dateFormat }: CsvOptions): DateQuestion | undefined {
  if (dateFormat !== undefined || columns.resource !== 'event') return undefined;
  const cells = cellsOf(columns, row);
  for (const name of dateFields) {
    const text = withoutGuard(cells[name] ?? '').trim();
    if (text === '' || !isAmbiguous(text)) continue;
    const dates = new Map<string, DateFormat>();
    for (const format of dateFormats) {
      const day = ifValid(() => readCellDate(text, format).day.slice(0, 10));
      if (day !== undefined && !dates.has(day)) dates.set(day, format);
    }
    const choices = [...dates].map(([date, date_format]) => ({ date_format, date }));
    return { text: text.slice(0, 40), choices };
  }
  return undefined;
}

const isAmbiguous = (text: string): boolean =>
  catchInvalid(
    () => readCellDate(text) === undefined,
    (fault) => fault instanceof Ambiguous,
  );

/** The columns and the first rows, for choosing a mapping. Reads the whole file, so that its faults are found. */
function describe(text: string, options: CsvOptions): CsvDescription {
  const { rows, ...columns } = open(text, options);
  const sample: (readonly string[])[] = [];
  let count = 0;
  let question: DateQuestion | undefined;
  for (const row of rows) {
    if (++count <= sampleSize) sample.push(row.cells.map((cell) => cell.slice(0, 200)));
    question ??= questionIn(columns, row, options);
  }
  return {
    ...columns,
    fields: csvFields(columns.resource),
    rows: count,
    sample,
    ...(question && { date_question: question }),
  };
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
