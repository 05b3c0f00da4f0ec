// How a value is kept: three cell types that both engines share, so that no driver converts anything.
import type { Schema } from './schema.js';

export type Cell = string | number | null;

export interface Column<Value> {
  readonly type: 'text' | 'integer' | 'real';
  /** How a value is told as it is. */
  readonly schema: Schema;
  encode(value: Value): Cell;
  decode(cell: Cell): Value;
  /** Kept but never selected: it is only compared with. */
  readonly concealed?: true;
  /** Values that many rows share. They stand in a statement as they stand here, so that a planner can tell the rare from
   * the common; every other value is bound. */
  readonly common?: readonly Cell[];
}

/** A column that rows do not show. */
export type ConcealedColumn<Value> = Column<Value> & { readonly concealed: true };

/** Texts of a record in further languages, by language and column. */
export type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The columns of a table by name; generic code knows what `translations` holds wherever a table has it. */
export type Columns = Readonly<Record<string, Column<unknown>>> & { readonly translations?: Column<Translations> };
type ValueIn<C> = C extends Column<infer Value> ? Value : never;
/** What a table stores of a row, by column. */
export type ValuesOf<C extends Columns> = { readonly [K in keyof C]: ValueIn<C[K]> };
/** What reading a row shows of it, by column. */
export type RowOf<C extends Columns> = {
  readonly [K in keyof C as C[K] extends ConcealedColumn<unknown> ? never : K]: ValueIn<C[K]>;
};

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
/** One of a few numbers of ours. */
export const classColumn = (...common: readonly number[]): Column<number> => ({ ...integerColumn, common });
/** Text that is mostly one of a few words of ours. */
export const wordColumn = (...common: readonly string[]): Column<string> => ({ ...textColumn, common });
/** One of these words; a cell with any other text reads as `otherwise`. */
export const choiceColumn = <Word extends string>(words: readonly Word[], otherwise: NoInfer<Word>): Column<Word> => ({
  type: 'text',
  schema: { type: 'string', enum: words },
  common: words,
  encode: (value) => value,
  decode: (cell) => words.find((word) => word === cell) ?? otherwise,
});
export const flagColumn: Column<boolean> = {
  type: 'integer',
  schema: { type: 'boolean' },
  common: [0, 1],
  encode: (value) => (value ? 1 : 0),
  decode: (cell) => Number(cell) === 1,
};
/** A number, or none. */
export const sparseRealColumn: Column<number | null> = {
  type: 'real',
  schema: { type: ['number', 'null'] },
  encode: (value) => value,
  decode: (cell) => (cell === null ? null : Number(cell)),
};
/** Empty text is kept as NULL, so that a unique index lets many records be without one. */
export const sparseTextColumn: Column<string> = { ...textColumn, encode: (value) => value || null };
export const jsonColumn = <Value>(empty: Value): Column<Value> => ({
  type: 'text',
  schema: {},
  encode: (value) => JSON.stringify(value),
  decode: (cell) => (cell === null || cell === '' ? empty : JSON.parse(String(cell))),
});
export const concealed = <Value>(column: Column<Value>): ConcealedColumn<Value> => ({ ...column, concealed: true });
