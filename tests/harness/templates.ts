// The databases that tests copy: made once for the whole run, so that no test migrates a database of its own.
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import { contextOf, databaseFile, openDatabase, openEngine } from '../../src/app.js';
import { addUser } from '../../src/auth/accounts.js';
import { readConfig } from '../../src/config.js';
import { operator, type Role, roles } from '../../src/core/actor.js';
import type { Store } from '../../src/core/store.js';
import { loadDemo } from '../../src/demo/load.js';
import { migrate } from '../../src/storage/migrate.js';
import type { People, Person } from './client.js';

/** 11:30 in New York: the time of every test server until a test moves it. */
export const startOfWorld = '2027-06-15 15:30:00';

/** `schema`: migrated, without records. `users`: also one user of each role. `demo`: also the demo calendar with its image
 * files, which are encoded already. */
export type TemplateName = 'schema' | 'users' | 'demo';

export interface Templates {
  /** Parent of one data folder for each template. */
  readonly folder: string;
  /** The users of the template with their application passwords. */
  readonly people: Readonly<Record<'embedded' | 'postgres', People>>;
}

/** PostgreSQL: a database without tables. */
export const emptyDatabase = 'template_empty';
export const databaseOf = (template: TemplateName): string => `template_${template}`;

/** ICU sorts by the rules of a language: where a query forgets to ask for byte order, tests notice. */
const createEmpty = `create database ${emptyDatabase} template template0 encoding 'UTF8'
  locale_provider icu icu_locale 'en-US'`;

export async function administer(server: string, sql: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The files of a template into a new data folder: the embedded database, and images. */
export function copyFiles({ folder }: Templates, template: TemplateName, to: string, hasDatabase = true): void {
  const data = join(folder, template);
  if (hasDatabase) copyFileSync(databaseFile({ data }), databaseFile({ data: to }));
  if (template === 'demo') cpSync(join(data, 'media'), join(to, 'media'), { recursive: true });
}

/** One user of each role. */
export async function addUsers(store: Store): Promise<People> {
  const people: Partial<Record<Role, Person>> = {};
  for (const role of roles) {
    const name = `world-${role}`;
    people[role] = { name, ...(await addUser(store, { name, role, now: startOfWorld })) };
  }
  return people as People;
}

type Settings = Readonly<Record<string, string>>;

async function withStore<Result>(settings: Settings, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openDatabase(readConfig(settings));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const addDemo = (settings: Settings, { administrator: { id } }: People): Promise<unknown> =>
  withStore(settings, (store) => {
    const context = contextOf(readConfig(settings), store, { ...operator, id });
    return loadDemo(store, { ...context, call: { ...context.call, now: startOfWorld } }, false);
  });

/** Fills the templates of one engine; each begins as a copy of the one before. */
async function fill(
  settingsOf: (template: TemplateName) => Settings,
  copy: (from: TemplateName, to: TemplateName) => Promise<void>,
): Promise<People> {
  const engine = openEngine(readConfig(settingsOf('schema')));
  await migrate(engine);
  await engine.close();
  await copy('schema', 'users');
  const people = await withStore(settingsOf('users'), addUsers);
  await copy('users', 'demo');
  await addDemo(settingsOf('demo'), people);
  return people;
}

/** Moves the WAL into the file that is copied: libsql closes a connection only when it is garbage collected. */
function checkpoint(data: string): void {
  const database = new Database(databaseFile({ data }));
  database.pragma('wal_checkpoint(truncate)');
  database.close();
}

export async function makeTemplates(server: string): Promise<Templates & { readonly remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-templates-'));
  const dataOf = (template: TemplateName): string => join(folder, template);
  const urlOf = (template: TemplateName): string => `${server}/${databaseOf(template)}`;
  await administer(server, createEmpty);
  await administer(server, `create database ${databaseOf('schema')} template ${emptyDatabase}`);
  mkdirSync(dataOf('schema'));
  const people = {
    embedded: await fill(
      (template) => ({ ALMANAC_DATA: dataOf(template) }),
      async (from, to) => {
        checkpoint(dataOf(from));
        cpSync(dataOf(from), dataOf(to), { recursive: true });
      },
    ),
    postgres: await fill(
      // Image files are the same on either engine.
      (template) => ({ ALMANAC_DATA: dataOf(template), ALMANAC_DATABASE_URL: urlOf(template) }),
      (from, to) => administer(server, `create database ${databaseOf(to)} template ${databaseOf(from)}`),
    ),
  };
  checkpoint(dataOf('demo'));
  return { folder, people, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
