// Brings a database to the newest schema, one numbered step after the other, each in its own transaction.
import type { Connection, Dialect, Engine } from '../engine.js';
import { records } from './0001-records.js';
import { accounts } from './0002-accounts.js';
import { throttles } from './0003-throttles.js';
import { languages } from './0004-languages.js';
import { dueRecords } from './0005-due-records.js';
import { placesAndTickets } from './0006-places-and-tickets.js';
import { pictures } from './0007-media.js';
import { changes } from './0008-changes.js';
import { longEvents } from './0009-long-events.js';
import { steadyTextIndex } from './0010-steady-text-index.js';
import { lastingEvents } from './0011-lasting-events.js';
import { protection } from './0012-protection.js';
import { sharedPictures } from './0013-shared-pictures.js';
import { fillMedia } from './media-fill.js';
import { type Migration, wordsOf } from './migration.js';

export const migrations: readonly Migration[] = [
  records,
  accounts,
  throttles,
  languages,
  dueRecords,
  placesAndTickets,
  pictures,
  changes,
  longEvents,
  steadyTextIndex,
  lastingEvents,
  protection,
  sharedPictures,
];
export const newestVersion = migrations.length;

/** Values that SQL cannot work out, filled in behind the statements of a migration in the same transaction. */
const fills: Readonly<Record<number, (connection: Connection, dialect: Dialect) => Promise<void>>> = {
  13: fillMedia,
};

/** A database made by a newer program: an older one must not touch it. */
export class NewerSchema extends Error {
  constructor(found: number) {
    super(
      `The database has schema version ${found}, this program knows ${newestVersion}: install a newer Almanac to use it.`,
    );
  }
}

export async function migrate(engine: Engine): Promise<readonly string[]> {
  await engine.transact(async (connection) => {
    await engine.claim(connection, 'migrations');
    await connection.run({
      sql: 'create table if not exists migrations (version integer primary key, name text not null)',
      values: [],
    });
  });
  const done: string[] = [];
  for (const migration of migrations) {
    await engine.transact(async (connection) => {
      await engine.claim(connection, 'migrations');
      const rows = await connection.all({ sql: 'select coalesce(max(version), 0) from migrations', values: [] });
      const version = Number(rows[0]?.[0]);
      if (version > newestVersion) throw new NewerSchema(version);
      if (version >= migration.version) return;
      for (const sql of migration.statements(wordsOf(engine.name))) await connection.run({ sql, values: [] });
      await fills[migration.version]?.(connection, engine.dialect);
      await connection.run({
        sql: `insert into migrations (version, name) values (${migration.version}, '${migration.name}')`,
        values: [],
      });
      done.push(migration.name);
    });
  }
  return done;
}

/** 0 for a database that was never used. */
export async function schemaVersion(engine: Engine): Promise<number> {
  const rows = await engine.reading
    .all({ sql: 'select max(version) from migrations', values: [] })
    .catch((error: { code?: string; message?: string }) => {
      if (error.code !== '42P01' && !error.message?.includes('no such table')) throw error;
      return [];
    });
  return Number(rows[0]?.[0] ?? 0);
}
