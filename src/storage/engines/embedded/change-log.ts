// The feed of the embedded engine: a table that grows with each transaction, looked at only when the file has changed.
import type Database from 'libsql';
import { changesOf, clearsAt, mostLogged, textOf } from '../../change-log/log.js';
import type { Feed, Logged } from '../../engine.js';
import type { WalIndex } from './wal-index.js';

/** Opened on the reading connection, to which every commit is one of another connection. */
export function openFeed(reader: Database.Database, { hasMoved }: Pick<WalIndex, 'hasMoved'>): Feed {
  let version = -1;
  let last = -1;
  let versionOf: Database.Statement | undefined;
  let newest: Database.Statement | undefined;
  let since: Database.Statement | undefined;

  function begin(): void {
    newest ??= reader.prepare('select coalesce(max(seq), 0) from changes').raw(true);
    last = Number((newest.get() as number[])[0]);
  }

  return {
    isFresh: () => true,
    isExact: true,
    moment: '(select coalesce(max(seq), 0) from changes)',
    readMoment: (cell) => {
      const seen = Number(cell);
      return (mark) => mark <= seen;
    },
    log: async (connection, changes) => {
      // A statement that returns something would have the text index written out before it, here instead of with the
      // commit on another thread.
      await connection.run({ sql: 'insert into changes (changes) values (?)', values: [textOf(changes)] });
      const [row] = await connection.all({ sql: 'select max(seq) from changes', values: [] });
      const mark = Number(row?.[0]);
      if (clearsAt(mark)) {
        await connection.run({ sql: 'delete from changes where seq <= ?', values: [mark - mostLogged] });
      }
      return { mark, changes };
    },
    committed: () => undefined,
    refresh: async () => undefined,
    look: () => {
      if (!hasMoved()) return [];
      versionOf ??= reader.prepare('pragma data_version').raw(true);
      const [now] = versionOf.get() as number[];
      if (now === version) return [];
      const known = version !== -1;
      version = now as number;
      if (!known) {
        begin();
        return undefined;
      }
      since ??= reader.prepare('select seq, changes from changes where seq > ? order by seq').raw(true);
      const rows = since.all([last]) as [number, string][];
      const [first] = rows;
      const whole = first === undefined || first[0] === last + 1;
      last = rows.at(-1)?.[0] ?? last;
      return whole ? rows.map(([mark, text]): Logged => ({ mark, changes: changesOf(text) })) : undefined;
    },
  };
}
