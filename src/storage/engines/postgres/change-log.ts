// The change log of PostgreSQL: a table that is asked before anything is taken from memory. Transactions become visible in another order
// than they began in, so each look asks again for everything that was not settled at the last one.

import { changesOf, clearsAt, maxLogged, textOf } from '../../change-log/log.js';
import type { ChangeLog, Connection, LogEntry } from '../../engine.js';

const freshMilliseconds = 1_000;
/** Whoever comes so soon after a question was put is served by its answer: many more would ask the same. */
const sharedMilliseconds = 1;
const endOfTime = '9223372036854775807';

/** Begins with its verb: only such statements are prepared once per connection. */
const question = `select s.settled, l.seq, l.xid, l.changes
  from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as settled) s
  left join change_log l on l.xid >= $1
  order by l.seq`;

export function openChangeLog(connection: Connection): ChangeLog {
  /** Marks of transactions that were told but may be found once more. */
  const told = new Map<number, number>();
  let waiting: LogEntry[] = [];
  let lost = true;
  let settled = -1;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<void> {
    const at = performance.now();
    const rows = await connection.all({ sql: question, values: [settled === -1 ? endOfTime : settled] });
    if (settled === -1) lost = true;
    for (const [, seq, xid, changes] of rows) {
      if (seq === null || told.has(Number(seq))) continue;
      told.set(Number(seq), Number(xid));
      waiting.push({ txid: Number(xid), changes: changesOf(changes) });
    }
    settled = Number(rows[0]?.[0]);
    for (const [seq, xid] of told) if (xid < settled) told.delete(seq);
    askedAt = at;
  }

  function forget(): void {
    settled = -1;
    waiting = [];
    told.clear();
  }

  let asking: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const age = (): number => (settled === -1 ? Number.POSITIVE_INFINITY : performance.now() - askedAt);

  /** One question serves everyone who came before it was put, or just after; whoever comes later waits for the next. */
  async function pollChanges(): Promise<void> {
    if (age() < sharedMilliseconds) return;
    if (asking) {
      next ??= asking.then(() => {
        next = undefined;
        return pollChanges();
      });
      return next;
    }
    asking = ask()
      // Whoever was away cannot know what it missed.
      .catch(forget)
      .finally(() => {
        asking = undefined;
      });
    return asking;
  }

  return {
    isExact: false,
    pollChanges,
    isFresh: () => age() < freshMilliseconds,
    snapshotSql: 'pg_current_snapshot()::text',
    readSnapshot: (cell) => {
      const [least = '0', next = '0', open = ''] = String(cell).split(':');
      const unfinished = new Set(open.split(',').map(Number));
      return (mark) => mark < Number(least) || (mark < Number(next) && !unfinished.has(mark));
    },
    log: async (writing, changes) => {
      const sql = 'insert into change_log (changes) values ($1) returning seq, xid';
      const [row] = await writing.all({ sql, values: [textOf(changes)] });
      const [seq, xid] = [Number(row?.[0]), Number(row?.[1])];
      if (clearsAt(seq)) {
        await writing.run({ sql: 'delete from change_log where seq <= $1', values: [seq - maxLogged] });
      }
      return { txid: xid, changes, seq };
    },
    committed: ({ txid, changes, seq }) => {
      if (settled === -1 || seq === undefined || told.has(seq)) return;
      told.set(seq, txid);
      waiting.push({ txid, changes });
      // Where nobody reads any more, nobody takes the news: whoever comes then begins anew.
      if (waiting.length > maxLogged) forget();
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
