// Work of the embedded engine on threads of its own, so that the process goes on meanwhile: questions that may take long,
// and commits, with which come the disk, checkpoints and merges of the text index.
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type Database from 'libsql';
import Threaded from 'libsql/promise';
import type { Cell } from '../../../core/column.js';
import type { Connection } from '../../engine.js';

/** Questions that are worked out at once; whoever comes later waits. */
const most = 3;
/** The driver has a thread for each core, and on one of them commits must find room beside the questions. */
const threads = most + 2;

export const prepareThreads = (): void => {
  process.env.TOKIO_WORKER_THREADS ??= String(threads);
};

/** How far the driver's threads step back where cores are scarce: everybody waits for the one of the event loop. */
const patience = 10;

/** Threads have names and priorities of their own on Linux alone; elsewhere they stay as they are. */
function giveWay(): void {
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'latin1');
      if (name.startsWith('tokio')) setPriority(Number(thread), patience);
    }
  } catch {
    // They share the cores evenly then.
  }
}

/** Both faces of the driver stand on the same connection; only this one leaves the thread that it is called on. */
export const commitAside = (writer: Database.Database): Promise<void> =>
  Threaded.prototype.exec.call(writer as unknown as Threaded, 'commit');

export interface Aside {
  readonly all: Connection['all'];
  readonly close: () => Promise<void>;
}

interface Desk {
  readonly all: Connection['all'];
  readonly close: () => void;
}

/** One statement at a time on each connection: two would wait for each other, and this thread with them. */
export function openAside(open: () => Promise<Threaded>): Aside {
  const idle: Desk[] = [];
  const waiting: ((desk: Desk) => void)[] = [];
  let opened = 0;
  let busy: Promise<unknown> = Promise.resolve();

  async function take(): Promise<Desk> {
    const desk = idle.pop();
    if (desk) return desk;
    if (opened === most) return new Promise((resolve) => waiting.push(resolve));
    opened++;
    const database = await open().catch((error: unknown) => {
      opened--;
      throw error;
    });
    giveWay();
    return deskOver(database);
  }

  const all: Connection['all'] = async (statement) => {
    const desk = await take();
    try {
      return await desk.all(statement);
    } finally {
      const next = waiting.shift();
      if (next) next(desk);
      else idle.push(desk);
    }
  };

  return {
    all: (statement) => {
      const answer = all(statement);
      busy = Promise.allSettled([busy, answer]);
      return answer;
    },
    close: async () => {
      await busy;
      for (const { close } of idle) close();
    },
  };
}

const keptStatements = 100;

interface Prepared {
  readonly raw: (raw: boolean) => Prepared;
  readonly all: (values: readonly Cell[]) => Promise<Cell[][]>;
}

function deskOver(database: Threaded): Desk {
  const kept = new Map<string, Prepared>();
  const prepared = async (sql: string): Promise<Prepared> => {
    const known = kept.get(sql);
    if (known) return known;
    const statement = ((await database.prepare(sql)) as Prepared).raw(true);
    if (kept.size >= keptStatements) kept.delete(kept.keys().next().value as string);
    kept.set(sql, statement);
    return statement;
  };
  return {
    all: async ({ sql, values }) => (await prepared(sql)).all(values),
    close: () => database.close(),
  };
}
