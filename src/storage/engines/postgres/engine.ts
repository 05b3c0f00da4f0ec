// The PostgreSQL engine, over the primary and its replicas.
import type { Engine, PositionSql } from '../../engine.js';
import { openChangeLog } from './change-log.js';
import { postgresDialect } from './dialect.js';
import { openPool } from './pool.js';
import { openPrimary } from './primary.js';
import { oneServer, openReplicas } from './replicas.js';

export interface PostgresOptions {
  readonly url: string;
  readonly replicas: readonly string[];
  readonly connections: number;
  /** Connections go through a pooler in transaction mode. */
  readonly hasPooler?: boolean;
}

/** Transactions commit in another order than they begin: readers take only those below the oldest one that is open. The
 * timeline changes with a failover, the ids with a restored dump. */
const positionSql: PositionSql = {
  current: 'pg_current_xact_id()::text::bigint',
  settled: 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint',
  next: 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint',
  identity: `concat_ws(' ', (select system_identifier from pg_control_system()), 'positions'::regclass::oid,
    (select oid from pg_database where datname = current_database()),
    left(pg_walfile_name(pg_current_wal_lsn()), 8))`,
};

const ephemeralConnections = 2;

export function openPostgres({ url, replicas, connections, hasPooler = false }: PostgresOptions): Engine {
  const primary = openPrimary(url, { connections, hasPooler });
  const changeLog = openChangeLog(primary.connection);
  // Rate limits are charged inside transactions too, which must not wait for a connection of the pool that they hold.
  const ephemeral = openPrimary(url, { connections: ephemeralConnections, hasPooler });
  const pools = replicas.map((replica) =>
    // Connections to a pooler outlive the sessions of the server, so that nothing follows from the server of the first one.
    openPool(replica, { connections, hasPooler, ...(!hasPooler && { checkServer: oneServer() }) }),
  );
  const replicaPool = openReplicas(pools, primary.connection, changeLog.delivered, hasPooler);
  return {
    name: 'postgres',
    sizeSql: 'select pg_database_size(current_database())',
    dialect: postgresDialect,
    changeLog,
    positionSql,
    readConnection: primary.connection,
    // Short ones find a connection beside them.
    maxLongQueries: Math.max(1, Math.floor((connections * 2) / 3)),
    maybeStale: replicaPool.connection,
    onLaggingRead: replicaPool.onLaggingRead,
    ephemeral: ephemeral.connection,
    transact: primary.transact,
    snapshot: primary.snapshot,
    lock: async (connection, name) => {
      await connection.all({ sql: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [name] });
    },
    close: async () => {
      await replicaPool.close();
      await ephemeral.close();
      await primary.close();
    },
  };
}
