// State of one statement while it is built: bound values, row aliases and the condition that drives the query.
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
  /** Number of aliases given so far. */
  aliases: number;
  /** The language of the statement. */
  language: string | undefined;
  /** The condition that the planner should start from. */
  driving: Condition | undefined;
  /** A condition drives whose number of rows depends on its values. */
  isPlannedByValues: boolean;
  /** Alias of a row that another condition finds: its columns must not be used through an index. */
  unindexedRow: string | undefined;
  /** Alias of one of a few rows that are found for each row of the query: conditions test it, and find no others. */
  testedRow: string | undefined;
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
    driving: undefined,
    isPlannedByValues: false,
    unindexedRow: undefined,
    testedRow: undefined,
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

/** Inlines a value that the column declares as common, never a caller's value. */
const literal = (cell: Cell): string => (typeof cell === 'string' ? `'${cell.replaceAll("'", "''")}'` : String(cell));
