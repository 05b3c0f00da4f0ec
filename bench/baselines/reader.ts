// Reads lists and records with hand-written statements, each prepared once, through the driver alone.
import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import { eventBody, listBody } from './shape.js';
import { type ListKind, statementsFor } from './statements.js';

type Cells = (string | number | null)[];
type Name = keyof ReturnType<typeof statementsFor>;

export interface BareReader {
  readonly window: (from: string, to: string, base: string) => Promise<string>;
  /** `value` is what the kind filters by: an id or a word. */
  readonly page: (list: BarePage, base: string) => Promise<string>;
  readonly byId: (id: number, base: string) => Promise<string>;
  readonly bySlug: (slug: string, base: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

export interface BarePage {
  readonly kind: ListKind;
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly page: number;
}

interface Rows {
  /** The text that a word is searched by. */
  readonly pattern: (word: string) => string;
  readonly all: (name: Name, values: readonly (string | number)[]) => Promise<readonly Cells[]>;
  readonly close: () => Promise<void>;
}

function onEmbedded(folder: string): Rows {
  const database = new Database(join(folder, 'almanac.db'));
  for (const pragma of ['journal_mode = wal', 'temp_store = memory']) database.pragma(pragma);
  const prepared = Object.fromEntries(
    Object.entries(statementsFor('embedded')).map(([name, sql]) => [name, database.prepare(sql).raw(true)]),
  ) as Record<Name, Database.Statement>;
  return {
    pattern: (word) => `"${word}"`,
    all: async (name, values) => prepared[name].all(values as (string | number)[]) as Cells[],
    close: async () => {
      database.close();
    },
  };
}

function onPostgres(url: string): Rows {
  const statements = statementsFor('postgres');
  // Integers are converted; everything else, JSON too, arrives as text.
  const types = {
    getTypeParser: (type: number) => (type === 23 || type === 20 ? Number : (value: string) => value),
  } as unknown as pg.CustomTypesConfig;
  const pool = new pg.Pool({ connectionString: url, max: 10, types });
  return {
    pattern: (word) => `%${word}%`,
    all: async (name, values) => {
      const query = { name, text: statements[name], values: [...values], rowMode: 'array' as const };
      return (await pool.query(query)).rows as Cells[];
    },
    close: () => pool.end(),
  };
}

export function openBareReader({ ALMANAC_DATA = '', ALMANAC_DATABASE_URL = '' }: NodeJS.ProcessEnv): BareReader {
  const { all, pattern, close } = ALMANAC_DATABASE_URL ? onPostgres(ALMANAC_DATABASE_URL) : onEmbedded(ALMANAC_DATA);
  const single = (rows: readonly Cells[], base: string) => JSON.stringify(eventBody(rows[0] ?? [], base, true));
  return {
    window: async (from, to, base) =>
      listBody(
        await all('window', [from, to, to, from, to, to]),
        base,
        `page=1&per_page=10&start_date=${from}&end_date=${to}`,
      ),
    page: async ({ kind, from, to, value, page }, base) => {
      const filter = kind === 'day' ? [] : kind === 'search' ? [pattern(value)] : [Number(value)];
      const condition = [from, to, to, ...filter];
      return listBody(
        await all(kind, [...condition, ...condition, (page - 1) * 10]),
        base,
        `page=${page}&per_page=10&start_date=${from}&end_date=${to}&${kind}=${value}`,
      );
    },
    byId: async (id, base) => single(await all('byId', [id]), base),
    bySlug: async (slug, base) => single(await all('bySlug', [slug]), base),
    close,
  };
}
