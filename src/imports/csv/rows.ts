// Splits CSV text into rows (RFC 4180, with the usual liberties): separators are commas, semicolons or tabs, line breaks of
// any kind, quotes are doubled inside quotes. Works row by row, so that a large file is never a large table in memory.
import { Invalid } from '../../core/problem.js';
import { maxCellLength, maxColumns, maxRows } from './options.js';

export interface CsvRow {
  /** Number of the line on which the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const separators = [',', ';', '\t'] as const;

/** The most frequent separator of the header row, outside quotes. */
export function separatorOf(text: string): string {
  let [isQuoted, header] = [false, ''];
  for (const character of text.slice(0, 65_536)) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) {
      if (header.trim() !== '') break;
    } else if (!isQuoted) header += character;
  }
  const counted = separators.map((one) => ({ one, count: header.split(one).length }));
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).one;
}

/** The rows that are not empty. Throws `Invalid` for text that is not CSV and for exceeded limits. */
export function* rowsOf(text: string, separator: string): Generator<CsvRow> {
  let [at, line, count] = [0, 1, 0];
  const plainEnd = new RegExp(`[${separator}\\r\\n]`, 'g');

  /** The text up to the closing quote, with text behind it, as spreadsheets read it. */
  function quotedCell(): string {
    const opened = line;
    let cell = '';
    for (;;) {
      const end = text.indexOf('"', at + 1);
      if (end < 0) throw new Invalid(`The quotes that open on line ${opened} are not closed.`);
      if (end - at > maxCellLength + 1) throw tooLong(opened);
      const part = text.slice(at + 1, end);
      line += lineBreaksIn(part);
      cell += part;
      at = end + 1;
      if (cell.length > maxCellLength) throw tooLong(opened);
      if (text[at] !== '"') return cell + plainCell();
      cell += '"';
    }
  }

  function plainCell(): string {
    plainEnd.lastIndex = at;
    const end = plainEnd.exec(text)?.index ?? text.length;
    const cell = text.slice(at, end);
    at = end;
    return cell;
  }

  /** A file can have millions of empty lines. */
  function skipEmptyLines(): void {
    for (; text[at] === '\n' || text[at] === '\r'; at++) if (text[at] === '\n' || text[at + 1] !== '\n') line++;
  }

  for (skipEmptyLines(); at < text.length; skipEmptyLines()) {
    const cells: string[] = [];
    const start = line;
    for (;;) {
      const cell = text[at] === '"' ? quotedCell() : plainCell();
      if (cell.length > maxCellLength) throw tooLong(line);
      cells.push(cell);
      if (cells.length > maxColumns) throw new Invalid(`Line ${start} has more than ${maxColumns} columns.`);
      if (text[at] !== separator) break;
      at++;
    }
    if (at < text.length) {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      line++;
    }
    if (cells.every((cell) => cell.trim() === '')) continue;
    // The header row counts as well.
    if (++count > maxRows + 1) throw new Invalid(`The file has more than ${maxRows} rows.`);
    yield { line: start, cells };
  }
}

const tooLong = (line: number): Invalid => new Invalid(`Line ${line} has a cell of more than 64 KiB.`);

const lineBreaksIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;
