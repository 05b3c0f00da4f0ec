// A pool of connections whose queries run on other threads, so that long queries do not block the event loop.
import type { Cell } from '../../../core/column.js';
import type { Connection } from '../../engine.js';
import type { PooledConnection } from './driver.js';

/** Concurrent queries; further ones are queued. */
export const maxQueries = 3;

export interface Background {
  readonly all: Connection['all'];
  readonly allAsJson: Connection['all'];
  readonly close: () => Promise<void>;
}

/** One statement at a time per connection: libsql would block the event loop while a second one waits. */
export function openBackground(open: () => Promise<PooledConnection>): Background {
  const idle: PooledConnection[] = [];
  const waiting: ((connection: PooledConnection) => void)[] = [];
  let opened = 0;
  /** Queries that have not ended. */
  const running = new Set<Promise<unknown>>();

  async function take(): Promise<PooledConnection> {
    const connection = idle.pop();
    if (connection) return connection;
    if (opened === maxQueries) return new Promise((resolve) => waiting.push(resolve));
    opened++;
    return open().catch((error: unknown) => {
      opened--;
      throw error;
    });
  }

  async function read(query: (connection: PooledConnection) => Promise<Cell[][]>): Promise<Cell[][]> {
    const connection = await take();
    try {
      return await query(connection);
    } finally {
      const next = waiting.shift();
      if (next) next(connection);
      else idle.push(connection);
    }
  }

  function run(query: (connection: PooledConnection) => Promise<Cell[][]>): Promise<Cell[][]> {
    const rows = read(query);
    const end = () => running.delete(rows);
    running.add(rows);
    rows.then(end, end);
    return rows;
  }

  return {
    all: (statement) => run(({ all }) => all(statement)),
    allAsJson: (statement) => run(({ allAsJson }) => allAsJson(statement)),
    close: async () => {
      await Promise.allSettled(running);
      for (const { close } of idle) close();
    },
  };
}
