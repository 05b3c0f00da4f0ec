// The databases that tests copy: made once for the whole run, so that no test migrates a database of its own.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import { databaseFile, openDatabase } from '../../src/app.js';
import { addUser } from '../../src/auth/accounts.js';
import { readConfig } from '../../src/config.js';
import { type Role, roles } from '../../src/core/actor.js';
import type { Store } from '../../src/core/store.js';
import type { People, Person } from './client.js';

/** 11:30 in New York: the time of every test server until a test moves it. */
export const startOfWorld = '2027-06-15 15:30:00';

/** `users`: migrated, with one user of each role. */
export type TemplateName = 'users';

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

/** One user of each role. */
export async function addUsers(store: Store): Promise<People> {
  const people: Partial<Record<Role, Person>> = {};
  for (const role of roles) {
    const name = `world-${role}`;
    people[role] = { name, ...(await addUser(store, { name, role, now: startOfWorld })) };
  }
  return people as People;
}

async function makeUsers(settings: Readonly<Record<string, string>>): Promise<People> {
  const store = await openDatabase(readConfig(settings));
  try {
    return await addUsers(store);
  } finally {
    await store.close();
  }
}

/** Moves the WAL into the file that is copied: libsql closes a connection only when it is garbage collected. */
function checkpoint(data: string): void {
  const database = new Database(databaseFile({ data }));
  database.pragma('wal_checkpoint(truncate)');
  database.close();
}

export async function makeTemplates(server: string): Promise<Templates & { readonly remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-templates-'));
  const data = join(folder, 'users');
  mkdirSync(data);
  await administer(server, createEmpty);
  await administer(server, `create database ${databaseOf('users')} template ${emptyDatabase}`);
  const people = {
    embedded: await makeUsers({ ALMANAC_DATA: data }),
    postgres: await makeUsers({ ALMANAC_DATA: data, ALMANAC_DATABASE_URL: `${server}/${databaseOf('users')}` }),
  };
  checkpoint(data);
  return { folder, people, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
