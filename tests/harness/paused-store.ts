// A store that pauses after one of its statements, so that a test can do something else at exactly this moment.
import type { Store, Writer } from '../../src/core/store.js';

const statements = ['list', 'ids', 'page', 'read', 'count', 'lock', 'update', 'updateWhere', 'updateEach'] as const;

type Operation = (...args: unknown[]) => Promise<unknown>;

/** Whether a statement reads or writes the table, or locks one of its records. */
const concerns = (table: string, [first]: readonly unknown[]): boolean => {
  if (typeof first === 'string') return first.startsWith(`${table} `);
  const { table: of } = first as { readonly table: string | { readonly table: string } };
  return (typeof of === 'string' ? of : of.table) === table;
};

export interface Pause {
  /** Statements about this table count. */
  readonly table: string;
  /** Pauses after this many statements. */
  readonly after: number;
  /** Only statements outside transactions: for a database with one writer at a time, which would wait for the paused one. */
  readonly outside?: boolean;
  /** Runs while the store waits. */
  readonly meanwhile: () => Promise<void>;
}

/** `isPaused` tells whether there were so many statements. */
export function pausedStore(store: Store, { table, after, outside = false, meanwhile }: Pause) {
  let count = 0;
  const counting = <Part extends Store | Writer>(part: Part): Part => {
    const own = statements
      .filter((name) => name in part)
      .map((name) => {
        const operation = (part as unknown as Record<string, Operation>)[name] as Operation;
        const counted: Operation = async (...args) => {
          const result = await operation(...args);
          if (concerns(table, args) && ++count === after) await meanwhile();
          return result;
        };
        return [name, counted];
      });
    return { ...part, ...Object.fromEntries(own) };
  };
  const paused: Store = {
    ...counting(store),
    transact: (work) => store.transact((writer) => work(outside ? writer : counting(writer))),
  };
  return { store: paused, isPaused: () => count >= after };
}
