// Fields of columns by their values, for columns whose names say nothing, such as “Column 3”.
import { catchInvalid } from '../../core/problem.js';
import { Ambiguous, readCellDate, readTime } from './dates.js';

/** True if the function does not reject the cell. A date that could be two dates is one. */
const isReadable = (read: (cell: string) => unknown, cell: string): boolean =>
  catchInvalid(
    () => read(cell) !== undefined,
    (fault) => fault instanceof Ambiguous,
  );

/** Kinds of values, and the fields that they fill in this order. */
const kinds: readonly { readonly is: (cell: string) => boolean; readonly fields: readonly string[] }[] = [
  { is: (cell) => isReadable(readCellDate, cell), fields: ['start_date', 'end_date'] },
  // A number alone is not a time.
  { is: (cell) => /\D/.test(cell) && isReadable(readTime, cell), fields: ['start_time', 'end_time'] },
  { is: (cell) => /^https?:\/\/\S+$/i.test(cell), fields: ['website'] },
  { is: (cell) => /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(cell), fields: ['email'] },
];

/** No name, a letter, a number, or the default name of a spreadsheet. */
const saysNothing = (name: string): boolean =>
  /^(?:column|col|colonne|spalte|columna|field|unnamed)?[\s:._-]*(?:[a-z]|\d{1,3}|[a-z]\d{1,3})?$/i.test(name.trim());

const isMost = (cells: readonly string[], is: (cell: string) => boolean): boolean =>
  cells.filter(is).length > cells.length / 2;

interface Guessed {
  readonly names: readonly string[];
  /** The first ones. */
  readonly rows: readonly (readonly string[])[];
  /** Whether a field may be guessed, by column. */
  readonly open: readonly boolean[];
  /** Fields without a column. */
  readonly free: readonly string[];
  readonly required: readonly string[];
}

/** Fields by place of the column. A required field is also guessed for any other name, if only one column fits. */
export function guessFields({ names, rows, open, free, required }: Guessed): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const valuesAt = (at: number) => rows.map((cells) => (cells[at] ?? '').trim()).filter((cell) => cell !== '');
  const places = [...names.keys()].filter((at) => open[at] && valuesAt(at).length > 0);
  for (const { is, fields } of kinds) {
    // A cell such as “to be announced” is reported with its row.
    const fitting = places.filter((at) => isMost(valuesAt(at), is));
    const wanted = fields.filter((field) => free.includes(field));
    const [first, second] = fitting;
    const isOnly = first !== undefined && second === undefined && wanted.some((field) => required.includes(field));
    const guessed = isOnly ? [first] : fitting.filter((at) => saysNothing(names[at] ?? ''));
    for (const [index, at] of guessed.entries()) {
      const field = wanted[index];
      if (field !== undefined && !found.has(at)) found.set(at, field);
    }
  }
  return found;
}
