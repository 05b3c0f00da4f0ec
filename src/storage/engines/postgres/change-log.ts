// The change log of PostgreSQL: a table that is polled before a cached response is served. Transactions commit in another order
// than they start, so each poll reads everything again that was not below the snapshot's xmin at the last poll.

import { clearsAt, decodeChanges, encodeChanges, maxLogged, maxMissed } from '../../change-log/log.js';
import type { ChangeLog, Connection, LogEntry } from '../../engine.js';

/** What the log has delivered: all transactions up to `txid` that have committed, on this timeline of the primary. */
export interface Delivered {
  readonly timeline: number;
  readonly txid: number;
}

export interface PostgresChangeLog extends ChangeLog {
  /** Undefined before the first poll and after one that failed. */
  readonly delivered: () => Delivered | undefined;
}

const freshMs = 1_000;
/** A request this soon after a poll was sent uses its result, so that a burst of requests shares one poll. */
const sharedMs = 1;
const maxBigint = '9223372036854775807';

/** Starts with `select`, because only such statements are prepared. The first eight digits of a WAL file are the timeline. */
const pollSql = `select s.settled, s.next, s.timeline, s.started, s.latest, l.seq, l.xid, l.changes
  from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as settled,
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next,
    left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline,
    extract(epoch from pg_postmaster_start_time()) as started,
    (select coalesce(max(seq), 0) from change_log) as latest) s
  left join change_log l on l.xid >= $1
  order by l.seq`;

export function openChangeLog(connection: Connection): PostgresChangeLog {
  /** Delivered entries that the next poll may return again: transaction id by position. */
  const delivered = new Map<number, number>();
  let waiting: LogEntry[] = [];
  let lost = true;
  let settled = -1;
  let polledAt = Number.NEGATIVE_INFINITY;
  let newest = 0;
  /** Number of the latest entry at the last poll. */
  let latest = 0;
  let timeline = 0;
  /** Timeline and start of the server. Another one may have lost transactions, and uses their numbers again. */
  let server = '';

  async function poll(): Promise<void> {
    const at = performance.now();
    const rows = await connection.all({ sql: pollSql, values: [settled === -1 ? maxBigint : settled] });
    const [oldest, next, line, started, last] = rows[0] ?? [];
    const asked = `${line} ${started}`;
    const missed = Number(last) - latest;
    latest = Number(last);
    if (settled === -1 || asked !== server || missed > maxMissed) {
      reset();
      [lost, server, timeline, newest] = [true, asked, Number.parseInt(String(line), 16), Number(next) - 1];
    }
    for (const [, , , , , seq, xid, changes] of rows) {
      if (seq === null || delivered.has(Number(seq))) continue;
      delivered.set(Number(seq), Number(xid));
      newest = Math.max(newest, Number(xid));
      waiting.push({ txid: Number(xid), changes: decodeChanges(changes) });
    }
    settled = Number(oldest);
    for (const [seq, xid] of delivered) if (xid < settled) delivered.delete(seq);
    polledAt = at;
  }

  function reset(): void {
    settled = -1;
    waiting = [];
    delivered.clear();
  }

  let polling: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let isNextExact = false;

  const age = (): number => (settled === -1 ? Number.POSITIVE_INFINITY : performance.now() - polledAt);

  /** One poll serves all calls made before it was sent or within 1 ms after; later calls share the next poll. An exact call
   * needs a poll that is sent after it. */
  async function pollChanges(exact = false): Promise<void> {
    if (!exact && age() < sharedMs) return;
    if (polling) {
      isNextExact ||= exact;
      next ??= polling.then(() => {
        const isExact = isNextExact;
        [next, isNextExact] = [undefined, false];
        return pollChanges(isExact);
      });
      return next;
    }
    polling = poll()
      // After a lost connection entries may be missing, so the caches start empty.
      .catch(reset)
      .finally(() => {
        polling = undefined;
      });
    return polling;
  }

  return {
    isExact: false,
    delivered: () => (settled === -1 ? undefined : { timeline, txid: newest }),
    pollChanges,
    isFresh: () => age() < freshMs,
    snapshotSql,
    readSnapshot,
    log: async (writing, changes) => {
      const sql = 'insert into change_log (changes) values ($1) returning seq, xid';
      const [row] = await writing.all({ sql, values: [encodeChanges(changes)] });
      const [seq, xid] = [Number(row?.[0]), Number(row?.[1])];
      if (clearsAt(seq)) {
        await writing.run({ sql: 'delete from change_log where seq <= $1', values: [seq - maxLogged] });
      }
      return { txid: xid, changes, seq };
    },
    discardForeign: async () => {
      const sql = 'delete from change_log where xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint';
      await connection.run({ sql, values: [] });
    },
    committed: ({ txid, changes, seq }) => {
      if (settled === -1 || seq === undefined || delivered.has(seq)) return;
      delivered.set(seq, txid);
      newest = Math.max(newest, txid);
      waiting.push({ txid, changes });
      // Bounds memory when nothing drains the log: the next reader starts with empty caches.
      if (waiting.length > maxLogged) reset();
    },
    drain: () => {
      if (lost) {
        [lost, waiting] = [false, []];
        return undefined;
      }
      const found = waiting;
      if (found.length) waiting = [];
      return found;
    },
  };
}

/** A standby lists no open transactions, although its queries do not see them: of those between the bounds of its snapshot
 * nothing is known. */
const snapshotSql = `pg_current_snapshot()::text || case when pg_is_in_recovery() then ':unlisted' else '' end`;

const readSnapshot: ChangeLog['readSnapshot'] = (cell) => {
  const [least = '0', next = '0', open = '', unlisted] = String(cell).split(':');
  const unfinished = new Set(open.split(',').map(Number));
  return (txid) => {
    if (txid < Number(least)) return true;
    if (txid >= Number(next)) return false;
    return unlisted ? undefined : !unfinished.has(txid);
  };
};
