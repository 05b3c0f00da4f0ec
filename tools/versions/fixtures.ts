// Small stores that programs of earlier versions have filled, for a test.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { run } from '../../tests/harness/program.js';
import type { Place, Places } from './place.js';
import type { Program } from './programs.js';
import { fillByProgram } from './records.js';

const folder = fileURLToPath(new URL('../../tests/fixtures/versions/', import.meta.url));

export const fixtureVersions = [5, 19, 36];

export async function writeFixtures(places: Places, programOf: (version: number) => Promise<Program>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const version of fixtureVersions) {
    const place = await places.create();
    await fillByProgram(await programOf(version), place, false);
    const file = join(place.data, 'fixture.db');
    const { code, stderr } = await run(['backup', file], { data: place.data });
    if (code !== 0) throw new Error(stderr);
    writeFileSync(join(folder, `${version}.db.gz`), gzipSync(readFileSync(file), { level: 9 }));
    rmSync(file);
    await place.remove();
  }
}

export const openFixture = (version: number, { data }: Place): void =>
  writeFileSync(join(data, 'almanac.db'), gunzipSync(readFileSync(join(folder, `${version}.db.gz`))));
