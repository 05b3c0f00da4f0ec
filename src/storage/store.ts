// The Store over an engine: runs compiled statements and turns cells into rows.
import type { Change } from '../core/change.js';
import type { Cell } from '../core/column.js';
import type { Registry } from '../core/resource.js';
import type { Embed, Reader, Row, Store, Table, Transacting, Writer } from '../core/store.js';
import { compiler, selected } from './compile.js';
import type { Connection, Engine, Logged } from './dialect.js';
import { openThrottle } from './throttle.js';
import { openTotals } from './totals.js';
import { openTracker } from './tracker.js';
import { writerOver } from './writer.js';

export interface StoreOptions {
  /** Keeps totals in memory, in step with every change. */
  readonly keepsTotals?: boolean;
}

export function openStore(engine: Engine, registry: Registry, { keepsTotals = false }: StoreOptions = {}): Store {
  const { feed } = engine;
  const listeners: ((changes: readonly Change[] | undefined) => void)[] = [];
  const totals = keepsTotals ? openTotals(engine, registry) : undefined;

  /** A store that cannot say what is new may have changed in any way. */
  function look(): readonly Logged[] | undefined | 'failed' {
    try {
      return feed.look();
    } catch {
      return 'failed';
    }
  }

  function catchUp() {
    const found = look();
    const news = found === 'failed' ? undefined : found;
    if (!news) totals?.forget();
    else if (news.length) totals?.apply(news);
    if (!news || news.length) for (const listener of listeners) listener(news?.flatMap(({ changes }) => changes));
    if (found === 'failed') return 'unknown';
    return feed.isFresh() ? (feed.isExact ? 'exact' : 'late') : 'unknown';
  }

  /** Totals are as late as the feed is, so that who wants to be exact counts where the feed is not. */
  const counting = (connection: Connection, exact: boolean): Reader => {
    const reader = readerOver(connection, engine, registry);
    if (!totals) return reader;
    const count: Reader['count'] = (plan) => {
      // What no answer rests on is not followed either.
      if (!plan.table.watched) return reader.count(plan);
      const trust = catchUp();
      return trust === 'exact' || (trust === 'late' && !exact) ? totals.count(plan, connection) : reader.count(plan);
    };
    return { ...reader, count };
  };

  const transacting: Transacting = {
    ...counting(engine.reading, true),
    transact: async (work) => {
      let later: Later[] = [];
      const { result, logged } = await engine.transact(async (connection) => {
        const tracker = openTracker();
        later = [];
        const result = await work(writerOver(connection, engine, registry, tracker, later));
        const changes = tracker.changes();
        return { result, logged: changes.length ? await feed.log(connection, changes) : undefined };
      });
      if (logged) feed.committed(logged);
      for (const rest of later) await rest(transacting).catch(() => undefined);
      return result;
    },
  };
  return {
    ...transacting,
    preview: async (work) => {
      try {
        return await engine.transact(async (connection) => {
          throw new Undone(await work(writerOver(connection, engine, registry, openTracker(), [], true)));
        });
      } catch (error) {
        if (error instanceof Undone) return error.result;
        throw error;
      }
    },
    late: counting(engine.late, false),
    follow: (listener) => listeners.push(listener),
    refresh: feed.refresh,
    catchUp,
    throttle: (rate) => openThrottle(engine, rate, Date.now),
    ready: async () => {
      await engine.reading.all({ sql: 'select 1', values: [] });
    },
    close: () => engine.close(),
  };
}

/** Ends a transaction so that nothing of it is kept but what was found out. */
class Undone<Result> extends Error {
  constructor(readonly result: Result) {
    super('undone');
  }
}

export type Later = Parameters<Writer['afterwards']>[0];

export function readerOver(connection: Connection, engine: Engine, registry: Registry): Reader {
  const list: Reader['list'] = async (plan) => {
    const rows = await connection.all(compiler(engine.dialect, registry).list(plan));
    return rows.map((cells) => decode(plan.table, cells, plan.embeds ?? [], registry));
  };
  return {
    list,
    read: async (plan) => (await list({ ...plan, order: [], limit: 1 }))[0],
    count: async (plan) => Number((await connection.all(compiler(engine.dialect, registry).count(plan)))[0]?.[0] ?? 0),
  };
}

function decode(table: Table, cells: readonly Cell[], embeds: readonly Embed[], registry: Registry): Row {
  const row: Record<string, unknown> & { id: number } = { id: Number(cells[0]) };
  let at = 1;
  for (const [name, column] of selected(table)) row[name] = column.decode(cells[at++] ?? null);
  for (const { field } of embeds) {
    const target = registry.named(table.links[field]?.target ?? '');
    const linked = JSON.parse(String(cells[at++] ?? '[]')) as Cell[][];
    row[field] = linked.map((inner) => decode(target, inner, [], registry));
  }
  return row;
}
