// Columns: how values are stored. Both engines share three cell types, so that no driver converts anything.
import type { Schema } from './schema.js';

export type Cell = string | number | null;

export interface Column<Value> {
  readonly type: 'text' | 'integer' | 'real';
  /** JSON Schema of the decoded value. */
  readonly schema: Schema;
  encode(value: Value): Cell;
  decode(cell: Cell): Value;
  /** Stored but never selected, only used in conditions and order. */
  readonly concealed?: true;
  /** Not shown in lists: plans of items leave it out. */
  readonly unlisted?: true;
  /** Never shown: revisions record that it changed, but not its values. */
  readonly secret?: true;
  /** Set by the service from other values: revisions leave it out. */
  readonly derived?: true;
  /** Rows that read their content from another row have a value of their own. */
  readonly perRow?: true;
  /** Such rows have a copy of the value of their content row, which conditions read without a join. A text names the field
   * that sets it, if that has another name. Neither `copied` nor `perRow`: it is read from the content row. */
  readonly copied?: true | string;
  /** Values of many rows. They are literals in SQL, so that the planner can estimate their selectivity; all other values
   * are bound. */
  readonly common?: readonly Cell[];
  /** Indexes leave out rows with this value, which SQL must exclude for the planner to use them. */
  readonly unindexed?: 0 | '';
  /** Long lists with the greatest values first walk an index of this column and the id. */
  readonly greatestFirst?: true;
}

export type ConcealedColumn<Value> = Column<Value> & { readonly concealed: true };

/** Texts of a record in other languages, by language and column. */
export type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The columns of a table by name. Generic code relies on the type of `translations`. */
export type Columns = Readonly<Record<string, Column<unknown>>> & { readonly translations?: Column<Translations> };
type ValueIn<C> = C extends Column<infer Value> ? Value : never;
/** Stored values by column. */
export type ValuesOf<C extends Columns> = { readonly [K in keyof C]: ValueIn<C[K]> };
/** Selected values by column, without concealed ones. */
export type RowOf<C extends Columns> = {
  readonly [K in keyof C as C[K] extends ConcealedColumn<unknown> ? never : K]: ValueIn<C[K]>;
};

/** The empty value of each column. */
export function blankValues<C extends Columns>(columns: C): ValuesOf<C>;
export function blankValues(columns: Columns): ValuesOf<Columns> {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.decode(null)]));
}

const asText = (cell: Cell) => (cell === null ? '' : String(cell));

export const textColumn: Column<string> = {
  type: 'text',
  schema: { type: 'string' },
  encode: (value) => value,
  decode: asText,
};
export const integerColumn: Column<number> = {
  type: 'integer',
  schema: { type: 'integer' },
  encode: (value) => value,
  decode: Number,
};
/** The id of another row, 0 for none; few rows have one, and only these are indexed. */
export const sparseIdColumn: Column<number> = { ...integerColumn, common: [0], unindexed: 0 };
/** Text that few rows have; only these are indexed. */
export const rareTextColumn: Column<string> = { ...textColumn, unindexed: '' };
/** A number of a small fixed set. */
export const classColumn = (...common: readonly number[]): Column<number> => ({ ...integerColumn, common });
/** Text that mostly has one of these values. */
export const wordColumn = (...common: readonly string[]): Column<string> => ({ ...textColumn, common });
/** One of these words; any other cell decodes to `otherwise`. */
export const choiceColumn = <Word extends string>(words: readonly Word[], otherwise: NoInfer<Word>): Column<Word> => ({
  type: 'text',
  schema: { type: 'string', enum: words },
  common: words,
  encode: (value) => value,
  decode: (cell) => words.find((word) => word === cell) ?? otherwise,
});
/** One of these words, stored as its position: many rows have one. New words are added at the end. */
export const wordClassColumn = <Word extends string>(words: readonly [Word, ...Word[]]): Column<Word> => ({
  type: 'integer',
  schema: { type: 'string', enum: words },
  common: words.map((_, at) => at),
  encode: (value) => words.indexOf(value),
  decode: (cell) => words[Number(cell)] ?? words[0],
});
export const flagColumn: Column<boolean> = {
  type: 'integer',
  schema: { type: 'boolean' },
  common: [0, 1],
  encode: (value) => (value ? 1 : 0),
  decode: (cell) => Number(cell) === 1,
};
/** A number or null. */
export const sparseRealColumn: Column<number | null> = {
  type: 'real',
  schema: { type: ['number', 'null'] },
  encode: (value) => value,
  decode: (cell) => (cell === null ? null : Number(cell)),
};
/** An empty string is stored as NULL, which a unique index allows more than once. */
export const sparseTextColumn: Column<string> = { ...textColumn, encode: (value) => value || null };
/** The empty value is stored as an empty text: dates of a series have no content, and there are many of them. */
export const jsonColumn = <Value>(empty: Value): Column<Value> => ({
  type: 'text',
  schema: {},
  encode: (value) => (value === empty ? '' : JSON.stringify(value)),
  decode: (cell) => (cell === null || cell === '' ? empty : JSON.parse(String(cell))),
});
/** Undefined is stored as an empty text. */
export const sparseJsonColumn = <Value>(): Column<Value | undefined> => ({
  type: 'text',
  schema: {},
  encode: (value) => (value === undefined ? '' : JSON.stringify(value)),
  decode: (cell) => (cell ? JSON.parse(String(cell)) : undefined),
});
/** An empty list is stored as NULL, so that `isSet` finds the others. */
export const sparseListColumn: Column<readonly string[]> = {
  ...jsonColumn<readonly string[]>([]),
  encode: (value) => (value.length ? JSON.stringify(value) : null),
};
export const secret = <Value>(column: Column<Value>): Column<Value> => ({ ...column, secret: true });
export const derived = <Value>(column: Column<Value>): Column<Value> => ({ ...column, derived: true });
export const concealed = <Value>(column: Column<Value>): ConcealedColumn<Value> => ({ ...column, concealed: true });
export const copied = <Value>(column: Column<Value>, field?: string): Column<Value> => ({
  ...column,
  copied: field ?? true,
});
export const unlisted = <Value>(column: Column<Value>): Column<Value> => ({ ...column, unlisted: true });
export const greatestFirst = <Value>(column: Column<Value>): Column<Value> => ({ ...column, greatestFirst: true });
export const perRow = <Value>(column: Column<Value>): Column<Value> => ({ ...column, perRow: true });
