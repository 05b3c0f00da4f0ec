// The Writer inside a transaction: runs compiled statements and tracks which records they change, for cache invalidation and
// for followers of changes.
import type { Cell, Column } from '../core/column.js';
import { type Condition, is } from '../core/condition.js';
import { isShared } from '../core/content.js';
import { groupBy } from '../core/group-by.js';
import type { CountPlan, Link, LinkTargets, Row, Table, Tables, Values, Writer } from '../core/store.js';
import { type Tracker, trackedValues } from './change-log/tracker.js';
import type { Connection, Engine } from './engine.js';
import { idsOver } from './ids.js';
import type { Marks } from './positions/marks.js';
import { readerOver } from './reader.js';
import { type Compiler, compiler } from './sql/compile.js';
import { insertions, padded, updates } from './sql/rows.js';

/** Work to run after the commit. */
export type Later = Parameters<Writer['afterCommit']>[0];

export function writerOver(
  connection: Connection,
  engine: Engine,
  registry: Tables,
  tracker: Tracker,
  marks: Marks,
  later: Later[],
  /** Statements that must succeed before the commit, and that no other statement waits for. */
  pending: Promise<unknown>[],
  /** The transaction will be rolled back. */
  isPreview = false,
): Writer {
  const run = (build: (sql: Compiler) => string) => {
    const sql = compiler(engine.dialect, registry);
    return connection.run(sql.statement(build(sql)));
  };
  const meta: Pick<Writer, 'getMeta' | 'setMeta'> = {
    getMeta: async (name) => {
      const sql = compiler(engine.dialect, registry);
      const rows = await connection.all(sql.statement(`select value from metadata where name = ${sql.bind(name)}`));
      return rows[0] && String(rows[0][0]);
    },
    setMeta: async (name, value) => {
      await run(
        (sql) =>
          `insert into metadata (name, value) values (${[name, value].map(sql.bind).join(', ')})` +
          ' on conflict (name) do update set value = excluded.value',
      );
    },
  };
  const { takeIds, reserveIds } = idsOver(connection, engine, registry, meta, isPreview);
  return {
    ...readerOver(connection, engine, registry),

    lock: (name) => engine.lock(connection, name),

    afterCommit: (work) => {
      later.push(work);
    },

    ...meta,
    takeIds,
    reserveIds,

    insert: async (table, values) => {
      const [id] = await takeIds(table, 1);
      if (id === undefined) throw new TypeError(`${table.name} got no id`);
      await insertAll(table, [{ ...values, id }]);
      return id;
    },

    append: async (table, rows, ifAny) => {
      // Predicted ids would collide with those of concurrent writes.
      if (isPreview) return;
      const appending = ifAny
        ? matches(ifAny).then((found) => (found ? appendRows(table, rows) : undefined))
        : appendRows(table, rows);
      pending.push(appending);
      // Reported by `pending`.
      appending.catch(() => undefined);
    },

    insertAll,

    update: async (table, id, values) => {
      const cells = encode(table, values);
      if (cells.length === 0) return;
      const before = await trackedWhere(table, is('id', id));
      await run((sql) => `${setting(sql, table, cells)} where id = ${sql.bind(id)}`);
      for (const [, row] of before) {
        record(table, id, row, { ...row, ...values });
        marks.updated(table, id, row, values);
      }
    },

    updateWhere: async (table, where, values) => {
      const cells = encode(table, values);
      if (cells.length === 0) return 0;
      // Callers lock the rows, so that those found here are those that are updated.
      const before = table.followed ? await trackedWhere(table, where) : new Map<number, Values>();
      const updated = await run((sql) => `${setting(sql, table, cells)} where id in (${sql.idsWhere(table, where)})`);
      if (updated > 0) recordAny(table);
      for (const [id, row] of before) marks.updated(table, id, row, values);
      return updated;
    },

    updateEach: async (table, rows) => {
      if (rows.length === 0) return;
      recordAny(table);
      const sets = groupBy(
        rows.filter(({ values }) => Object.keys(values).length > 0),
        ({ values }) => Object.keys(values).join(),
      );
      for (const [, set] of sets) {
        const names = Object.keys(set[0]?.values ?? {});
        const typed = names.map((name) => [name, columnOf(table, name).type] as const);
        const cells = set.map(({ id, values }) => [
          id,
          ...names.map((name) => columnOf(table, name).encode((values as Values)[name])),
        ]);
        for (const { id, values } of set) marks.updated(table, id, {}, values);
        await Promise.all(updates(engine.dialect, table.table, typed, cells).map(connection.run));
      }
    },

    unindex: async (table, id) => {
      for (const rows of indexRowsOf(table)) await run((sql) => `delete from ${rows} = ${sql.bind(id)}`);
    },

    remove: async (table, where) => {
      for (const [id, row] of await trackedWhere(table, where)) {
        record(table, id, row);
        marks.removed(table, id, row);
      }
      for (const rows of indexRowsOf(table))
        await run((sql) => `delete from ${rows} in (${sql.idsWhere(table, where)})`);
      return run((sql) => `delete from ${table.table} where id in (${sql.idsWhere(table, where)})`);
    },

    link: linkAll,

    relink: async (link, ends) => {
      await touch(registry.named(link.owner), ends.owner);
      marks.relinked(link, ends.owner);
      await run((sql) => `delete from ${link.table} where owner = ${sql.bind(ends.owner)}`);
      await linkAll(link, [ends]);
    },

    taken: async ({ table, translatedKeys }, slugs) => {
      const sql = compiler(engine.dialect, registry);
      const among = (name: string) =>
        `select slug from ${name} where slug in (${padded(slugs).map(sql.bind).join(', ')})`;
      const tables = translatedKeys.length ? [table, `${table}_slugs`] : [table];
      const rows = await connection.all(sql.statement(tables.map(among).join(' union all ')));
      return new Set(rows.map(([slug]) => String(slug)));
    },

    unlink: async (link, target) => {
      recordAny(registry.named(link.owner));
      const sql = compiler(engine.dialect, registry);
      const owners = sql.statement(`select owner from ${link.table} where target = ${sql.bind(target)}`);
      for (const [owner] of await connection.all(owners)) marks.relinked(link, Number(owner));
      await run((sql) => `delete from ${link.table} where target = ${sql.bind(target)}`);
    },

    add: async (table, ids, column, amount) => {
      const { trackedColumns = [] } = table;
      const sql = compiler(engine.dialect, registry);
      const set = `update ${table.table} set ${column} = ${column} + ${sql.bind(amount)}`;
      const where = `where id in (${padded(ids).map(sql.bind).join(', ')})`;
      const rows = await connection.all(
        sql.statement(`${set} ${where} returning ${['id', ...trackedColumns].join(', ')}`),
      );
      for (const [id, ...cells] of rows) {
        const row = decoded(table, trackedColumns, cells);
        record(table, Number(id), row, row);
        marks.updated(table, Number(id), row, { [column]: undefined });
      }
    },

    index: async (table, entries) => {
      for (const { id } of entries) if (sharesContent(table, id)) await touch(table, id);
      const sets = table.searched.map((name) => `${name} = excluded.${name}`);
      await insertRows(
        `${table.table}_search`,
        ['id', ...table.searched],
        entries.map(({ id, texts }) => [id, ...table.searched.map((name) => texts[name] ?? '')]),
        ` on conflict (id) do update set ${sets.join(', ')}`,
      );
    },

    indexLocalized: async (table, id, localized) => {
      if (sharesContent(table, id)) await touch(table, id);
      await run((sql) => `delete from ${table.table}_localized where owner = ${sql.bind(id)}`);
      const own = await takeIds({ sequence: 'localized' }, localized.length);
      // A text that is also a key column is inserted once.
      const cells = localized.map(({ keys, texts }) => [
        ...new Map([...encode(table, keys), ...table.searched.map(textIn(texts))]),
      ]);
      await insertRows(
        `${table.table}_localized`,
        ['id', 'owner', 'language', ...(cells[0] ?? []).map(([name]) => name)],
        localized.map(({ language }, at) => [
          own[at] ?? null,
          id,
          language,
          ...(cells[at] ?? []).map(([, cell]) => cell),
        ]),
      );
    },

    setExtraSlugs: async (table, id, slugs) => {
      if (sharesContent(table, id)) await touch(table, id);
      await run((sql) => `delete from ${table.table}_slugs where owner = ${sql.bind(id)}`);
      await insertRows(
        `${table.table}_slugs`,
        ['slug', 'owner'],
        slugs.map((slug) => [slug, id]),
      );
    },
  };

  async function appendRows(table: Table, rows: readonly Values[]): Promise<void> {
    const { nextId } = engine.dialect;
    if (!nextId) {
      const ids = await takeIds(table, rows.length);
      return insertAll(
        table,
        rows.map((row, at) => ({ ...row, id: ids[at] ?? 0 })),
      );
    }
    const names = Object.keys(table.columns);
    const cells = rows.map((row) => names.map((name) => columnOf(table, name).encode(row[name])));
    const given = { column: 'id', expression: nextId(table.sequence) };
    await Promise.all(insertions(engine.dialect, table.table, names, cells, '', given).map(connection.run));
  }

  async function matches({ table, where }: CountPlan): Promise<boolean> {
    const sql = compiler(engine.dialect, registry);
    return (await connection.all(sql.statement(`${sql.idsWhere(table, where)} limit 1`))).length > 0;
  }

  /** Current values of the tracked columns of these rows and of those that positions depend on, by id. */
  async function trackedWhere(table: Table, where: Condition): Promise<ReadonlyMap<number, Values>> {
    const { trackedColumns } = table;
    if (!trackedColumns) return new Map();
    const sql = compiler(engine.dialect, registry);
    const columns = [...new Set([...trackedColumns, ...marks.columnsOf(table)])];
    const cells = await connection.all(sql.tracked(table, where, columns));
    return new Map(cells.map(([id, ...row]) => [Number(id), decoded(table, columns, row)]));
  }

  function record(table: Table, id: number, before?: Values, after?: Values): void {
    if (!table.trackedColumns) return;
    tracker.record({
      table: table.table,
      id,
      ...(before && { before: trackedValues(table, before) }),
      ...(after && { after: trackedValues(table, after) }),
      ...(isShared(table, before, after) && { content: true }),
    });
  }

  function recordAny({ table, trackedColumns }: Table): void {
    if (trackedColumns) tracker.record({ table, id: 0 });
  }

  /** Whether other rows may show the texts of this row, and its change is not logged yet. */
  function sharesContent({ table, content }: Table, id: number): boolean {
    return content !== undefined && !tracker.knows(table, id);
  }

  /** Logs a change of a record whose tracked columns stay the same. */
  async function touch(table: Table, id: number): Promise<void> {
    if (tracker.knows(table.table, id)) return;
    for (const [, row] of await trackedWhere(table, is('id', id))) record(table, id, row, row);
  }

  async function insertRows(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly Cell[])[],
    ending = '',
  ): Promise<void> {
    await Promise.all(insertions(engine.dialect, table, columns, rows, ending).map(connection.run));
  }

  async function insertAll(table: Table, given: readonly Row[]): Promise<void> {
    const { column } = table.content ?? {};
    const rows = column ? given.map((row) => ({ ...row, [column]: row[column] || row.id })) : given;
    for (const row of rows) {
      record(table, row.id, undefined, row);
      marks.inserted(table, row.id, row);
    }
    const [{ id: _, ...first } = { id: 0 }] = rows;
    const names = Object.keys(first);
    if (rows.some((row) => Object.keys(row).length !== names.length + 1)) {
      throw new TypeError(`rows of ${table.name} differ in their columns`);
    }
    await insertRows(
      table.table,
      ['id', ...names],
      rows.map((row) => [row.id, ...names.map((name) => columnOf(table, name).encode(row[name]))]),
    );
  }

  async function linkAll({ table }: Link, ends: readonly LinkTargets[]): Promise<void> {
    await insertRows(
      table,
      ['owner', 'target', 'position'],
      ends.flatMap(({ owner, targets }) => targets.map((target, position) => [owner, target, position])),
    );
  }
}

const decoded = (table: Table, names: readonly string[], cells: readonly Cell[]): Values =>
  Object.fromEntries(names.map((name, at) => [name, table.columns[name]?.decode(cells[at] ?? null)]));

const setting = (sql: Compiler, { table }: Table, cells: readonly (readonly [string, Cell])[]): string =>
  `update ${table} set ${cells.map(([name, cell]) => `${name} = ${sql.bind(cell)}`).join(', ')}`;

/** Search texts, localized index and further slugs, up to the id of their row. */
const indexRowsOf = ({ table, searched, translatedKeys }: Table): readonly string[] => [
  ...(searched.length ? [`${table}_search where id`] : []),
  ...(translatedKeys.length ? [`${table}_localized where owner`, `${table}_slugs where owner`] : []),
];

const textIn =
  (texts: Readonly<Record<string, string>>) =>
  (name: string): readonly [string, Cell] => [name, texts[name] ?? ''];

function encode(table: Table, values: Values): readonly (readonly [string, Cell])[] {
  return Object.entries(values).map(([name, value]) => [name, columnOf(table, name).encode(value)]);
}

function columnOf(table: Table, name: string): Column<unknown> {
  const column = table.columns[name];
  if (!column) throw new TypeError(`${table.name} has no column ${name}`);
  return column;
}
