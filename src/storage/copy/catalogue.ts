// Catalogue queries per engine: columns, identity of the database, sequences.
import type { Engine } from '../engine.js';

export interface Catalogue {
  /** Name, type and position in the primary key of every column; no rows for an unknown table. */
  readonly columns: string;
  /** Identifies a database independently of the address it was opened with. */
  readonly identity: string;
  readonly readSequence: (name: string) => string;
  readonly setSequence: (name: string, value: number) => string;
}

const embedded: Catalogue = {
  columns: 'select name, lower(type), pk from pragma_table_info(?) order by cid',
  identity: "select file from pragma_database_list where name = 'main'",
  readSequence: (name) => `select value from sequences where name = '${name}'`,
  setSequence: (name, value) => `update sequences set value = ${value} where name = '${name}' returning value`,
};

const postgres: Catalogue = {
  // `indkey` is an int2vector, whose subscripts start at 0.
  columns: `
    select a.attname, format_type(a.atttypid, null), coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0)
    from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped order by a.attnum`,
  identity: `
    select system_identifier || ' ' || current_database() || ' ' || current_schema() from pg_control_system()`,
  readSequence: (name) => `select case when is_called then last_value else last_value - 1 end from ${name}_ids`,
  setSequence: (name, value) => `select setval('${name}_ids', ${Math.max(value, 1)}, ${value > 0})`,
};

export const catalogues: Readonly<Record<Engine['name'], Catalogue>> = { embedded, postgres };
