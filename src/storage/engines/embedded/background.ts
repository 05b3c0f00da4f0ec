// A pool of connections whose queries run on other threads, so that long queries do not block the event loop.
import type { Cell } from '../../../core/column.js';
import type { Connection } from '../../engine.js';
import type { PooledConnection } from './driver.js';

/** Concurrent queries; further ones are queued. */
export const maxQueries = 3;

const interruptEveryMs = 50;

export interface Background {
  readonly all: Connection['all'];
  readonly allAsJson: Connection['all'];
  readonly close: () => Promise<void>;
}

type Query = (connection: PooledConnection) => Promise<Cell[][]>;

/** One statement at a time per connection: libsql would block the event loop while a second one waits. */
export function openBackground(open: () => Promise<PooledConnection>): Background {
  const idle: PooledConnection[] = [];
  const waiting: ((connection: PooledConnection) => void)[] = [];
  let opened = 0;

  /** The connection, or a new one in its place. */
  async function usable(connection: PooledConnection): Promise<PooledConnection> {
    if (!connection.isFull()) return connection;
    const fresh = await open().catch(() => undefined);
    if (!fresh) return connection;
    connection.close();
    return fresh;
  }

  /** Queries that have not ended. */
  const running = new Set<Promise<unknown>>();

  async function take(): Promise<PooledConnection> {
    const connection = idle.pop();
    if (connection) return usable(connection);
    if (opened === maxQueries) return new Promise<PooledConnection>((resolve) => waiting.push(resolve)).then(usable);
    opened++;
    return open().catch((error: unknown) => {
      opened--;
      throw error;
    });
  }

  async function read(query: Query, signal: AbortSignal | undefined): Promise<Cell[][]> {
    const connection = await take();
    let interrupting: NodeJS.Timeout | undefined;
    // Again and again, because an interrupt between two statements is lost.
    const interrupt = (): void => {
      connection.interrupt();
      interrupting = setInterval(connection.interrupt, interruptEveryMs);
    };
    signal?.addEventListener('abort', interrupt, { once: true });
    try {
      signal?.throwIfAborted();
      return await query(connection);
    } finally {
      signal?.removeEventListener('abort', interrupt);
      clearInterval(interrupting);
      const next = waiting.shift();
      if (next) next(connection);
      else idle.push(connection);
    }
  }

  function run(query: Query, signal: AbortSignal | undefined): Promise<Cell[][]> {
    const rows = read(query, signal);
    const end = () => running.delete(rows);
    running.add(rows);
    rows.then(end, end);
    return rows;
  }

  return {
    all: (statement, signal) => run(({ all }) => all(statement), signal),
    allAsJson: (statement, signal) => run(({ allAsJson }) => allAsJson(statement), signal),
    close: async () => {
      await Promise.allSettled(running);
      for (const { close } of idle) close();
    },
  };
}
