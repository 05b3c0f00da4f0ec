// The change log of the embedded engine: a table with one row per transaction, read only when `data_version` has changed.
import type Database from 'libsql';
import { clearsAt, decodeChanges, encodeChanges, maxLogged, maxMissed } from '../../change-log/log.js';
import type { ChangeLog, LogEntry } from '../../engine.js';

/** `data_version` changes with commits of other connections only, so this uses the read connection. */
export function openChangeLog(reader: Database.Database): ChangeLog {
  let version = -1;
  let last = -1;
  const dataVersion = reader.prepare('pragma data_version').raw(true);
  let newest: Database.Statement | undefined;
  let since: Database.Statement | undefined;

  function begin(): void {
    newest ??= reader.prepare('select coalesce(max(seq), 0) from changes').raw(true);
    last = Number((newest.get([]) as number[])[0]);
  }

  return {
    isFresh: () => true,
    isExact: true,
    snapshotSql: '(select coalesce(max(seq), 0) from changes)',
    readSnapshot: (cell) => {
      const seen = Number(cell);
      return (txid) => txid <= seen;
    },
    log: async (connection, changes) => {
      // No `returning`: it would flush the full-text index on this thread instead of with the commit in the background.
      await connection.run({ sql: 'insert into changes (changes) values (?)', values: [encodeChanges(changes)] });
      const [row] = await connection.all({ sql: 'select max(seq) from changes', values: [] });
      const txid = Number(row?.[0]);
      if (clearsAt(txid)) {
        await connection.run({ sql: 'delete from changes where seq <= ?', values: [txid - maxLogged] });
      }
      return { txid, changes };
    },
    committed: () => undefined,
    pollChanges: async () => undefined,
    drain: () => {
      const [now] = dataVersion.get([]) as number[];
      if (now === version) return [];
      const known = version !== -1;
      version = now as number;
      if (!known) {
        begin();
        return undefined;
      }
      since ??= reader.prepare('select seq, changes from changes where seq > ? order by seq').raw(true);
      const rows = since.all([last]) as [number, string][];
      const missed = (rows.at(-1)?.[0] ?? last) - last;
      last += missed;
      return missed <= maxMissed
        ? rows.map(([txid, text]): LogEntry => ({ txid, changes: decodeChanges(text) }))
        : undefined;
    },
  };
}
