// The stores that every black-box suite runs on, as data. A new engine is one more entry here.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { describe } from 'vitest';
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

export const engines: readonly TestEngine[] = [embedded];

/** Declares a suite once for every engine. */
export function forEachEngine(suite: (engine: TestEngine) => void): void {
  for (const engine of engines) describe(`on the ${engine.name} store`, () => suite(engine));
}
