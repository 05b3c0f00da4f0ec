// Reads the positions of changes. A position is the number of a transaction, or a record within the changes of one: on both
// engines a reader sees only transactions below which no other commits any more, so that nothing appears behind it.
import { createHash } from 'node:crypto';
import type { Cell } from '../../core/column.js';
import { positionsLock } from '../../core/locks.js';
import type { Changed, ChangedPage, Position, PositionReader, Positions } from '../../core/store.js';
import { secondsBetween, wallOf } from '../../core/time/clock.js';
import { type Connection, type Engine, plain } from '../engine.js';

/** The current time, `YYYY-MM-DD HH:MM:SS` in UTC. */
export const currentTime = (): string => wallOf(Math.floor(Date.now() / 1_000));

/** A position in parts. */
interface Place {
  readonly epoch: string;
  /** The newest position of the erased records that were purged before the reader began: it never had them. */
  readonly purged: number;
  readonly pos: number;
  /** The last record of a transaction whose changes were read in part; empty if all of them were. */
  readonly table: string;
  readonly id: number;
  /** The last position at which the reader had all changes. */
  readonly caughtUpTo: number;
}

const textOfPlace = ({ epoch, purged, pos, table, id, caughtUpTo }: Place): Position =>
  [epoch, purged, pos, table, id, caughtUpTo].join(' ');

function placeOf(position: Position): Place {
  const [epoch = '', purged, pos, table = '', id, caughtUpTo = -1] = position.split(' ');
  return { epoch, purged: Number(purged), pos: Number(pos), table, id: Number(id), caughtUpTo: Number(caughtUpTo) };
}

/** No user has this ID. */
const nobody = -1;

/** The stored text changes when positions are numbered again, the identity of the database when it was replaced. */
const epochOf = (stored: Cell = '', identity: Cell = ''): string =>
  createHash('sha256').update(`${stored} ${identity}`).digest('base64url').slice(0, 12);

export function openPositions(engine: Engine): Positions {
  const { readConnection: primary, positionSql, dialect } = engine;
  const { settled, identity } = positionSql;
  const head = `m.epoch, ${identity} as identity, m.purged, ${settled} as settled`;

  /** Skips from one number to the next: there may be many records of few open transactions. */
  const stateSql = `with recursive open (pos) as (
      select min(pos) from positions where pos >= ${settled}
      union all select (select min(p.pos) from positions p where p.pos > open.pos) from open where open.pos is not null)
    select ${head}, (select max(pos) from positions where pos < ${settled}) as newest, o.pos
    from positions_meta m left join open o on o.pos is not null order by o.pos`;

  const newestSql = `select ${head}, (select max(pos) from positions where pos < ${settled}) from positions_meta m`;

  const named = (tables: readonly string[]): string =>
    tables.length ? `table_name in (${tables.map((name) => `'${name}'`).join(', ')})` : '1 = 0';

  /** Values are bound in the order of the text: the place, `caughtUpTo` and the owner for a reader, the limit. */
  const pageSql = (tables: readonly string[], reader: PositionReader | undefined): string => {
    const [pos, table, id, fourth, owner, last] = [1, 2, 3, 4, 5, 6].map(dialect.placeholder);
    // Of a record that is hidden by now, the reader may know the changes up to the one that hid it.
    const isKnown = reader
      ? `and (${named(reader.tables)} or shown > 0 and seen_pos > ${fourth} or owners like ${owner})`
      : '';
    return `select ${head}, c.pos, c.table_name, c.id, c.changed_utc, c.gone
    from positions_meta m left join (
      select pos, table_name, id, changed_utc, gone from positions
      where (pos, table_name, id) > (${pos}, ${table}, ${id}) and pos < ${settled} and ${named(tables)} ${isKnown}
      order by pos, table_name, id limit ${reader ? last : fourth}) c on 1 = 1
    order by c.pos, c.table_name, c.id`;
  };

  /** The position after all settled changes. */
  const wholePlace = ([stored, database, purged, next]: readonly Cell[]): Place => ({
    epoch: epochOf(stored, database),
    purged: Number(purged),
    pos: Number(next) - 1,
    table: '',
    id: 0,
    caughtUpTo: Number(next) - 1,
  });

  /** Where a query blocks the event loop, one that passes over many changes runs on another thread. */
  function connectionFor(from: Place | undefined, reader: PositionReader | undefined): Connection['all'] {
    const { all, allInBackground } = primary;
    const isLong = !from || (reader && from.table !== '');
    return allInBackground && isLong ? allInBackground : all;
  }

  const changedOf = ([, , , , , name, record, at, gone]: readonly Cell[]): Changed => ({
    table: String(name),
    id: Number(record),
    at: String(at),
    isGone: Number(gone) === 1,
  });

  return {
    state: async () => {
      const rows = await primary.all(plain(stateSql));
      const [stored, database, purged, , newest] = rows[0] ?? [];
      const open = rows.map((row) => row[5]).filter((one) => one !== null);
      return [epochOf(stored, database), Math.max(Number(newest), Number(purged)), ...open].join(' ');
    },

    current: async () => {
      const [row = []] = await primary.all(plain(`select ${head} from positions_meta m`));
      return textOfPlace(wholePlace(row));
    },

    newest: async () => {
      const [[stored, database, purged, , newest] = []] = await primary.all(plain(newestSql));
      return [epochOf(stored, database), Math.max(Number(newest), Number(purged))].join(' ');
    },

    after: async (since, tables, count, reader): Promise<ChangedPage | 'expired'> => {
      const from = since === undefined ? undefined : placeOf(since);
      const start = from ? (from.table ? [from.pos, from.table, from.id] : [from.pos + 1, '', 0]) : [-1, '', 0];
      const caughtUpTo = from?.caughtUpTo ?? -1;
      const known = reader ? [caughtUpTo, `%,${reader.user ?? nobody},%`] : [];
      const rows = await connectionFor(
        from,
        reader,
      )({ sql: pageSql(tables, reader), values: [...start, ...known, count + 1] });
      const whole = wholePlace(rows[0] ?? []);
      if (from && isExpired(from, whole)) return 'expired';
      const purged = from?.purged ?? whole.purged;
      const page = rows.filter((row) => row[4] !== null).slice(0, count);
      const hasMore = rows.length > count;
      const last = page.at(-1);
      const next =
        hasMore && last
          ? { ...whole, pos: Number(last[4]), table: String(last[5]), id: Number(last[6]), caughtUpTo }
          : whole;
      return { changes: page.map(changedOf), next: textOfPlace({ ...next, purged }), hasMore };
    },

    lagSeconds: async () => {
      const sql = `select min(changed_utc) from positions where pos >= ${settled}`;
      const [row] = await primary.all(plain(sql));
      return typeof row?.[0] === 'string' ? Math.max(0, secondsBetween(row[0], currentTime())) : 0;
    },

    purge: (before) =>
      engine.transact(async (connection) => {
        const old = `from positions where gone = 1 and changed_utc < ${dialect.placeholder(1)} and pos < ${settled}`;
        await engine.lock(connection, positionsLock);
        const [row] = await connection.all({ sql: `select max(pos) ${old}`, values: [before] });
        if (row?.[0] === null || row?.[0] === undefined) return 0;
        const purged = Number(row[0]);
        await connection.run({
          sql: `update positions_meta set purged = ${dialect.placeholder(1)} where purged < ${dialect.placeholder(2)}`,
          values: [purged, purged],
        });
        return connection.run({ sql: `delete ${old}`, values: [before] });
      }),
  };
}

/** Changes that were purged are behind the reader, or were purged before it began. */
function isExpired({ epoch, purged, pos, table }: Place, now: Place): boolean {
  if (epoch !== now.epoch) return true;
  if (pos > now.pos) return true;
  const seen = table ? pos - 1 : pos;
  return now.purged > purged && seen < now.purged;
}
