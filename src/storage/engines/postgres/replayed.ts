// What a replica has replayed, compared with what the primary has written and the change log has delivered.
import type { Connection } from '../../engine.js';
import type { Delivered } from './change-log.js';

/** Positions of two timelines cannot be compared: after a failover a replica may have more of the former one. */
export interface WalPosition {
  readonly timeline: number;
  readonly position: bigint;
}

/** Parses a WAL position such as `16/B374D848`. */
export function positionOf(text: unknown): bigint {
  const [high = '0', low = '0'] = String(text ?? '0/0').split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export const none: WalPosition = { timeline: 0, position: 0n };
export const reaches = (replayed: WalPosition, { timeline, position }: WalPosition): boolean =>
  replayed.timeline === timeline && replayed.position >= position;

export async function positionAt(connection: Connection, sql: string): Promise<WalPosition> {
  const [row] = await connection.all({ sql, values: [] });
  return row ? { timeline: Number(row[0]), position: positionOf(row[1]) } : none;
}

export const writtenSql = `select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int, pg_current_wal_lsn()`;

/** The timeline of a standby, which may be too old, but never too new: one that has more of the former timeline than the primary
 * does not receive the next one. The control file has it with the next restart point after a failover. The role pg_monitor also
 * sees what is being received. */
const timelineSql = `greatest((select min_recovery_end_timeline from pg_control_recovery()),
  (select received_tli from pg_stat_wal_receiver))`;
export const lagSql = `select ${timelineSql}, pg_last_wal_replay_lsn() where pg_is_in_recovery()`;

/** What a replica had replayed: all transactions below `settled` that have committed. */
export interface Replayed {
  readonly timeline: number;
  readonly settled: number;
}

const replayedSql = `select ${timelineSql}, pg_snapshot_xmin(pg_current_snapshot())::text where pg_is_in_recovery()`;

/** Undefined if it is not known, for example without the right to call these functions. */
export async function readReplayed(connection: Connection): Promise<Replayed | undefined> {
  const [row] = await connection.all({ sql: replayedSql, values: [] }).catch(() => []);
  return row && { timeline: Number(row[0]), settled: Number(row[1]) };
}

export const includes = (replayed: Replayed | undefined, { timeline, txid }: Delivered): boolean =>
  replayed !== undefined && replayed.timeline === timeline && replayed.settled > txid;
