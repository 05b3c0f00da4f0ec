// Gives the rows that a transaction changed its position, in statements over sets of rows.
import { nothing } from '../../core/condition.js';
import type { Table, Tables } from '../../core/store.js';
import type { Connection, Engine } from '../engine.js';
import { type Compiler, compiler } from '../sql/compile.js';
import { contentId } from '../sql/content.js';
import { inParts, padded } from '../sql/rows.js';
import type { TableMarks } from './marks.js';

/** Ids bound per statement. */
const batchSize = 512;
const maxExcluded = 8;

const batchesOf = (ids: ReadonlySet<number>): readonly (readonly number[])[] =>
  inParts(
    [...ids].sort((one, other) => one - other),
    batchSize,
  );

const unknownIn = (rows: TableMarks['rows']): ReadonlySet<number> =>
  new Set([...rows].flatMap(([id, isPublic]) => (isPublic === undefined ? [id] : [])));

type Where = (sql: Compiler, row: string) => string;

/** Upserts keep that a record was public once. */
const onConflict =
  ' on conflict (table_name, id) do update set pos = excluded.pos, changed_utc = excluded.changed_utc, gone = 0,' +
  ' shown = case when positions.shown = 1 then 1 else excluded.shown end';
const intoPositions = 'insert into positions (table_name, id, pos, changed_utc, gone, shown)';

/** Statements run in the order of the calls, so they are sent together. */
export async function writePositions(
  connection: Connection,
  engine: Engine,
  registry: Tables,
  marks: readonly TableMarks[],
  now: string,
): Promise<void> {
  const { dialect, positionSql } = engine;
  const listed = (sql: Compiler, ids: readonly number[]) => padded(ids).map(sql.bind).join(', ');

  const run = (build: (sql: Compiler) => string): Promise<number> => {
    const sql = compiler(dialect, registry);
    return connection.run(sql.statement(build(sql)));
  };

  /** Sorted, so that concurrent transactions lock positions in the same order. */
  const upsert = (table: Table, where: Where): Promise<number> =>
    run((sql) => {
      const row = sql.alias();
      const isPublic = table.followed?.public ?? nothing;
      return (
        intoPositions +
        ` select '${table.table}', ${row}.id, ${positionSql.current}, ${sql.bind(now)}, 0,` +
        ` case when ${sql.condition(table, isPublic, row)} then 1 else 0 end` +
        ` from ${table.table} ${row} where ${where(sql, row)} order by ${row}.id` +
        onConflict
      );
    });

  const remove = (table: Table, ids: readonly number[]): Promise<number> =>
    run(
      (sql) =>
        `update positions set pos = ${positionSql.current}, changed_utc = ${sql.bind(now)}, gone = 1` +
        ` where table_name = '${table.table}' and id in (${listed(sql, ids)})`,
    );

  /** Rows of all tables that need no query, such as a new record and the terms that count it, in one statement. */
  function insertKnown(): readonly Promise<number>[] {
    const known = marks.flatMap(({ table, rows, contents, removed }) =>
      [...rows]
        .filter(([id, isPublic]) => isPublic !== undefined && !contents.has(id) && !removed.has(id))
        .sort(([one], [other]) => one - other)
        .map(([id, isPublic]) => ({ table: table.table, id, isPublic })),
    );
    return inParts(known, batchSize / 4).map((part) =>
      run((sql) => {
        // All values are bound, so that few different statements are prepared.
        const tuples = part.map(({ table, id, isPublic }) => {
          const [name, record, at, shown] = [table, id, now, isPublic ? 1 : 0].map(sql.bind);
          return `(${name}, ${record}, ${positionSql.current}, ${at}, 0, ${shown})`;
        });
        return `${intoPositions} values ${tuples.join(', ')}${onConflict}`;
      }),
    );
  }

  function statementsOf({ table, rows, contents, targets, removed }: TableMarks): readonly Promise<number>[] {
    // Rows that read from a changed content row have their position already.
    const others: Where = (sql, row) =>
      contents.size > 0 && contents.size <= maxExcluded
        ? ` and ${contentId(table, row)} not in (${listed(sql, [...contents])})`
        : '';
    return [
      ...batchesOf(contents).map((ids) =>
        upsert(table, (sql, row) => `${contentId(table, row)} in (${listed(sql, ids)})`),
      ),
      ...batchesOf(unknownIn(rows)).map((ids) =>
        upsert(table, (sql, row) => `${row}.id in (${listed(sql, ids)})${others(sql, row)}`),
      ),
      ...[...targets].flatMap(([link, some]) =>
        batchesOf(some).map((ids) =>
          upsert(
            table,
            (sql, row) =>
              `${contentId(table, row)} in (select owner from ${link} where target in (${listed(sql, ids)}))`,
          ),
        ),
      ),
      ...batchesOf(removed).map((ids) => remove(table, ids)),
    ];
  }

  await Promise.all([...insertKnown(), ...marks.flatMap(statementsOf)]);
}
