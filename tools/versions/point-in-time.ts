// pg_basebackup and archived WAL, recovered to a moment: the store is what it was then.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openEngine } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { newestVersion } from '../../src/storage/migrate.js';
import { startChild } from '../../tests/harness/child.js';
import { findPostgres } from '../../tests/harness/postgres/binaries.js';
import { freePort, startPostgres } from '../../tests/harness/postgres/server.js';
import { addEvent, basic, runProcess } from '../../tests/harness/program.js';
import { administer } from '../../tests/harness/templates.js';
import { compareSnapshots } from './compare.js';
import { readSnapshot, type Snapshot } from './snapshot.js';

/** PostgreSQL refuses to run as root, so root starts it as the user nobody. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const maxWaitMs = 120_000;

async function snapshotAt(url: string): Promise<Snapshot> {
  const engine = openEngine(readConfig({ ALMANAC_DATABASE_URL: url }));
  try {
    return await readSnapshot(engine);
  } finally {
    await engine.close();
  }
}

async function query(url: string, sql: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return String(Object.values((await client.query(sql)).rows[0] ?? {})[0]);
  } finally {
    await client.end();
  }
}

async function until(isReached: () => Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + maxWaitMs; !(await isReached()); await sleep(100)) {
    if (Date.now() > end) throw new Error(`${what}: not within ${maxWaitMs / 1_000} s`);
  }
}

/** Starts PostgreSQL on a recovered cluster, works, and stops it. */
async function whileRecovered<Result>(
  folder: string,
  cluster: string,
  maxConnections: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const options = [
    '-D',
    cluster,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${folder}`,
    '-c',
    `max_connections=${maxConnections}`,
  ];
  const server = spawn(join(findPostgres(), 'postgres'), options, { ...nobody, cwd: folder, stdio: 'ignore' });
  const ended = once(server, 'exit');
  try {
    const url = `postgres://almanac@127.0.0.1:${port}/point`;
    const isRecovered = async () =>
      (await query(url, 'select pg_is_in_recovery()').catch(() => 'no answer')) === 'false';
    await until(isRecovered, 'the recovery');
    return await work(url);
  } finally {
    server.kill('SIGQUIT');
    await ended;
  }
}

/** PostgreSQL logs the numbers of a sequence 32 at a time, and takes the next ones after those. */
const maxSkipped = 32;

/** The recovered store, with the sequences of the noted one that have skipped no more than that. */
function withNotedSequences(found: Snapshot, noted: Snapshot): Snapshot {
  const sequences = [...(found.get('sequences') ?? [])].map(([key, row]) => {
    const before = noted.get('sequences')?.get(key);
    const skipped = Number(row.value) - Number(before?.value);
    return [key, before && skipped >= 0 && skipped <= maxSkipped ? before : row] as const;
  });
  return new Map([...found, ['sequences', new Map(sequences)]]);
}

export interface Recovered {
  readonly faults: readonly string[];
  readonly events: number;
  readonly eventsLater: number;
}

export async function recoverToMoment(parent: string): Promise<Recovered> {
  const folder = join(parent, 'point-in-time');
  const [archive, base] = [join(folder, 'archive'), join(folder, 'base')];
  for (const path of [folder, archive, base]) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (nobody.uid) chownSync(path, nobody.uid, nobody.gid);
  }
  // PostgreSQL must reach its folders.
  if (nobody.uid) chmodSync(parent, 0o711);
  const settings = ['fsync=off', 'archive_mode=on', `archive_command=cp %p ${archive}/%f`];
  const server = await startPostgres({ settings });
  await administer(server.url, 'create database point');
  const url = `${server.url}/point`;
  const data = join(folder, 'data');
  const environment = { ALMANAC_DATABASE_URL: url, ALMANAC_SECRET: 'a secret of at least 24 characters' };
  const added = await runProcess(['users', 'add', 'writer', '--role', 'administrator', '--json'], {
    data,
    environment,
  });
  const headers = basic('writer', (JSON.parse(added.stdout) as { password: string }).password);
  const child = await startChild({ ALMANAC_DATA: data, ...environment });
  let count = 0;
  const write = async (until: () => boolean) => {
    while (!until()) {
      const response = await addEvent(child.address, headers, `Event ${++count}`);
      if (!response.ok) throw new Error(await response.text());
    }
  };
  await write(() => count >= 50);
  const options = ['-D', base, '-d', `${server.url}/postgres`, '-X', 'none', '-c', 'fast', '--no-sync'];
  const backingUp = spawn(join(findPostgres(), 'pg_basebackup'), options, {
    ...nobody,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The backup is taken while events are written.
  let isOver = false;
  const over = once(backingUp, 'exit').then(([code]) => {
    isOver = true;
    return code as number;
  });
  await write(() => isOver);
  const code = await over;
  const events = count + 50;
  await write(() => count >= events);
  // Nothing is written at the noted moment, not even by a job.
  await child.kill();
  const noted = await snapshotAt(url);
  await sleep(1_100);
  const moment = await query(url, 'select clock_timestamp()::text');
  await sleep(1_100);
  const second = await startChild({ ALMANAC_DATA: data, ...environment });
  for (let more = 0; more < 50; more++) await addEvent(second.address, headers, `Later ${more}`);
  await second.kill();
  const eventsLater = Number(await query(url, 'select count(*) from events')) - events;
  // A recovery needs at least those of the server that wrote.
  const maxConnections = await query(url, 'show max_connections');
  const last = await query(url, 'select pg_walfile_name(pg_switch_wal())');
  const isArchived = async () =>
    (await query(url, `select last_archived_wal >= '${last}' from pg_stat_archiver`)) === 'true';
  await until(isArchived, `the archive of ${last}`);
  await server.stop();
  appendFileSync(
    join(base, 'postgresql.auto.conf'),
    `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\narchive_mode = off\n`,
  );
  writeFileSync(join(base, 'recovery.signal'), '');
  if (nobody.uid) chownSync(join(base, 'recovery.signal'), nobody.uid, nobody.gid);
  return whileRecovered(folder, base, maxConnections, async (recovered) => {
    const found = withNotedSequences(await snapshotAt(recovered), noted);
    const doctor = await runProcess(['doctor'], {
      data,
      environment: { ...environment, ALMANAC_DATABASE_URL: recovered },
    });
    const titles = [...(found.get('events')?.values() ?? [])].length;
    return {
      faults: [
        ...(code === 0 ? [] : [`pg_basebackup ended with ${code}`]),
        ...compareSnapshots(noted, found, newestVersion, false).faults,
        ...compareSnapshots(found, noted, newestVersion, false).faults.map((fault) => `too much: ${fault}`),
        ...(doctor.code === 0 ? [] : [`doctor: ${doctor.stdout}`]),
        ...(titles === events ? [] : [`${titles} events instead of ${events}`]),
      ],
      events,
      eventsLater,
    };
  });
}
