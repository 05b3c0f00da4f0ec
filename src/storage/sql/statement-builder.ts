// A statement while it is being built: the values bound so far, the names given to rows, and the condition that leads.
import type { Cell } from '../../core/column.js';
import type { Condition } from '../../core/condition.js';
import type { Table, Tables } from '../../core/store.js';
import type { Dialect } from '../engine.js';

export interface StatementBuilder {
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
  /** The condition by which the rows of the list are to be found. */
  lead: Condition | undefined;
  /** The row that is only tested at the moment: its columns must lead to no index. */
  tested: string | undefined;
  /** A value to compare a column with. */
  readonly cell: (table: Table, name: string, value: unknown) => string;
}

export function openStatement(dialect: Dialect, registry: Tables): StatementBuilder {
  const values: Cell[] = [];
  const bind = (value: Cell): string => {
    values.push(value);
    return dialect.placeholder(values.length);
  };
  const builder: StatementBuilder = {
    dialect,
    registry,
    values,
    bind,
    aliases: 0,
    alias: () => `a${builder.aliases++}`,
    language: undefined,
    lead: undefined,
    tested: undefined,
    cell: (table, name, value) => {
      if (name === 'id') return bind(Number(value));
      const column = table.columns[name];
      if (!column) throw new TypeError(`${table.name} has no column ${name}`);
      const given = column.encode(value);
      const common = column.common?.find((one) => one === given);
      return common === undefined ? bind(given) : literal(common);
    },
  };
  return builder;
}

/** Only what a column itself says is common gets here. */
const literal = (cell: Cell): string => (typeof cell === 'string' ? `'${cell.replaceAll("'", "''")}'` : String(cell));
