// The rows of small stores that programs of earlier versions have filled, for a test.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { plain } from '../../src/storage/engine.js';
import { openPlace, type Place, type Places } from './place.js';
import type { Program } from './programs.js';
import { fillByProgram } from './records.js';
import type { Snapshot, Values } from './snapshot.js';
import { migrateTo, snapshotOf } from './upgrade.js';

const folder = fileURLToPath(new URL('../../tests/fixtures/versions/', import.meta.url));
const fileOf = (version: number): string => join(folder, `${version}.json.gz`);

export const fixtureVersions = [5, 19, 36];

type Rows = Readonly<Record<string, readonly Values[]>>;

export function writeFixture(version: number, snapshot: Snapshot): void {
  const rows: Rows = Object.fromEntries([...snapshot].map(([table, all]) => [table, [...all.values()]]));
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(version), gzipSync(JSON.stringify(rows), { level: 9 }));
}

export async function writeFixtures(places: Places, programOf: (version: number) => Promise<Program>): Promise<void> {
  for (const version of fixtureVersions) {
    const place = await places.create();
    await fillByProgram(await programOf(version), place, false);
    writeFixture(version, await snapshotOf(place));
    await place.remove();
  }
}

/** Fills an empty embedded store: its schema is that of today's migrations up to the version. */
export async function openFixture(version: number, place: Place): Promise<void> {
  await migrateTo(place, 0, version);
  const tables = JSON.parse(gunzipSync(readFileSync(fileOf(version))).toString()) as Rows;
  const engine = openPlace(place);
  await engine.transact(async (connection) => {
    for (const [table, rows] of Object.entries(tables)) {
      await connection.run(plain(`delete from ${table}`));
      for (const row of rows) {
        const [names, values] = [Object.keys(row), Object.values(row)];
        const places = names.map((_, at) => engine.dialect.placeholder(at + 1)).join(', ');
        await connection.run({ sql: `insert into ${table} (${names.join(', ')}) values (${places})`, values });
      }
    }
  });
  await engine.close();
}
