// Databases that programs of earlier versions have filled, and one with a value in every column: upgrades keep every value.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compareSnapshots } from '../tools/versions/compare.js';
import { fixtureVersions, openFixture } from '../tools/versions/fixtures.js';
import { embeddedPlaces } from '../tools/versions/place.js';
import { generate, snapshotOf, upgrade } from '../tools/versions/upgrade.js';

const folder = mkdtempSync(join(tmpdir(), 'almanac-versions-'));
const places = embeddedPlaces(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const sums = () => ({ stores: 0, rows: 0, values: 0 });

test.each(fixtureVersions)('a database that a program of version %i filled keeps every value', async (version) => {
  const place = await places.create();
  await openFixture(version, place);
  const before = await snapshotOf(place);
  const compared = sums();
  expect(await upgrade(place, before, { version, isGenerated: false, isCopy: false }, compared)).toEqual([]);
  expect(compared.values).toBeGreaterThan(1_000);
});

test('a value in every column of the first version is kept', async () => {
  const place = await places.create();
  await generate(place, 1);
  const before = await snapshotOf(place);
  expect(await upgrade(place, before, { version: 1, isGenerated: true, isCopy: false }, sums())).toEqual([]);
});

test('a lost or changed value, row or column is a fault', () => {
  const row = { id: 1, title: 'Fair', website: 'https://fair.example/' };
  const snapshot = (rows: Readonly<Record<string, typeof row | Omit<typeof row, 'website'>>>) =>
    new Map([['events', new Map(Object.entries(rows))]]);
  const faultsOf = (after: Parameters<typeof snapshot>[0]) =>
    compareSnapshots(snapshot({ '[1]': row }), snapshot(after), 47, false).faults;
  expect(faultsOf({ '[1]': row })).toEqual([]);
  expect(faultsOf({ '[2]': row })).toEqual(['events [1] is missing']);
  expect(faultsOf({ '[1]': { id: 1, title: 'Fair' } })).toEqual(['events.website of [1] is missing']);
  expect(faultsOf({ '[1]': { ...row, title: '' } })).toEqual(['events.title of [1]: "" instead of "Fair"']);
});
