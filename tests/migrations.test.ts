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
17 event status
  embedded d3a6fe07d669472f146244458eb253a447f4bd42e067360d2c111a21d9a05e63
  postgres 3e51941c975ef518856413930a835d6d00148504cdb56f3f0b539e560324b0d5
18 positions
  embedded ec218d5828f40e228c1ddd25dd919aec7aea33f6a924f155575cbb0ff2f90305
  postgres 5d25ac91aaa58184b401c6cef063331397185d39f72ee528bd8af8d874069e85
19 feed keys
  embedded b7ff21ed65b812dbeed9d5016b0f30c9360ce1b87e5d879a047b24e0573bbd94
  postgres 4298d42d6a5f6ef061e9fa7161258aa7627e2dcd0a998a61563aea50a82e59c0
20 settings
  embedded 725168c1882644ddba55c8790383ac233ec00735a47aeaf24b6314d81ff6f013
  postgres cc055aa592c4dcd4521888b78ef4d11a7197a080413f7f904eb991447af9dcdb
21 revisions
  embedded 0396e8fbcb0bc372982716baa2c1fa8a5196d9de56db0275105b439c25bac40e
  postgres 1f71231b7be88e260b1716018041f436b36c1bcfedd6ad395c2b231c3e3cd1a3
22 people
  embedded da82bde2f0adb872ac035bdf05ebf7fb4487e64943889d95e5a812c827917f0d
  postgres 513213bcf31ac603a3e7a63f3c2e44e074f445923210f3931c2b601d7d290d9f
23 sign in
  embedded d7725dcd1bcc2e5bdaead73599046890cc8ddf6e42ffc8863a8979ee666181d5
  postgres 7848a6a779e5823867f0e10d85206e452fc47b3eee67de6c6ad42041e4686811
24 submissions
  embedded 006ccb5476e84a9425553ba77a8ea3126c5accca029ea7d605c85eb50220af54
  postgres daa979164daf1f6d5976b86b5e141096cfadd2369cb1fcb09aae57469516c232
25 look
  embedded b98bafee12d9c527e05946862dd82bd1bb7a9ff4e434599f675b37af5720cb35
  postgres fd15c671620d8583c0c85dfe1c8f305eff6c2d95a96be26fa5a82be1522696f4
26 usage
  embedded 628c6db8f5ff213baab4b759ffa4f36239eb764970f584bad03347f11334bd35
  postgres 69f473f275fe3765e33d6fb2c3174a12719e7ae77256ec406d9288eb244660fe
27 preferences
  embedded 1849b5096ca01c1bcb80a44b82982365398e098d7e312230f4e9a8948749f524
  postgres f16ae9e8da13b9cd25778322307f4da25afe17e3df7afe4a7d51b546fd693e9a
28 external ids
  embedded 4919c6ab8f8ebb945cc1150ac8b0fe298ccaa9febb61f0ce75f19b0f27c25c1d
  postgres 04ab8301c1bf0c5492a0cbf6e73a8f0b0e0649337444eb4a0365243689006563
29 imports
  embedded b2e67e4bcc8a7981621fa8150e63058a55d59dd2ae745f586fb98189cb04ca2e
  postgres 4df8cdf64e523696ad0acf453edcd1a2161367e98da2e17d41af771645c41a3b
30 addresses
  embedded 7c975cfbc4bf830e7881d4d05700ef7aa5850db7424e8ef834b76d8aae256c41
  postgres 4bba9cb2881b4813c81acf6517ed1bf0f21e9d72093d96a607ac955098f9d408
31 sources
  embedded 20fb2430448732c3d84353b484ce073ab0aeacfd48b5d5e51e71b0de16752109
  postgres fc9393fcd685ba68d56fe1d753ded65a299baa70e6540f17297c41b76e098827
32 position readers
  embedded 5770088d678e719cf60fc71886709ece5927e18fc279465047b8147f8ef18d46
  postgres 33c592d23d1d79cb3df90926cf8612c3411eea4824aa4d9cb56afe9acca8b3ed
33 source owners
  embedded f4f4112708b5eb666a6064865194b66926e8d686ac80d0a692404aeaaf12efd3
  postgres 7a32e64303889b40a172c96ecf4476cb8f0db73634224ffd12213d9840b235d7
34 removals
  embedded 6775fd052e1b6372fdbeb0d8abc5f5115e9dd3288fdc5f6c7f976160417e1904
  postgres 4b35405ae6d1132149e979a2bef07f37d18e90b67d01116056dba3f48aa7e3e3
35 import leases
  embedded 443f2f6e1b6d6f839b7b88083b1adddc2d062323939281f2c28a77dd1be76aab
  postgres e284e6e9b59238cad2194010a98ddcb5aac2ad4811381386940fa8d7fe903fdb
36 mail and limits
  embedded bf478a2e1f8b05788b353ef6087ba494d2052f24a485205f30043d1f86a1bd85
  postgres f52ac4a1bf2ac4b24b2252dcad33838970e15ea597b7069454795f891dc49ef8
37 events by uid
  embedded 19d646b7999b0422859db2687ecfa8b2a8f223f84e04bec7330ee0dced1f659f
  postgres 19d646b7999b0422859db2687ecfa8b2a8f223f84e04bec7330ee0dced1f659f
38 plain names
  embedded d464cfabf3631412463e06626b937bb9e838cfbb17d9299a6752e72c4b28e070
  postgres d464cfabf3631412463e06626b937bb9e838cfbb17d9299a6752e72c4b28e070
39 free events
  embedded 739d0af17f6cafe9a5405620f5cf4ac0ba2eaf910a4d51e1464b18e7dc66f307
  postgres 739d0af17f6cafe9a5405620f5cf4ac0ba2eaf910a4d51e1464b18e7dc66f307
40 subscription events
  embedded 2288893434a4ea5ad390d484930b9ae43d8fe878ed931028da8521d9aaf7587a
  postgres 2288893434a4ea5ad390d484930b9ae43d8fe878ed931028da8521d9aaf7587a
41 site look and mail
  embedded 80ac0ea54d1f1abc8034b577a0b5d4a751341049d1832ef841435646a347a401
  postgres 02f6f545824ea4807a3c31cfaf12b7f2990789151fd89dfb8c4feede1279a970
42 map choice
  embedded d6c30d710c8d94abcce3cefe9a242e9874abf5c2b1c07d9517097abd2809fbdd
  postgres d6c30d710c8d94abcce3cefe9a242e9874abf5c2b1c07d9517097abd2809fbdd
43 content positions
  embedded 018d8b88d2beef155672c679143d66c99b134547465b0b1b51ea1e56e5d9a4f6
  postgres 03a326ea9769d313c281127414589a3bfce9b190941a5855d83d72f811b84b58
44 sparse indexes
  embedded 3991f695c6640f3f353770b25f036ce6802974b5ee22644c0baeef8f65c4c858
  postgres 3991f695c6640f3f353770b25f036ce6802974b5ee22644c0baeef8f65c4c858
45 webhooks
  embedded 836639d096341011625f0bad04f63e6ef9ebbb5916078a1c4ca31af1183a6c08
  postgres a35fa974a7382854ec3a7f4aed25cf7debf49de63a0c69e254128de5425a0bb6
46 assistant writes
  embedded 63076d2e35d6414c08468e57017def146cf91f70a45245ded9734fd8bddda244
  postgres 63076d2e35d6414c08468e57017def146cf91f70a45245ded9734fd8bddda244
47 previous start
  embedded 4efec0800da0be49da714ff4c1ff197e10969d3bc2ccfa2c76aa3d8529725ac9
  postgres cdecfa6e8c021ba8d1fd2973e757720ad134b4fe3c9350611993999bef229ba3
48 newest first
  embedded 53b1e43bb12f3208538201bc4ac98e4bf39dd47ddc470cfd1a66b1aecdab7a99
  postgres 53b1e43bb12f3208538201bc4ac98e4bf39dd47ddc470cfd1a66b1aecdab7a99
49 order of content
  embedded 73185caf86248c50d261b947fcf0cd2c1c6ab5dd7c9676f8a16c3f4a6fbb1374
  postgres 73185caf86248c50d261b947fcf0cd2c1c6ab5dd7c9676f8a16c3f4a6fbb1374
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
