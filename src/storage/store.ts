// The Store over an engine: runs compiled statements and turns cells into rows.
import type { Cell } from '../core/column.js';
import type { Registry } from '../core/resource.js';
import type { Embed, Reader, Row, Store, Table, Transacting, Values, Writer } from '../core/store.js';
import { type Compiler, compiler, selected } from './compile.js';
import type { Connection, Engine } from './dialect.js';
import { openThrottle } from './throttle.js';

export function openStore(engine: Engine, registry: Registry): Store {
  const transacting: Transacting = {
    ...readerOver(engine.reading, engine, registry),
    transact: async (work) => {
      let later: Later[] = [];
      const result = await engine.transact((connection) => {
        later = [];
        return work(writerOver(connection, engine, registry, later));
      });
      for (const rest of later) await rest(transacting).catch(() => undefined);
      return result;
    },
  };
  return {
    ...transacting,
    late: readerOver(engine.late, engine, registry),
    throttle: (rate) => openThrottle(engine, rate, Date.now),
    ready: async () => {
      await engine.reading.all({ sql: 'select 1', values: [] });
    },
    close: () => engine.close(),
  };
}

type Later = Parameters<Writer['afterwards']>[0];

function readerOver(connection: Connection, engine: Engine, registry: Registry): Reader {
  const list: Reader['list'] = async (plan) => {
    const rows = await connection.all(compiler(engine.dialect, registry).list(plan));
    return rows.map((cells) => decode(plan.table, cells, plan.embeds ?? [], registry));
  };
  return {
    list,
    read: async (plan) => (await list({ ...plan, order: [], limit: 1 }))[0],
    count: async (plan) => Number((await connection.all(compiler(engine.dialect, registry).count(plan)))[0]?.[0] ?? 0),
  };
}

function decode(table: Table, cells: readonly Cell[], embeds: readonly Embed[], registry: Registry): Row {
  const row: Record<string, unknown> & { id: number } = { id: Number(cells[0]) };
  let at = 1;
  for (const [name, column] of selected(table)) row[name] = column.decode(cells[at++] ?? null);
  for (const { field } of embeds) {
    const target = registry.named(table.links[field]?.target ?? '');
    const linked = JSON.parse(String(cells[at++] ?? '[]')) as Cell[][];
    row[field] = linked.map((inner) => decode(target, inner, [], registry));
  }
  return row;
}

function writerOver(connection: Connection, engine: Engine, registry: Registry, later: Later[]): Writer {
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
      const id = typeof given === 'number' ? given : await nextId(table.sequence);
      await run((sql) => {
        const cells = encode(table, values);
        const names = ['id', ...cells.map(([name]) => name)];
        const bound = [id, ...cells.map(([, cell]) => cell)].map(sql.bind);
        return `insert into ${table.table} (${names.join(', ')}) values (${bound.join(', ')})`;
      });
      return id;
    },

    update: async (table, id, values) => {
      const cells = encode(table, values);
      if (cells.length === 0) return;
      await run((sql) => {
        const sets = cells.map(([name, cell]) => `${name} = ${sql.bind(cell)}`);
        return `update ${table.table} set ${sets.join(', ')} where id = ${sql.bind(id)}`;
      });
    },

    remove: async (table, where) => {
      const beside = [
        ...(table.searched.length ? [`${table.table}_search where id`] : []),
        ...(table.spokenKeys.length ? [`${table.table}_readings where owner`, `${table.table}_slugs where owner`] : []),
      ];
      for (const rows of beside) await run((sql) => `delete from ${rows} in (${sql.idsWhere(table, where)})`);
      return run((sql) => `delete from ${table.table} where id in (${sql.idsWhere(table, where)})`);
    },

    relink: async (link, owner, targets) => {
      await run((sql) => `delete from ${link.table} where owner = ${sql.bind(owner)}`);
      if (targets.length === 0) return;
      await run((sql) => {
        const rows = targets.map((target, position) => `(${[owner, target, position].map(sql.bind).join(', ')})`);
        return `insert into ${link.table} (owner, target, position) values ${rows.join(', ')}`;
      });
    },

    unlink: async (link, target) => {
      await run((sql) => `delete from ${link.table} where target = ${sql.bind(target)}`);
    },

    add: async (table, id, column, amount) => {
      await run(
        (sql) => `update ${table.table} set ${column} = ${column} + ${sql.bind(amount)} where id = ${sql.bind(id)}`,
      );
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

  async function nextId(sequence: string): Promise<number> {
    const sql = compiler(engine.dialect, registry);
    const rows = await connection.all(sql.statement(engine.dialect.nextId(sql.bind, sequence)));
    return Number(rows[0]?.[0]);
  }
}

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
