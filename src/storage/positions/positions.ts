// Reads the positions of changes. A position is the number of a transaction, or a record within the changes of one: on both
// engines a reader sees only transactions below which no other commits any more, so that nothing appears behind it.
import { createHash } from 'node:crypto';
import type { Cell } from '../../core/column.js';
import { positionsLock } from '../../core/locks.js';
import type { Changed, ChangedPage, Position, PositionReader, Positions } from '../../core/store.js';
import { currentTime, secondsBetween } from '../../core/time/clock.js';
import { type Connection, type Engine, plain, type Statement } from '../engine.js';
import { nowPublic } from './write.js';

/** The current time, `YYYY-MM-DD HH:MM:SS` in UTC. */

/** A position in parts. */
interface Place {
  readonly epoch: string;
  /** The newest position of the erased records that were purged before the reader began: it never had them. */
  readonly purged: number;
  readonly pos: number;
  /** The last record of a transaction whose changes were read in part; empty if all of them were. A record that changed by
   * its content is found through the content row, whose id follows the name of the table. */
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

/** The table and content row of a place; -1 comes before all content rows. */
function contentPlaceOf({ table }: Pick<Place, 'table'>): readonly [string, number] {
  const [name = '', content = '-1'] = table.split(':');
  return [name, Number(content)];
}

/** The `table` of a place, in the order of the ids of content rows. */
const contentPlaceSql = `c.table_name || ':' || substr(cast(1000000000000 + c.id as text), 2)`;

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

  /** Not by the primary key, whose rows would have to be sorted: pages are in the order of positions. */
  const named = (tables: readonly string[]): string =>
    tables.length
      ? `${dialect.withoutIndex('p.table_name')} in (${tables.map((name) => `'${name}'`).join(', ')})`
      : '1 = 0';

  /** One page of records in the order of their newest change, their own or that of the content row that they read from. Each
   * record is in one of two branches, and both are read in the order of an index. */
  function pageOf(
    from: Place | undefined,
    tables: readonly string[],
    count: number,
    reader?: PositionReader,
  ): Statement {
    const values: Cell[] = [];
    const bind = (value: Cell): string => dialect.placeholder(values.push(value));
    const start = from ? (from.table ? from : { pos: from.pos + 1, table: '', id: 0 }) : { pos: -1, table: '', id: 0 };
    const [table, content] = contentPlaceOf(start);
    const contentStart = () => `(${[start.pos, table, content].map(bind).join(', ')})`;
    // Of a record that is hidden by now, the reader may know the changes up to the one that hid it.
    const isKnown = (ifShown: string): string =>
      reader
        ? ` and (${named(reader.tables)}${ifShown} or p.shown > 0 and p.seen_pos > ${bind(from?.caughtUpTo ?? -1)}` +
          ` or p.owners like ${bind(`%,${reader.user ?? nobody},%`)})`
        : '';
    const own =
      `select p.pos, p.table_name as place, p.table_name, p.id, p.changed_utc, p.gone from positions p` +
      ` where (p.pos, p.table_name, p.id) > (${[start.pos, start.table, start.id].map(bind).join(', ')})` +
      ` and p.pos < ${settled} and ${named(tables)}${isKnown('')}` +
      ' and (p.content = 0 or p.pos >= coalesce((select c.content_pos from positions c' +
      ' where c.table_name = p.table_name and c.id = p.content), -1))' +
      ` order by p.pos, p.table_name, p.id limit ${bind(count)}`;
    const byContent =
      `select c.content_pos, ${contentPlaceSql}, p.table_name, p.id, c.content_utc, p.gone` +
      ` from positions c ${dialect.orderedJoin} positions p` +
      ` on ${dialect.withoutIndex('p.table_name')} = c.table_name and p.content = c.id and p.content <> 0` +
      ' and p.pos < c.content_pos' +
      ` where c.content_pos >= 0 and (c.content_pos, c.table_name, c.id) >= ${contentStart()}` +
      ` and ((c.content_pos, c.table_name, c.id) > ${contentStart()} or p.id > ${bind(start.id)})` +
      ` and c.content_pos < ${settled} and ${named(tables)}${isKnown(` or p.shown = ${nowPublic}`)}` +
      ` order by c.content_pos, c.table_name, c.id, p.id limit ${bind(count)}`;
    const sql = `select ${head}, f.pos, f.table_name, f.id, f.changed_utc, f.gone, f.place
    from positions_meta m left join (
      select * from (${own}) as own union all select * from (${byContent}) as shared
      order by 1, 2, 4 limit ${bind(count)}) f on 1 = 1
    order by f.pos, f.place, f.id`;
    return { sql, values };
  }

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
      const caughtUpTo = from?.caughtUpTo ?? -1;
      const rows = await connectionFor(from, reader)(pageOf(from, tables, count + 1, reader));
      const whole = wholePlace(rows[0] ?? []);
      if (from && isExpired(from, whole)) return 'expired';
      const purged = from?.purged ?? whole.purged;
      const page = rows.filter((row) => row[4] !== null).slice(0, count);
      const hasMore = rows.length > count;
      const last = page.at(-1);
      const next =
        hasMore && last
          ? { ...whole, pos: Number(last[4]), table: String(last[9]), id: Number(last[6]), caughtUpTo }
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
