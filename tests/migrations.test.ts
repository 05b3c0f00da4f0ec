// Migrations are found by their file names; released ones keep their number, their name and every byte of their SQL.
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openEngine } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { migrate, migrations, readMigrations } from '../src/storage/migrate.js';
import { statementsOf } from '../src/storage/migrations/migration.js';
import { forEachEngine } from './harness/engines.js';

/** SHA-256 of the statements as JSON; a line is added with each release and never changed. */
const released = `
1 records
  embedded 1f887333efb3c47c24444b5f5e406a94d92f66d449b1f082f7becfaab0d98b76
  postgres 8c81ca78971ffa7e61c5da7985fd3c485cfe8a0a848d8ec83ef2980db9bad747
2 accounts
  embedded e9d5e073880af4aaf0b33bfe2b14e391fa00468508f2a3301d98d9b8cf617b0f
  postgres 4ae76e12dd654a5d806055e1072b781e12204cd96f59a380760884256ca20dda
3 throttles
  embedded 4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945
  postgres 36317f1c6fcdc5b7e26f8ecb8faf84d53fbdcfbbe12da9f3ee8a6168f5e9bbc4
4 languages
  embedded 1377c14bdedeb011b979f54fbfadbc750d077d957bb5838d7d50a4afa4bb5d0c
  postgres 57d614fd26f2e503c884d14211b7b9d425c1d2419c40349bf13e542eede05442
5 due records
  embedded d0e62d7c2a70cadab2aa0ceb23c680f0af4a90a9e0cbf323cfec6963d15fc0cf
  postgres d0e62d7c2a70cadab2aa0ceb23c680f0af4a90a9e0cbf323cfec6963d15fc0cf
6 places and tickets
  embedded d0f2948ea55da34dfa45efb44d25b41655c3420d9871cd38ade0dee72ae401e1
  postgres 0051bd88f5a256df9f7cf4534a9456752fdd1956804ff3f35ca01a61a8a14f30
7 media
  embedded 55db09ce96a5f48efe93d6afc193669249387b9c16482f846a0bfa1b764eb11f
  postgres b79203f5f2b408389422c90f49a582aea3256167987dc789a2b98fe319ffa3cf
8 changes
  embedded 2ae368bd30ca3d538869aea6d5309ab215423ec134e77e5cc23fcf87dbeafe61
  postgres 18916117a4553d8732a56a540d5a9e452464812ea615c9f1685ebf611974e5d5
9 long events
  embedded 2a80a6a8ec9fd62dee1ef452297c4d71ec60267939f40c71483f57dd0a85da1c
  postgres 2a8bc97634d07df10621ae49af5529d134f8ab3a3e838c4a6cf1e831f0c93224
10 steady text index
  embedded 9ecda028b1961453b4b8512daf9b623de0b4fbcde6c843b44df85e4d203ad016
  postgres 4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945
11 lasting events
  embedded 1755bcf7cb79e0d9a5171d298f33c4bcf076daa7d6e5b5f8111136b16112dc07
  postgres d439491d2511bf5a9cf1782ce5d48e5b94409109bfae1deb0204e01d9cb8e631
12 protection
  embedded 36004356dc3cc8101eb6b223e7ac9d4b9ad1efabd33d0b2f94e642619bddcdf7
  postgres 36004356dc3cc8101eb6b223e7ac9d4b9ad1efabd33d0b2f94e642619bddcdf7
13 shared pictures
  embedded 5672ccab9fdc9009b4d78a80b2936c56d7e5dbc41f422a507431d50797d9bddd
  postgres 9ed55329304408a27abd1ed0a1376223644cb952fea61cf13fe5e37c64d1d6f8
14 narrow index
  embedded b10fb36a3b09dce385b88216a4a958fe6b1a643c213efa485e7bbc0f4a011fe8
  postgres 4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945
15 localized index
  embedded 30eb49d6ce85fcfb84c257519c65bf400a8ba5b98155decb9199c404977ac330
  postgres 9f9fbb8f1f544f5baac03503e7bd854ee36b0e8879fd7533148d845d7e58b4a6
16 recurrence
  embedded 2f1298e54f9e5e8a1411cdca12b356b943196f1586b0a4e1824aad5a0fe6b655
  postgres fd70ed6d8963cd077454159419914d5fe6b94b4a112747f406f8761bad1f5ea2
`;

test('released migrations keep number, name and SQL byte for byte on both engines', async () => {
  const digest = (statements: readonly string[]) =>
    createHash('sha256').update(JSON.stringify(statements)).digest('hex');
  const found: string[] = [];
  for (const { version, name, read } of migrations) {
    const migration = await read();
    const lines = (['embedded', 'postgres'] as const).map(
      (engine) => `  ${engine} ${digest(statementsOf(migration, engine))}\n`,
    );
    found.push(`${version} ${name}\n${lines.join('')}`);
  }
  expect(`\n${found.join('')}`.slice(0, released.length)).toBe(released);
});

const source = `export const migration = {
  statements: ['create table notes (body {text})', { embedded: ['one'], postgres: [] }],
};`;

/** Reads a folder with these files, beside what else lies in a compiled one. */
async function readFolder(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-'));
  const all = { 'package.json': '{ "type": "module" }', 'migration.js': '', '0001-first.js.map': '{}', ...files };
  try {
    for (const [name, content] of Object.entries(all)) await writeFile(join(folder, name), content);
    const found = readMigrations(pathToFileURL(`${folder}/`));
    return await Promise.all(found.map(async ({ read, ...numbered }) => ({ ...numbered, ...(await read()) })));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a migration is a file: its name gives number and name, its SQL is a table by engine', async () => {
  const found = await readFolder({ '0002-event-notes.js': source, '0001-first.js': source });
  expect(found.map(({ version, name }) => [version, name])).toEqual([
    [1, 'first'],
    [2, 'event notes'],
  ]);
  const statements = found.slice(0, 1).flatMap((one) => [statementsOf(one, 'embedded'), statementsOf(one, 'postgres')]);
  expect(statements).toEqual([
    ['create table notes (body text)', 'one'],
    ['create table notes (body text collate "C")'],
  ]);
});

test.each([
  ['a gap', { '0001-first.js': source, '0003-third.js': source }, '0003-third.js is not migration 2'],
  ['a duplicate', { '0001-first.js': source, '0001-other.js': source }, '0001-other.js is not migration 2'],
  ['another first number', { '0000-none.js': source }, '0000-none.js is not migration 1'],
  ['a number of other length', { '0001-first.js': source, '02-second.js': source }, '02-second.js is not migration 2'],
  ['a name that is none', { '0001.js': source }, '0001.js is not migration 1'],
  ['a file without a migration', { '0001-first.js': 'export const other = 1;' }, '0001-first.js exports no migration'],
])('%s in the folder is an error', async (_, files, message) => {
  await expect(readFolder(files)).rejects.toThrow(message);
});

forEachEngine((engine) => {
  test('six parallel migrations of one empty database apply each migration once', async () => {
    const place = await engine.prepare();
    const processes = Array.from({ length: 6 }, () => openEngine(readConfig(place.settings)));
    try {
      const done = await Promise.all(processes.map(migrate));
      expect(done.flatMap(({ names }) => names).sort()).toEqual(migrations.map(({ name }) => name).toSorted());
      const recorded = { sql: 'select version, name from migrations order by version', values: [] };
      const rows = await processes[0]?.readConnection.all(recorded);
      expect(rows?.map(([version, name]) => [Number(version), name])).toEqual(
        migrations.map(({ version, name }) => [version, name]),
      );
    } finally {
      for (const one of processes) await one.close();
      await place.clean();
    }
  });
});
