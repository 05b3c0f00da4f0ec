// A statement while it is being written: the values bound so far, the names given to rows, and which of them leads.
import type { Cell } from '../../core/column.js';
import type { Table, Tables } from '../../core/store.js';
import type { Dialect } from '../engine.js';
import { telling } from './selectivity.js';

export interface Writing {
  readonly dialect: Dialect;
  readonly registry: Tables;
  readonly values: Cell[];
  readonly bind: (value: Cell) => string;
  /** A new name for a row. */
  readonly alias: () => string;
  /** How many were given. */
  aliases: number;
  /** The language of the statement. */
  language: string | undefined;
  /** Has this row found by what is rare about it; its other columns are only looked at. */
  readonly steer: (row: string) => void;
  readonly isSteered: (row: string) => boolean;
  /** The first condition that can lead to the row does. */
  readonly leads: (row: string) => boolean;
  readonly columnOf: (row: string, column: string) => string;
  /** A value to compare a column with. */
  readonly cell: (table: Table, name: string, value: unknown) => string;
}

export function openWriting(dialect: Dialect, registry: Tables): Writing {
  const values: Cell[] = [];
  let steered: string | undefined;
  let led = false;
  const bind = (value: Cell): string => {
    values.push(value);
    return dialect.placeholder(values.length);
  };
  const writing: Writing = {
    dialect,
    registry,
    values,
    bind,
    aliases: 0,
    alias: () => `a${writing.aliases++}`,
    language: undefined,
    steer: (row) => {
      [steered, led] = [row, false];
    },
    isSteered: (row) => row === steered,
    leads: (row) => {
      if (row !== steered || led) return false;
      led = true;
      return true;
    },
    columnOf: (row, column) =>
      row === steered && !telling.has(column) ? dialect.aside(`${row}.${column}`) : `${row}.${column}`,
    cell: (table, name, value) => {
      if (name === 'id') return bind(Number(value));
      const column = table.columns[name];
      if (!column) throw new TypeError(`${table.name} has no column ${name}`);
      const given = column.encode(value);
      const common = column.common?.find((one) => one === given);
      return common === undefined ? bind(given) : literal(common);
    },
  };
  return writing;
}

/** Only what a column itself says is common gets here. */
const literal = (cell: Cell): string => (typeof cell === 'string' ? `'${cell.replaceAll("'", "''")}'` : String(cell));
