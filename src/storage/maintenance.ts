// Consistency checks of a store for `doctor`, with repairs for everything that can be computed again.
import { everything, is, not } from '../core/condition.js';
import { eachRow } from '../core/each-row.js';
import { otherSlugs } from '../core/language.js';
import { localizedIndexOf, plainTexts } from '../core/localized-index.js';
import type { Model, Registry } from '../core/model.js';
import type { Link } from '../core/store.js';
import { type Connection, type Engine, plain } from './engine.js';
import { type Compiler, compiler } from './sql/compile.js';
import { openStore } from './store.js';

export interface Check {
  readonly name: string;
  /** Descriptions of the faults; empty when the check passes. */
  readonly faults: () => Promise<readonly string[]>;
  readonly repair?: () => Promise<void>;
}

const shown = 20;

export const checksOf = (engine: Engine, registry: Registry): readonly Check[] => [
  ...registry.links.flatMap((link) => [linkEnds(engine, registry, link), ...counts(engine, registry, link)]),
  ...registry.models.filter(({ searched }) => searched.length > 0).map((one) => search(engine, registry, one)),
  ...registry.models
    .filter(({ translatedKeys }) => translatedKeys.length > 0)
    .map((one) => localizedIndex(engine, registry, one)),
];

const countOf = async ({ readConnection }: Engine, rows: string): Promise<number> =>
  Number((await readConnection.all(plain(`select count(*) ${rows}`)))[0]?.[0]);

function linkEnds(engine: Engine, registry: Registry, { table, owner, target }: Link): Check {
  const lacks = (end: string, other: string) =>
    `not exists (select 1 from ${registry.named(other).table} o where o.id = ${table}.${end})`;
  const loose = `from ${table} where ${lacks('owner', owner)} or ${lacks('target', target)}`;
  return {
    name: `links ${table}`,
    faults: async () => {
      const rows = await engine.readConnection.all(plain(`select owner, target ${loose} limit ${shown}`));
      return rows.map(([from, to]) => `${owner} ${from} or ${target} ${to} is missing`);
    },
    repair: () =>
      engine.transact(async (connection) => {
        await connection.run(plain(`delete ${loose}`));
      }),
  };
}

function counts(engine: Engine, registry: Registry, { table, owner, target, counted }: Link): readonly Check[] {
  if (!counted) return [];
  const [from, to] = [registry.named(owner), registry.named(target)];
  const { column, when } = counted;
  const real = (sql: Compiler) =>
    `(select count(*) from ${table} where target = ${to.table}.id and owner in (${sql.idsWhere(from, when)}))`;
  const statement = (write: (sql: Compiler) => string) => {
    const sql = compiler(engine.dialect, registry);
    return sql.statement(write(sql));
  };
  const wrong = (sql: Compiler) => `select id, ${column} as kept, ${real(sql)} as found from ${to.table}`;
  return [
    {
      name: `counts ${to.table}`,
      faults: async () => {
        const rows = await engine.readConnection.all(
          statement((sql) => `select * from (${wrong(sql)}) c where kept <> found order by id limit ${shown}`),
        );
        return rows.map(([id, kept, found]) => `${target} ${id} has count ${kept}, expected ${found}`);
      },
      repair: () =>
        engine.transact(async (connection) => {
          await connection.run(
            statement((sql) => `update ${to.table} set ${column} = ${real(sql)} where ${column} <> ${real(sql)}`),
          );
        }),
    },
  ];
}

function search(engine: Engine, registry: Registry, model: Model): Check {
  const { table, content } = model;
  // Rows that read the content of another row are found by its search texts.
  const isSearched = content ? `t.${content.column} = t.id` : '1 = 1';
  const found = `select 1 from ${table} t where t.id = ${table}_search.id and ${isSearched}`;
  const orphans = `from ${table}_search where not exists (${found})`;
  const absent = `from ${table} t where ${isSearched} and not exists (select 1 from ${table}_search s where s.id = t.id)`;
  return {
    name: `search ${table}`,
    faults: async () => {
      const [without, beyond] = [await countOf(engine, absent), await countOf(engine, orphans)];
      return [
        ...(without ? [`${without} without search texts`] : []),
        ...(beyond ? [`${beyond} search texts without a record`] : []),
        ...((await indexAgrees(engine, table)) ? [] : ['the full-text index does not match the texts']),
      ];
    },
    repair: async () => {
      await engine.transact(async (connection) => {
        await rebuildIndex(engine, connection, table);
        await connection.run(plain(`delete ${orphans}`));
      });
      await openStore(engine, registry).transact((writer) =>
        eachRow(writer, model, everything, async (row) => {
          if (content && row[content.column] !== row.id) return;
          await writer.index(model, [{ id: row.id, texts: plainTexts(model, row) }]);
        }),
      );
    },
  };
}

/** The localized index and the slugs of translated records. */
function localizedIndex(engine: Engine, registry: Registry, model: Model): Check {
  const { table } = model;
  const beside = [`${table}_localized`, `${table}_slugs`];
  const orphans = (name: string) =>
    `from ${name} where not exists (select 1 from ${table} t where t.id = ${name}.owner)`;
  const unindexed = (languages: number) =>
    `from ${table} t where t.translations <> '' and ${languages} <>` +
    ` (select count(*) from ${table}_localized r where r.owner = t.id)`;
  const storedLanguages = () => openStore(engine, registry).transact((writer) => writer.getMeta('languages'));
  const languagesOf = async () => (await storedLanguages())?.split(',').filter(Boolean) ?? [];
  return {
    name: `languages ${table}`,
    faults: async () => {
      const { length } = await languagesOf();
      const without = length ? await countOf(engine, unindexed(length)) : 0;
      const beyond = await Promise.all(beside.map((name) => countOf(engine, orphans(name))));
      return [
        ...(without ? [`${without} without a localized index row for every language`] : []),
        ...(beyond.some(Boolean) ? [`${beyond.join(' localized index rows and ')} slugs without a record`] : []),
        ...((await indexAgrees(engine, `${table}_localized`))
          ? []
          : ['the full-text index does not match the localized index']),
      ];
    },
    repair: async () => {
      const languages = await languagesOf();
      await engine.transact(async (connection) => {
        await rebuildIndex(engine, connection, `${table}_localized`);
        for (const name of beside) await connection.run(plain(`delete ${orphans(name)}`));
      });
      await openStore(engine, registry).transact((writer) =>
        eachRow(writer, model, not(is('translations', {})), async (row) => {
          await writer.setExtraSlugs(model, row.id, otherSlugs(row));
          await writer.indexLocalized(model, row.id, localizedIndexOf(model, row, languages));
        }),
      );
    },
  };
}

/** Runs first, because every later change of a text updates the index. */
async function rebuildIndex({ name }: Engine, connection: Connection, table: string): Promise<void> {
  if (name !== 'embedded') return;
  await connection.run(plain(`insert into ${table}_fts (${table}_fts) values ('rebuild')`));
}

async function indexAgrees({ name, transact }: Engine, table: string): Promise<boolean> {
  if (name !== 'embedded') return true;
  const sql = `insert into ${table}_fts (${table}_fts, rank) values ('integrity-check', 1)`;
  return transact(async (connection) => {
    await connection.run(plain(sql));
    return true;
  }).catch((error: { code?: string }) => {
    if (!error.code?.startsWith('SQLITE_CORRUPT')) throw error;
    return false;
  });
}
