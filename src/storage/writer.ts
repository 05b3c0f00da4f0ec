// Changes inside a transaction: compiled statements, and a note of what they do to the records that answers rest on.
import type { Cell } from '../core/column.js';
import { type Condition, is } from '../core/condition.js';
import type { Registry } from '../core/resource.js';
import type { Table, Values, Writer } from '../core/store.js';
import { type Compiler, compiler } from './compile.js';
import type { Connection, Engine } from './dialect.js';
import { readerOver } from './reader.js';
import type { Later } from './store.js';
import { factsOf, type Tracker } from './tracker.js';

export function writerOver(
  connection: Connection,
  engine: Engine,
  registry: Registry,
  tracker: Tracker,
  later: Later[],
  /** The transaction will be undone: numbers are looked at and not taken. */
  undone = false,
): Writer {
  const lent = new Map<string, number>();
  const run = (build: (sql: Compiler) => string) => {
    const sql = compiler(engine.dialect, registry);
    return connection.run(sql.statement(build(sql)));
  };
  return {
    ...readerOver(connection, engine, registry),

    claim: (name) => engine.claim(connection, name),

    afterwards: (work) => {
      later.push(work);
    },

    insert: async (table, { id: given, ...values }) => {
      // What will be undone only looks at the numbers, which takes a question of its own.
      const newId = undone ? undefined : engine.dialect.newId;
      const known = typeof given === 'number' ? given : newId ? undefined : await nextId(table.sequence);
      const sql = compiler(engine.dialect, registry);
      const own = known === undefined ? newId?.(sql.bind, table.sequence) : sql.bind(known);
      const cells = encode(table, values);
      const names = ['id', ...cells.map(([name]) => name)].join(', ');
      const bound = [own, ...cells.map(([, cell]) => sql.bind(cell))].join(', ');
      const insert = `insert into ${table.table} (${names}) values (${bound}) returning id`;
      const id = Number((await connection.all(sql.statement(insert)))[0]?.[0]);
      if (table.watched) tracker.note({ table: table.table, id, after: factsOf(table, values) });
      return id;
    },

    update: async (table, id, values) => {
      const cells = encode(table, values);
      if (cells.length === 0) return;
      const before = await factsWhere(table, is('id', id));
      await run((sql) => {
        const sets = cells.map(([name, cell]) => `${name} = ${sql.bind(cell)}`);
        return `update ${table.table} set ${sets.join(', ')} where id = ${sql.bind(id)}`;
      });
      for (const [, row] of before) {
        tracker.note({
          table: table.table,
          id,
          before: factsOf(table, row),
          after: factsOf(table, { ...row, ...values }),
        });
      }
    },

    remove: async (table, where) => {
      const beside = [
        ...(table.searched.length ? [`${table.table}_search where id`] : []),
        ...(table.spokenKeys.length ? [`${table.table}_readings where owner`, `${table.table}_slugs where owner`] : []),
      ];
      for (const [id, row] of await factsWhere(table, where)) {
        tracker.note({ table: table.table, id, before: factsOf(table, row) });
      }
      for (const rows of beside) await run((sql) => `delete from ${rows} in (${sql.idsWhere(table, where)})`);
      return run((sql) => `delete from ${table.table} where id in (${sql.idsWhere(table, where)})`);
    },

    relink: async (link, owner, targets, isNew) => {
      await touch(registry.named(link.owner), owner);
      if (!isNew) await run((sql) => `delete from ${link.table} where owner = ${sql.bind(owner)}`);
      if (targets.length === 0) return;
      await run((sql) => {
        const rows = targets.map((target, position) => `(${[owner, target, position].map(sql.bind).join(', ')})`);
        return `insert into ${link.table} (owner, target, position) values ${rows.join(', ')}`;
      });
    },

    unlink: async (link, target) => {
      tracker.note({ table: registry.named(link.owner).table, id: 0 });
      await run((sql) => `delete from ${link.table} where target = ${sql.bind(target)}`);
    },

    add: async (table, ids, column, amount) => {
      const { watched = [] } = table;
      const sql = compiler(engine.dialect, registry);
      const set = `update ${table.table} set ${column} = ${column} + ${sql.bind(amount)}`;
      const where = `where id in (${ids.map(sql.bind).join(', ')})`;
      const rows = await connection.all(sql.statement(`${set} ${where} returning ${['id', ...watched].join(', ')}`));
      for (const [id, ...cells] of rows) {
        const facts = factsOf(table, decoded(table, watched, cells));
        if (table.watched) tracker.note({ table: table.table, id: Number(id), before: facts, after: facts });
      }
    },

    index: async (table, id, texts) => {
      await run((sql) => {
        const bound = [id, ...table.searched.map((name) => texts[name] ?? '')].map(sql.bind);
        const sets = table.searched.map((name) => `${name} = excluded.${name}`);
        return (
          `insert into ${table.table}_search (id, ${table.searched.join(', ')}) values (${bound.join(', ')})` +
          ` on conflict (id) do update set ${sets.join(', ')}`
        );
      });
    },

    translate: async (table, id, readings) => {
      await run((sql) => `delete from ${table.table}_readings where owner = ${sql.bind(id)}`);
      for (const { language, keys, texts } of readings) {
        const own = await nextId('reading');
        // A text that is also a key stands there once.
        const cells = [...new Map([...encode(table, keys), ...table.searched.map(textIn(texts))])];
        await run((sql) => {
          const names = ['id', 'owner', 'language', ...cells.map(([name]) => name)];
          const bound = [own, id, language, ...cells.map(([, cell]) => cell)].map(sql.bind);
          return `insert into ${table.table}_readings (${names.join(', ')}) values (${bound.join(', ')})`;
        });
      }
    },

    alsoCall: async (table, id, slugs) => {
      await run((sql) => `delete from ${table.table}_slugs where owner = ${sql.bind(id)}`);
      for (const slug of slugs) {
        await run(
          (sql) => `insert into ${table.table}_slugs (slug, owner) values (${[slug, id].map(sql.bind).join(', ')})`,
        );
      }
    },

    recall: async (name) => {
      const sql = compiler(engine.dialect, registry);
      const rows = await connection.all(sql.statement(`select value from remarks where name = ${sql.bind(name)}`));
      return rows[0] && String(rows[0][0]);
    },

    note: async (name, value) => {
      await run(
        (sql) =>
          `insert into remarks (name, value) values (${[name, value].map(sql.bind).join(', ')})` +
          ' on conflict (name) do update set value = excluded.value',
      );
    },
  };

  /** The watched columns of these rows as they are now, by id. */
  async function factsWhere(table: Table, where: Condition): Promise<ReadonlyMap<number, Values>> {
    const { watched } = table;
    if (!watched) return new Map();
    const sql = compiler(engine.dialect, registry);
    const cells = await connection.all(sql.facts(table, where, watched));
    return new Map(cells.map(([id, ...row]) => [Number(id), decoded(table, watched, row)]));
  }

  /** Something else about a record changes than what is watched. */
  async function touch(table: Table, id: number): Promise<void> {
    if (tracker.knows(table.table, id)) return;
    for (const [, row] of await factsWhere(table, is('id', id))) {
      tracker.note({ table: table.table, id, before: factsOf(table, row), after: factsOf(table, row) });
    }
  }

  async function nextId(sequence: string): Promise<number> {
    const sql = compiler(engine.dialect, registry);
    const { nextId: take, lastId } = engine.dialect;
    const look = undone ? lastId : undefined;
    const ahead = look ? (lent.get(sequence) ?? 0) + 1 : 0;
    lent.set(sequence, ahead);
    const rows = await connection.all(sql.statement((look ?? take)(sql.bind, sequence)));
    return Number(rows[0]?.[0]) + ahead;
  }
}

const decoded = (table: Table, names: readonly string[], cells: readonly Cell[]): Values =>
  Object.fromEntries(names.map((name, at) => [name, table.columns[name]?.decode(cells[at] ?? null)]));

const textIn =
  (texts: Readonly<Record<string, string>>) =>
  (name: string): readonly [string, Cell] => [name, texts[name] ?? ''];

function encode(table: Table, values: Values): readonly (readonly [string, Cell])[] {
  return Object.entries(values).map(([name, value]) => {
    const column = table.columns[name];
    if (!column) throw new TypeError(`${table.name} has no column ${name}`);
    return [name, column.encode(value)];
  });
}
