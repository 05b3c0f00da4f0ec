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

const batchesOf = (ids: ReadonlySet<number>): readonly (readonly number[])[] =>
  inParts(
    [...ids].sort((one, other) => one - other),
    batchSize,
  );

const unknownIn = (rows: TableMarks['rows']): ReadonlySet<number> =>
  new Set([...rows].flatMap(([id, mark]) => (mark === undefined ? [id] : [])));

type Where = (sql: Compiler, row: string) => string;

/** Values of `shown`: a record that is not public may have been. */
const [neverPublic, oncePublic] = [0, 1];
export const nowPublic = 2;

/** Upserts keep that a record was public once, the last change that everyone could notice, and all users who owned it. */
const onConflict =
  ' on conflict (table_name, id) do update set pos = excluded.pos, changed_utc = excluded.changed_utc, gone = 0,' +
  ` shown = case when excluded.shown = ${nowPublic} then ${nowPublic} when positions.shown = ${neverPublic} then ${neverPublic} else ${oncePublic} end,` +
  ` seen_pos = case when ${nowPublic} in (excluded.shown, positions.shown) then excluded.pos else positions.seen_pos end,` +
  ` owners = case when positions.owners like '%' || excluded.owners || '%' then positions.owners` +
  ` when positions.owners = '' then excluded.owners else positions.owners || substr(excluded.owners, 2) end,` +
  ' content = excluded.content,' +
  ' content_pos = case when excluded.content_pos >= 0 then excluded.content_pos else positions.content_pos end,' +
  ' content_utc = case when excluded.content_pos >= 0 then excluded.content_utc else positions.content_utc end';
const intoPositions =
  'insert into positions' +
  ' (table_name, id, pos, changed_utc, gone, shown, seen_pos, owners, content, content_pos, content_utc)';
/** Values of `content_pos` and `content_utc` where no other row reads the content. */
const unshared = ['-1', `''`];

/** The list of owners with one of them. */
const ownersOf = (owner: number): string => (owner === 0 ? '' : `,${owner},`);

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

  /** Sorted, so that concurrent transactions lock positions in the same order. Rows that read from these get the position of
   * their content when they are read. */
  const upsert = (table: Table, where: Where, changesContent = false): Promise<number> =>
    run((sql) => {
      const row = sql.alias();
      const isPublic = table.followed?.public ?? nothing;
      const owner = table.followed?.owner;
      const owners = owner === undefined ? `''` : `',' || cast(${row}.${owner} as text) || ','`;
      return (
        intoPositions +
        ` select '${table.table}', ${row}.id, ${positionSql.current}, ${sql.bind(now)}, 0,` +
        ` case when ${sql.condition(table, isPublic, row)} then ${nowPublic} else ${neverPublic} end,` +
        ` ${positionSql.current}, ${owners}, ${contentOf(table, row)},` +
        ` ${(changesContent ? sharedContent(sql, table, row) : unshared).join(', ')}` +
        ` from ${table.table} ${row} where ${where(sql, row)} order by ${row}.id` +
        onConflict
      );
    });

  const contentOf = (table: Table, row: string): string =>
    table.content ? `case when ${contentId(table, row)} = ${row}.id then 0 else ${contentId(table, row)} end` : '0';

  const sharedContent = (sql: Compiler, table: Table, row: string): readonly string[] => {
    if (!table.content) return unshared;
    const ifShared = (value: string, otherwise = '') =>
      `case when ${sql.condition(table, table.content?.shared ?? nothing, row)} then ${value} else ${otherwise} end`;
    return [ifShared(positionSql.current, unshared[0]), ifShared(sql.bind(now), unshared[1])];
  };

  const remove = (table: Table, ids: readonly number[]): Promise<number> =>
    run(
      (sql) =>
        `update positions set pos = ${positionSql.current}, changed_utc = ${sql.bind(now)}, gone = 1,` +
        ` seen_pos = case when shown = ${nowPublic} then ${positionSql.current} else seen_pos end,` +
        ` shown = case when shown = ${neverPublic} then ${neverPublic} else ${oncePublic} end,` +
        ' content = 0, content_pos = -1' +
        ` where table_name = '${table.table}' and id in (${listed(sql, ids)})`,
    );

  /** Rows of all tables that need no query, such as a new record and the terms that count it, in one statement. */
  function insertKnown(): readonly Promise<number>[] {
    const known = marks.flatMap(({ table, rows, contents, removed }) =>
      [...rows]
        .flatMap(([id, mark]) => (mark && !contents.has(id) && !removed.has(id) ? [{ ...mark, id }] : []))
        .sort((one, other) => one.id - other.id)
        .map((mark) => ({ ...mark, table: table.table })),
    );
    return inParts(known, Math.floor(batchSize / 6)).map((part) =>
      run((sql) => {
        // All values are bound, so that few different statements are prepared.
        const tuples = part.map(({ table, id, isPublic, owner, content }) => {
          const values = [table, id, now, isPublic ? nowPublic : neverPublic, ownersOf(owner), content];
          const [name, record, at, shown, owners, from] = values.map(sql.bind);
          const { current } = positionSql;
          return `(${[name, record, current, at, '0', shown, current, owners, from, ...unshared].join(', ')})`;
        });
        return `${intoPositions} values ${tuples.join(', ')}${onConflict}`;
      }),
    );
  }

  function statementsOf({ table, rows, contents, targets, removed }: TableMarks): readonly Promise<number>[] {
    return [
      ...batchesOf(contents).map((ids) => upsert(table, (sql, row) => `${row}.id in (${listed(sql, ids)})`, true)),
      ...batchesOf(unknownIn(rows)).map((ids) => upsert(table, (sql, row) => `${row}.id in (${listed(sql, ids)})`)),
      ...[...targets].flatMap(([link, some]) =>
        batchesOf(some).map((ids) =>
          upsert(
            table,
            (sql, row) => `${row}.id in (select owner from ${link} where target in (${listed(sql, ids)}))`,
            true,
          ),
        ),
      ),
      ...batchesOf(removed).map((ids) => remove(table, ids)),
    ];
  }

  await Promise.all([...insertKnown(), ...marks.flatMap(statementsOf)]);
}
