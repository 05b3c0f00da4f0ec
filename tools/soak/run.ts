// One run against one process of the service.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../../bench/processes/service.js';
import { type EngineName, openFixture } from '../../bench/store/fixtures.js';
import { now, openDatabase } from '../../src/app.js';
import { addUser } from '../../src/auth/accounts.js';
import { readConfig } from '../../src/config.js';
import { basic } from '../../tests/harness/program.js';
import { openLog, table } from '../chaos/report.js';
import { sqlAt } from '../chaos/site.js';
import { openNativeMemory } from './native-memory.js';
import { api } from './reads.js';
import {
  megabytes,
  openSamples,
  type QuantityName,
  quantities,
  type Sampled,
  type Samples,
  sizeIn,
  warmUpOf,
} from './samples.js';
import { isShed, openTally, shedName, type Tally } from './tally.js';
import { startTraffic, trafficSettings } from './traffic.js';
import { type Trend, trendOf } from './trend.js';

export interface Result {
  readonly counts: readonly (readonly [what: string, count: number | string])[];
  readonly faults: number;
}

const events = 2_000;
const sampleMs = 10_000;
/** Full after a minute: the memory of a large one would rise for hours. */
const cacheMegabytes = 8;
/** Other work on the machine may cause some. */
const maxShedShare = 0.01;
const collector = new URL('collect.mjs', import.meta.url).href;

export async function runFor(engine: EngineName, minutes: number, seed: number): Promise<Result> {
  const log = openLog();
  const fixture = await openFixture(engine, events, { calendar: 'events', fresh: false, log });
  const folder = mkdtempSync(join(tmpdir(), 'almanac-soak-'));
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const settings = {
    ALMANAC_DATA: join(folder, 'data'),
    ...fixture.settings,
    ...trafficSettings,
    ALMANAC_CACHE_MB: String(cacheMegabytes),
    TMPDIR: temporary,
    NODE_OPTIONS: `--trace-warnings --import ${collector}`,
  };
  const store = await openDatabase(readConfig(settings));
  const { password } = await addUser(store, { name: 'soak', role: 'administrator', now: now() });
  await store.close();
  const native = openNativeMemory(folder);
  if (!native) log('skipped native memory: there is no C compiler');
  const service = await startService({ settings: { ...settings, ...native?.variables } }, { cache: true });
  const end = () => process.kill(service.pid);
  process.once('exit', end);
  const headers = basic('soak', password);
  const tally = openTally();
  try {
    const samples = openSamples({
      pid: service.pid,
      address: service.url,
      temporary,
      nativeMemory: native?.bytes,
      probe: (number) => probe(`${service.url}${api}/events?per_page=20&v=${number}`, tally),
      ...(await databaseOf(settings)),
    });
    log(`${engine}: ${events} events, ${minutes} minutes, process ${service.pid}`);
    const traffic = await startTraffic({ address: service.url, headers, seed, tally });
    await sampleFor(minutes, samples, (line) => log(`${tally.total()} requests, ${tally.faults()} faults; ${line}`));
    await traffic.stop();
    return report(samples, tally, minutes);
  } finally {
    process.off('exit', end);
    await service.stop();
    await fixture.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function probe(url: string, tally: Tally): Promise<void> {
  tally.count('probes');
  const response = await fetch(url);
  await response.arrayBuffer();
  if (isShed(response)) tally.note(shedName);
  else if (response.status !== 200) tally.fault(`GET ${url}: ${response.status}`);
}

async function databaseOf(
  settings: Readonly<Record<string, string>>,
): Promise<Pick<Sampled, 'logSize' | 'databaseConnections'>> {
  const { ALMANAC_DATABASE_URL: url = '', ALMANAC_DATA: data = '' } = settings;
  if (url === '') return { logSize: async () => megabytes(sizeIn(join(data, 'almanac.db-wal'))) };
  const sql = sqlAt(url);
  // Checkpoints often enough that the log has its usual size after ten minutes.
  await sql("alter system set checkpoint_timeout = '1min'");
  await sql('select pg_reload_conf()');
  const cell = async (text: string): Promise<number> => Number(Object.values((await sql(text))[0] ?? {})[0]);
  return {
    logSize: async () => megabytes(await cell('select sum(size) from pg_ls_waldir()')),
    // Without this one.
    databaseConnections: () => cell("select count(*) - 1 from pg_stat_activity where backend_type = 'client backend'"),
  };
}

async function sampleFor(minutes: number, { take, line }: Samples, log: (line: string) => void): Promise<void> {
  const begin = performance.now();
  let logged = 0;
  for (;;) {
    const ms = performance.now() - begin;
    if (ms >= minutes * 60_000) return;
    await sleep(sampleMs - (ms % sampleMs));
    await take();
    const minute = Math.floor((performance.now() - begin) / 60_000);
    if (minute > logged) log(line());
    logged = minute;
  }
}

const shown = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1));

function report({ points }: Samples, tally: Tally, minutes: number): Result {
  const trends = [...points].flatMap(([name, values]): readonly (readonly [QuantityName, Trend])[] => {
    const warmUp = warmUpOf(name, minutes);
    const later = values.filter(({ minute }) => minute >= warmUp);
    const trend = trendOf(later, quantities[name].limit);
    return trend ? [[name, trend]] : [];
  });
  console.log(
    `\n${table([
      ['', 'begin', 'end', 'per hour', 'allowed', ''],
      ...trends.map(
        ([name, { begin, end, perHour, allowed, rises }]) =>
          [
            `${quantities[name].name}${quantities[name].unit && `, ${quantities[name].unit}`}`,
            ...[begin, end, perHour, allowed].map(shown),
            rises ? 'RISES' : 'ok',
          ] as const,
      ),
    ])}\n`,
  );
  console.log(table([...tally.requests, ...tally.others]));
  const shed = tally.others.get(shedName) ?? 0;
  if (shed > maxShedShare * tally.total()) tally.fault(`${shed} reads were shed: the machine is too busy for this run`);
  for (const [name, { rises }] of trends) if (rises) tally.fault(`${quantities[name].name} rises`);
  console.log(`${tally.total()} requests in ${minutes} minutes; ${tally.faults()} faults`);
  return {
    counts: [
      ['requests', tally.total()],
      ...[...tally.others].map((other) => other),
      ...trends.map(([name, { begin, end, perHour }]) => {
        const { name: title, unit } = quantities[name];
        const values = `${shown(begin)} → ${shown(end)}${unit && ` ${unit}`}`;
        return [
          `${title}: begin → end, per hour`,
          `${values}, ${perHour >= 0 ? '+' : '−'}${shown(Math.abs(perHour))}`,
        ] as const;
      }),
    ],
    faults: tally.faults(),
  };
}
