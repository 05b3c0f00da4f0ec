// How a value is kept: three cell types that both engines share, so that no driver converts anything.

export type Cell = string | number | null;

export interface Column<Value> {
  readonly type: 'text' | 'integer' | 'real';
  readonly encode: (value: Value) => Cell;
  readonly decode: (cell: Cell) => Value;
  /** Kept but never selected: it is only compared with. */
  readonly concealed?: true;
  /** Values that many rows share. They stand in a statement as they stand here, so that a planner can tell the rare from
   * the common; every other value is bound. */
  readonly common?: readonly Cell[];
}

// biome-ignore lint/suspicious/noExplicitAny: a table has columns of many types; this is their one name
export type AnyColumn = Column<any>;
export type Columns = Readonly<Record<string, AnyColumn>>;
export type RowOf<C> = { readonly [K in keyof C]: C[K] extends Column<infer Value> ? Value : never };

const asText = (cell: Cell) => (cell === null ? '' : String(cell));

export const textColumn: Column<string> = { type: 'text', encode: (value) => value, decode: asText };
export const integerColumn: Column<number> = { type: 'integer', encode: (value) => value, decode: Number };
/** One of a few numbers of ours. */
export const classColumn = (...common: readonly number[]): Column<number> => ({ ...integerColumn, common });
/** Text that is mostly one of a few words of ours. */
export const wordColumn = (...common: readonly string[]): Column<string> => ({ ...textColumn, common });
export const flagColumn: Column<boolean> = {
  type: 'integer',
  common: [0, 1],
  encode: (value) => (value ? 1 : 0),
  decode: (cell) => Number(cell) === 1,
};
/** A number, or none. */
export const sparseRealColumn: Column<number | null> = {
  type: 'real',
  encode: (value) => value,
  decode: (cell) => (cell === null ? null : Number(cell)),
};
/** Empty text is kept as NULL, so that a unique index lets many records be without one. */
export const sparseTextColumn: Column<string> = { type: 'text', encode: (value) => value || null, decode: asText };
export const jsonColumn = <Value>(empty: Value): Column<Value> => ({
  type: 'text',
  encode: (value) => JSON.stringify(value),
  decode: (cell) => (cell === null || cell === '' ? empty : (JSON.parse(String(cell)) as Value)),
});
export const concealed = <Value>(column: Column<Value>): Column<Value> => ({ ...column, concealed: true });
