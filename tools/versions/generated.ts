// Fills every column of every table of a schema version with values, among them some that migrations change.
import type { Cell } from '../../src/core/column.js';
import { type Connection, type Engine, plain } from '../../src/storage/engine.js';
import { columnsOf, type TableColumn, tableNames } from './snapshot.js';

const rowNumbers = [1, 2, 3] as const;

const at = (days: number): string =>
  new Date(Date.UTC(2026, 2, 1 + days, 10)).toISOString().slice(0, 19).replace('T', ' ');

/** A class of durations for each row. */
const ends = [at(0), at(10), at(600)];

/** Texts that a migration or the program reads, by column. */
const texts: Readonly<Record<string, readonly string[]>> = {
  start_date: [at(0), at(0), at(0)],
  utc_start_date: [at(0), at(0), at(0)],
  end_date: ends,
  utc_end_date: ends,
  status: ['publish', 'trash', 'draft'],
  cost: ['{"text":"Free","values":["free"]}', '{"text":"$5","values":["5"]}', ''],
  tickets: ['', '[{"price":5}]', '[{"price":0}]'],
  resource: ['source', 'event', 'venue'],
  via: ['sources', 'sources', 'console'],
  table_name: ['events', 'venues', 'media'],
  smtp_url: ['smtps://maria%40example.org:p%3Aw@mail.example.org', 'smtp://[::1]:2525?tls=off', ''],
  timezone: ['Europe/Paris', 'UTC', 'America/New_York'],
};

const ofTable: Readonly<Record<string, readonly string[]>> = { 'imported.resource': ['event', 'venue', 'tag'] };

const json = new Set(
  `translations image sizes recurrence headers changes options position report lease preview content languages own
  active_languages footer_links category_colors submission_required`.split(/\s+/),
);

const integers: Readonly<Record<string, readonly number[]>> = {
  shown: [1, 0, 1],
  gone: [0, 0, 1],
  user_id: [0, 7, 8],
  long: [0, 1, 1],
  lasting: [0, 1, 3],
  pos: [0, 0, 0],
};

function generatedValue(table: string, { name, type, isKey }: TableColumn, number: number, place: number): Cell {
  const known = ofTable[`${table}.${name}`] ?? texts[name] ?? integers[name];
  // A unique constraint needs values that differ.
  const isUnique = isKey || (name === 'user_id' && ['preferences', 'second_factors'].includes(table));
  if (known && !(isUnique && type !== 'text')) return known[number - 1] ?? '';
  if (type !== 'text') return isUnique ? number : /real|double/.test(type) ? number + place / 4 : 100 * number + place;
  if (/_(utc|date|at|until|from|seen|success|failure)$/.test(name)) return at(number);
  if (json.has(name)) return `{"fr":{"name":"Été ${number}"}}`;
  return `${name} ${number}: “é” 'ß' "日本" \\ 𝄞`;
}

/** Tables of one row that the migrations write. */
const isFilled = async ({ readConnection }: Engine, table: string): Promise<boolean> =>
  (await readConnection.all(plain(`select 1 from ${table} limit 1`))).length > 0;

async function fillTable(engine: Engine, connection: Connection, table: string, columns: readonly TableColumn[]) {
  const names = columns.map(({ name }) => name).join(', ');
  const places = columns.map((_, index) => engine.dialect.placeholder(index + 1)).join(', ');
  // The change log of PostgreSQL numbers its rows itself.
  const sql = `insert into ${table} (${names})${table === 'change_log' ? ' overriding system value' : ''} values (${places})`;
  for (const number of rowNumbers)
    await connection.run({ sql, values: columns.map((column, place) => generatedValue(table, column, number, place)) });
}

const nextIds = {
  embedded: () => ['update sequences set value = 1000 + length(name)'],
  postgres: (names: readonly string[]) => names.map((name) => `select setval('${name}', ${1_000 + name.length})`),
};

export async function fillEverything(engine: Engine): Promise<void> {
  const tables: (readonly [string, readonly TableColumn[]])[] = [];
  for (const table of await tableNames(engine))
    if (!(await isFilled(engine, table))) tables.push([table, await columnsOf(engine, table)]);
  const sequences =
    engine.name === 'postgres'
      ? await engine.readConnection.all(
          plain(
            `select sequencename from pg_sequences where sequencename like '%\\_ids' and schemaname = current_schema()`,
          ),
        )
      : [];
  await engine.transact(async (connection) => {
    for (const [table, columns] of tables) await fillTable(engine, connection, table, columns);
    for (const sql of nextIds[engine.name](sequences.map(([name]) => String(name)))) await connection.run(plain(sql));
  });
}
