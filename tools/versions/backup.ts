// `almanac backup` while writers write, then `almanac restore`: the restored store is that of one moment of the backup.
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { now, openDatabase, openFiles, openWithoutMigrating } from '../../src/app.js';
import { addUser } from '../../src/auth/accounts.js';
import { readConfig } from '../../src/config.js';
import { startChild } from '../../tests/harness/child.js';
import { basic, runProcess } from '../../tests/harness/program.js';
import { openClient, type Writer } from '../kills/client.js';
import { compare, type States, type Write, writesAt } from '../kills/ledger.js';
import { importFaults, observe, partFaults } from '../kills/observe.js';
import { writeUntilKilled } from '../kills/writer.js';
import type { Place, Places } from './place.js';
import { doctorFaults } from './upgrade.js';

const writingMs = 3_000;

export interface BackupSums {
  readonly faults: readonly string[];
  /** Acknowledged before the backup began, and stored in it. */
  readonly acknowledged: number;
  readonly during: number;
}

/** The faults at the best moment between the begin and the end of the backup: the snapshot is of one of them. */
function faultsWithin(writes: readonly Write[], stored: States, from: bigint, to: bigint): readonly string[] {
  const moments = writes.flatMap(({ askedNs, acknowledgedNs = 0n }) => [askedNs + 1n, acknowledgedNs + 1n]);
  let fewest: readonly string[] | undefined;
  for (const moment of [from, ...moments.filter((ns) => ns > from && ns < to), to]) {
    const { faults } = compare(writesAt(writes, moment), stored);
    if (!fewest || faults.length < fewest.length) fewest = faults;
    if (fewest.length === 0) break;
  }
  return fewest ?? [];
}

async function storedFaults({ settings }: Place, writes: readonly Write[], from: bigint, to: bigint) {
  const config = readConfig(settings);
  const { engine, store } = openWithoutMigrating(config);
  try {
    const { states, faults } = await observe(store, openFiles(config), 0);
    return [
      ...faultsWithin(writes, states, from, to),
      ...faults,
      ...(await partFaults(engine.readConnection, 0)),
      ...(await importFaults(store, 0)),
    ];
  } finally {
    await store.close();
  }
}

/** Backs up once in each round; the writers never stop. */
export async function backUpUnderWriters(places: Places, seed: number, rounds: number): Promise<BackupSums> {
  const place = await places.create();
  const store = await openDatabase(readConfig(place.settings));
  const { password } = await addUser(store, { name: 'writer', role: 'administrator', now: now() });
  await store.close();
  const child = await startChild(place.settings);
  const [writes, known, faults]: [Write[], Map<string, string | undefined>, string[]] = [[], new Map(), []];
  const client = openClient(
    child.address,
    basic('writer', password),
    (write) => writes.push(write),
    ({ after }) => {
      for (const [name, state] of after) known.set(name, state);
    },
  );
  const round = { number: 1, seed, isKilled: false };
  const writers: readonly Writer[] = Array.from({ length: 8 }, (_, number) => ({ number, events: new Map() }));
  const writing = writers.map(async (writer) => {
    const { fault } = await writeUntilKilled({ client, writer, known, round });
    if (fault) faults.push(fault);
  });
  let [acknowledged, during] = [0, 0];
  for (let number = 1; number <= rounds; number++) {
    await sleep(writingMs);
    const file = join(place.data, `backup-${number}.db`);
    const from = process.hrtime.bigint();
    const made = await runProcess(['backup', file], { data: place.data });
    const to = process.hrtime.bigint();
    if (made.code !== 0) faults.push(`backup ${number}: ${made.stderr}`);
    const restored = await places.create();
    const media = join(place.data, 'media');
    if (existsSync(media)) cpSync(media, join(restored.data, 'media'), { recursive: true });
    const done = await runProcess(['restore', file, '--yes'], { data: restored.data });
    if (done.code !== 0) faults.push(`restore ${number}: ${done.stderr}`);
    const sent = [...writes];
    acknowledged += sent.filter(({ acknowledgedNs: ns }) => ns !== undefined && ns < from).length;
    during += sent.filter(({ acknowledgedNs: ns }) => ns !== undefined && ns >= from && ns < to).length;
    const found = [...(await storedFaults(restored, sent, from, to)), ...(await doctorFaults(restored))];
    faults.push(...found.map((fault) => `backup ${number}: ${fault}`));
    await restored.remove();
  }
  round.isKilled = true;
  await Promise.all(writing);
  await child.kill();
  await place.remove();
  return { faults, acknowledged, during };
}
