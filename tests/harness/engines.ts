// The stores that every black-box suite runs on, as data. A new engine is one more entry here.
import { randomBytes } from 'node:crypto';
import { copyFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, inject } from 'vitest';
import { databaseFile } from '../../src/app.js';
import type { People } from './client.js';
import { isSoakTest, seeds } from './repetitions.js';
import { administer, databaseOf, emptyDatabase, type TemplateName } from './templates.js';

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
  /** A database of its own for one server: a copy of the template, else one without tables. */
  readonly prepare: (template?: TemplateName) => Promise<Place>;
}

const databaseIn = (url: string): string => new URL(url).pathname.slice(1);

/** Replaces all data of a place by a copy of another one of the same engine, which must not be in use. */
export async function replacePlace({ settings: to }: Place, { settings: from }: Place): Promise<void> {
  if (to.ALMANAC_DATABASE_URL && from.ALMANAC_DATABASE_URL) {
    const [target, source] = [databaseIn(to.ALMANAC_DATABASE_URL), databaseIn(from.ALMANAC_DATABASE_URL)];
    await administer(inject('postgresUrl'), `drop database ${target} with (force)`);
    await administer(inject('postgresUrl'), `create database ${target} template ${source}`);
  }
  const [folder = '', original = ''] = [to.ALMANAC_DATA, from.ALMANAC_DATA];
  await rm(folder, { recursive: true, force: true });
  await cp(original, folder, { recursive: true });
}

const embedded: TestEngine = {
  name: 'embedded',
  prepare: async (template) => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-'));
    const { folder: templates, people } = inject('templates');
    if (template) {
      await copyFile(databaseFile({ data: join(templates, template) }), databaseFile({ data: folder }));
    }
    return {
      settings: { ALMANAC_DATA: folder },
      ...(template && { people: people.embedded }),
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
  prepare: async (template) => {
    const server = inject('postgresUrl');
    const name = `almanac_${randomBytes(6).toString('hex')}`;
    await administer(server, `create database ${name} template ${template ? databaseOf(template) : emptyDatabase}`);
    // Files of pictures are in the data folder on either engine.
    const folder = await mkdtemp(join(tmpdir(), 'almanac-'));
    return {
      settings: {
        ALMANAC_DATA: folder,
        ALMANAC_DATABASE_URL: `${server}/${name}`,
        ALMANAC_DATABASE_CONNECTIONS: '4',
      },
      ...(template && { people: inject('templates').people.postgres }),
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
