// The PostgreSQL engine, over the primary and its replicas.
import type { Engine } from '../../engine.js';
import { openChangeLog } from './change-log.js';
import { postgresDialect } from './dialect.js';
import { openPrimary } from './primary.js';
import { openReplicas } from './replicas.js';

export interface PostgresOptions {
  readonly url: string;
  readonly replicas: readonly string[];
  readonly connections: number;
}

export function openPostgres({ url, replicas, connections }: PostgresOptions): Engine {
  const primary = openPrimary(url, { connections });
  const changeLog = openChangeLog(primary.connection);
  const replicaPool = openReplicas(replicas, primary.connection, { connections });
  return {
    name: 'postgres',
    dialect: postgresDialect,
    changeLog,
    readConnection: primary.connection,
    maybeStale: replicaPool.connection,
    ephemeral: primary.connection,
    transact: primary.transact,
    snapshot: primary.snapshot,
    lock: async (connection, name) => {
      await connection.all({ sql: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [name] });
    },
    close: async () => {
      await replicaPool.close();
      await primary.close();
    },
  };
}
