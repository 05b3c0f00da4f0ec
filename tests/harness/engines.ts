// The stores that every black-box suite runs on, as data. A new engine is one more entry here.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';

export interface Place {
  /** What the configuration must say to use this place. */
  readonly settings: Readonly<Record<string, string>>;
  readonly clean: () => Promise<void>;
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
    };
  },
};

export const engines: readonly TestEngine[] = [embedded];

/** Declares a suite once for every engine. */
export function forEachEngine(suite: (engine: TestEngine) => void): void {
  for (const engine of engines) describe(`on the ${engine.name} store`, () => suite(engine));
}
