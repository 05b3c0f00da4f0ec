// The stores that every black-box suite runs on, as data. A new engine is one more entry here.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import { describe, inject } from 'vitest';
import { databaseFile } from '../../src/app.js';

export interface Place {
  /** What the configuration must say to use this place. */
  readonly settings: Readonly<Record<string, string>>;
  readonly clean: () => Promise<void>;
  /** What the engine's own check says of the stored data; `ok` when it is whole. */
  readonly check: () => Promise<string>;
}

export interface TestEngine {
  readonly name: string;
  /** An empty place of its own for one server. */
  readonly prepare: () => Promise<Place>;
}

const embedded: TestEngine = {
  name: 'embedded',
  prepare: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-'));
    return {
      settings: { ALMANAC_DATA: folder },
      clean: () => rm(folder, { recursive: true, force: true }),
      check: async () => {
        const database = new Database(databaseFile({ data: folder }));
        try {
          return String(database.prepare('pragma integrity_check').raw(true).all());
        } finally {
          database.close();
        }
      },
    };
  },
};

/** Every world has a database of its own on the one server. */
const postgres: TestEngine = {
  name: 'postgres',
  prepare: async () => {
    const server = inject('postgresUrl');
    const name = `almanac_${randomBytes(6).toString('hex')}`;
    await administer(server, `create database ${name}`);
    // Files of pictures are in the data folder on either engine.
    const folder = await mkdtemp(join(tmpdir(), 'almanac-'));
    return {
      settings: {
        ALMANAC_DATA: folder,
        ALMANAC_DATABASE_URL: `${server}/${name}`,
        ALMANAC_DATABASE_CONNECTIONS: '4',
      },
      clean: async () => {
        await administer(server, `drop database ${name} with (force)`);
        await rm(folder, { recursive: true, force: true });
      },
      check: async () => 'ok',
    };
  },
};

async function administer(server: string, sql: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`);
  await client.connect();
  await client.query(sql);
  await client.end();
}

const all: readonly TestEngine[] = [embedded, postgres];

/** `ALMANAC_TEST_ENGINES=embedded` plays the suites on one engine only. */
const wanted = process.env.ALMANAC_TEST_ENGINES?.split(',');
export const engines = all.filter(({ name }) => wanted?.includes(name) ?? true);

/** Declares a suite once for every engine. */
export function forEachEngine(suite: (engine: TestEngine) => void): void {
  for (const engine of engines) describe(`on the ${engine.name} store`, () => suite(engine));
}
