// Three nodes behind nginx on one PostgreSQL with a replica, and the kinds of faults.
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../tests/harness/postgres/server.js';
import { type Site, sqlAt, startSite } from './site.js';

export interface Cluster extends Site {
  /** Stops it without a shutdown, as after a power loss. */
  readonly crashDatabase: () => Promise<void>;
  /** Resolves when it accepts queries. */
  readonly startDatabase: () => Promise<void>;
  /** The replica replays nothing for this long. */
  readonly pauseReplica: (ms: number) => Promise<void>;
  readonly crashReplica: () => Promise<void>;
  readonly startReplica: () => Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  // Default durability: an acknowledged commit is on disk.
  const settingsOfServer = ['fsync=on', 'synchronous_commit=on'];
  const server = await startPostgres({ settings: settingsOfServer });
  const replica = await startPostgres({ settings: settingsOfServer, standbyOf: server });
  const stopServers = async () => {
    await replica.stop();
    await server.stop();
  };
  try {
    await sqlAt(`${server.url}/postgres`)('create database chaos');
    const databaseUrl = `${server.url}/chaos`;
    const settings = {
      ALMANAC_DATABASE_URL: databaseUrl,
      ALMANAC_DATABASE_REPLICAS: `${replica.url}/chaos`,
      ALMANAC_RATE_LIMIT: 'off',
      ALMANAC_TRUST_PROXY: 'on',
    };
    const site = await startSite({ settings, databaseUrl, nodes: 3, workers: 1 });
    return {
      ...site,
      crashDatabase: server.crash,
      startDatabase: async () => {
        await server.start();
        while (!(await site.sql('select 1').catch(() => undefined))) await sleep(10);
      },
      pauseReplica: async (ms) => {
        const onReplica = sqlAt(`${replica.url}/postgres`);
        // It may be down at this moment.
        await onReplica('select pg_wal_replay_pause()').catch(() => undefined);
        await sleep(ms);
        await onReplica('select pg_wal_replay_resume()').catch(() => undefined);
      },
      crashReplica: replica.crash,
      startReplica: replica.start,
      stop: async () => {
        await site.stop();
        await stopServers();
      },
    };
  } catch (error) {
    await stopServers();
    throw error;
  }
}
