// A store of a later version: every command refuses it with a sentence, and changes nothing. A backup is a copy, which may be made.
import { join } from 'node:path';
import { plain } from '../../src/storage/engine.js';
import { newestVersion } from '../../src/storage/migrate.js';
import { runProcess } from '../../tests/harness/program.js';
import { compareSnapshots } from './compare.js';
import { openPlace, type Place, type Places } from './place.js';
import type { Program } from './programs.js';
import type { Snapshot } from './snapshot.js';
import { migrateTo, snapshotOf } from './upgrade.js';

/** The last line. */
const sentence = /^almanac: .*(schema version \d+|newer version).*\n(?!.)/m;

async function laterStore(places: Places): Promise<Place> {
  const place = await places.create();
  await migrateTo(place, 0, newestVersion);
  const engine = openPlace(place);
  const later = `insert into migrations (version, name) values (${newestVersion + 1}, 'later')`;
  await engine.transact(async (connection) => void (await connection.run(plain(later))));
  await engine.close();
  return place;
}

const changed = async (place: Place, before: Snapshot): Promise<readonly string[]> =>
  compareSnapshots(before, await snapshotOf(place), newestVersion, false).faults;

export interface Refusals {
  readonly faults: readonly string[];
  readonly refused: number;
}

/** Commands of the program of today. */
export async function todaysRefusals(places: Places): Promise<Refusals> {
  const place = await laterStore(places);
  const empty = await places.create();
  const target = place.settings.ALMANAC_DATABASE_URL ?? place.data;
  const other = empty.settings.ALMANAC_DATABASE_URL ?? empty.data;
  const file = join(empty.data, 'later.db');
  const commands: readonly (readonly string[])[] = [
    ['serve'],
    ['users', 'list'],
    ['users', 'add', 'clara', '--role', 'editor'],
    ['demo'],
    ['setup-code'],
    ['doctor'],
    ['doctor', '--repair'],
    ['export', '--output', file],
    ['export', '--all', '--output', file],
    ['copy', '--from', target, '--to', other],
    ['import', 'csv', join(process.cwd(), 'package.json')],
    ...(places.engine === 'embedded'
      ? [
          ['backup', file],
          ['restore', join(place.data, 'almanac.db'), '--yes'],
        ]
      : []),
  ];
  const before = await snapshotOf(place);
  const faults: string[] = [];
  for (const command of commands) {
    const { code, stdout, stderr } = await runProcess(command, { data: place.data, environment: place.settings });
    const name = command.slice(0, 2).join(' ');
    // `doctor` prints a table.
    const isClear = command[0] === 'doctor' ? /schema version/.test(stdout) : sentence.test(stderr);
    if (command[0] === 'backup') {
      if (code !== 0) faults.push(`a later store: ${name} says ${JSON.stringify(stderr)}`);
    } else if (code === 0) faults.push(`a later store: ${name} does not refuse`);
    else if (!isClear) faults.push(`a later store: ${name} says ${JSON.stringify(stderr)}`);
    faults.push(...(await changed(place, before)).map((fault) => `a later store: ${name}: ${fault}`));
  }
  await place.remove();
  await empty.remove();
  return { faults, refused: commands.length };
}

/** An earlier program on a store that was upgraded. */
export async function earlierRefusal(program: Program, upgraded: Place): Promise<readonly string[]> {
  // A copy: connections of this process may stay open until garbage collection, and SQLite then refuses others.
  const place = await upgraded.copy();
  const before = await snapshotOf(upgraded);
  const { code, stderr } = await program.run(place, 'users', 'list');
  const isClear = code !== 0 && stderr.includes(`schema version ${newestVersion}`);
  const changes = await changed(place, before);
  await place.remove();
  return [...(isClear ? [] : [`${program.commit} on an upgraded store: exit code ${code}: ${stderr}`]), ...changes];
}
