// The stores that every black-box suite runs on, as data. A new engine is one more entry here.
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, inject } from 'vitest';
import { databaseFile } from '../../src/app.js';
import type { People } from './client.js';
import { isSoakTest, seeds } from './repetitions.js';
import { administer, copyFiles, databaseOf, emptyDatabase, type TemplateName } from './templates.js';

export interface Place {
  /** Settings that use this place. */
  readonly settings: Readonly<Record<string, string>>;
  /** Users that the template brought along. */
  readonly people?: People;
  readonly clean: () => Promise<void>;
  /** Result of the engine's integrity check; `ok` without faults. */
  readonly check: () => Promise<string>;
}

export interface TestEngine {
  readonly name: string;
  /** A database of its own for one server: a copy of the template or of a place that is not in use, else without tables. */
  readonly prepare: (original?: TemplateName | Place) => Promise<Place>;
}

type Original = TemplateName | Place;

function peopleOf(original: Original | undefined, people: People): Pick<Place, 'people'> {
  if (typeof original === 'object') return original.people ? { people: original.people } : {};
  return original === 'users' || original === 'demo' ? { people } : {};
}

/** A new data folder, with the files of the original. */
async function newDataFolder(original: Original | undefined, hasDatabase: boolean): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-'));
  if (typeof original === 'string') copyFiles(inject('templates'), original, folder, hasDatabase);
  else if (original) await cp(original.settings.ALMANAC_DATA ?? '', folder, { recursive: true });
  return folder;
}

const embedded: TestEngine = {
  name: 'embedded',
  prepare: async (original) => {
    const folder = await newDataFolder(original, true);
    return {
      settings: { ALMANAC_DATA: folder },
      ...peopleOf(original, inject('templates').people.embedded),
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

function databaseFor(original: Original | undefined): string {
  if (typeof original !== 'object') return original ? databaseOf(original) : emptyDatabase;
  return new URL(original.settings.ALMANAC_DATABASE_URL ?? '').pathname.slice(1);
}

/** Every world has a database of its own on the one server. */
const postgres: TestEngine = {
  name: 'postgres',
  prepare: async (original) => {
    const server = inject('postgresUrl');
    const name = `almanac_${randomBytes(6).toString('hex')}`;
    await administer(server, `create database ${name} template ${databaseFor(original)}`);
    // Image files are in the data folder on either engine.
    const folder = await newDataFolder(original, false);
    return {
      settings: {
        ALMANAC_DATA: folder,
        ALMANAC_DATABASE_URL: `${server}/${name}`,
        ALMANAC_DATABASE_CONNECTIONS: '4',
      },
      ...peopleOf(original, inject('templates').people.postgres),
      clean: async () => {
        await administer(server, `drop database ${name} with (force)`);
        await rm(folder, { recursive: true, force: true });
      },
      check: async () => 'ok',
    };
  },
};

const all: readonly TestEngine[] = [embedded, postgres];

/** `ALMANAC_TEST_ENGINES=embedded` plays the suites on one engine only. */
const wanted = process.env.ALMANAC_TEST_ENGINES?.split(',');
export const engines = all.filter(({ name }) => wanted?.includes(name) ?? true);

type Suite = (engine: TestEngine) => void;

const declareOn = (chosen: readonly TestEngine[], suite: Suite): void => {
  for (const engine of chosen) describe(`on the ${engine.name} store`, () => suite(engine));
};

/** Declares a suite once for every engine: for what SQL, transactions, locks or the order of rows decide. */
export const forEachEngine = (suite: Suite): void => declareOn(engines, suite);

/** Declares a suite that the engine does not matter for: on the embedded one, or on those that `ALMANAC_TEST_ENGINES` names. */
export const onOneEngine = (suite: Suite): void => declareOn(wanted ? engines : [embedded], suite);

/** Seeds of a randomized suite on one of the engines: where there are two, each fixed seed is played on one of them, and in a
 * soak test all seeds on both. */
export const seedsOn = ({ name }: TestEngine): readonly number[] =>
  isSoakTest ? seeds : seeds.filter((_, at) => engines[at % engines.length]?.name === name);
