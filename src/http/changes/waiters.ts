// Clients that wait for changes. One timer per process asks the store for new positions while there are waiters, however
// many they are; a waiter holds no database connection.
import { setTimeout as sleep } from 'node:timers/promises';
import { openSlots, type SlotClient } from '../../core/slots.js';
import type { Positions } from '../../core/store.js';

export interface Waiter {
  /** Resolves at the next change since it was opened or last resolved. */
  readonly next: (timeoutMs: number) => Promise<'changed' | 'timeout' | 'ended'>;
  readonly close: () => void;
}

export interface Waiters {
  /** Throws if there are too many, of all or of the client. The signal ends it, as does the end of the service. */
  readonly open: (waiting: SlotClient) => Waiter;
  /** The newest change that they know of. */
  readonly newest: () => string | undefined;
  readonly count: () => number;
  /** The service stops. */
  readonly isClosed: () => boolean;
  readonly close: () => void;
}

const maxWaiters = 1_000;
export const maxWaitersPerClient = 250;
const pollEveryMs = 40;

interface Entry {
  isWoken: boolean;
  wake: (() => void) | undefined;
}

export function openWaiters(
  positions: Pick<Positions, 'newest'>,
  {
    total = maxWaiters,
    perClient = maxWaitersPerClient,
    everyMs = pollEveryMs,
  }: { readonly total?: number; readonly perClient?: number; readonly everyMs?: number } = {},
): Waiters {
  const slots = openSlots({ total, perClient });
  const entries = new Set<Entry>();
  let isClosed = false;
  let isPolling = false;
  let known: string | undefined;

  function wakeAll(): void {
    for (const entry of entries) {
      entry.isWoken = true;
      entry.wake?.();
    }
  }

  /** The first answer wakes all: what changed before the polling began is unknown. After a failure nothing is known. */
  async function poll(): Promise<void> {
    if (isPolling) return;
    isPolling = true;
    known = undefined;
    while (entries.size > 0 && !isClosed) {
      const newest = await positions.newest().catch(() => undefined);
      const isNew = newest !== undefined && newest !== known;
      known = newest;
      if (isNew) wakeAll();
      await sleep(everyMs, undefined, { ref: false });
    }
    isPolling = false;
  }

  return {
    newest: () => known,
    count: () => entries.size,
    isClosed: () => isClosed,
    open: ({ client, signal }) => {
      const release = slots.take(client);
      const entry: Entry = { isWoken: false, wake: undefined };
      const end = () => {
        release();
        entries.delete(entry);
        entry.wake?.();
      };
      entries.add(entry);
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
      poll().catch(() => {
        isPolling = false;
      });
      return {
        next: async (timeoutMs) => {
          let timer: NodeJS.Timeout | undefined;
          if (!entry.isWoken && entries.has(entry) && !isClosed) {
            await new Promise<void>((resolve) => {
              entry.wake = resolve;
              timer = setTimeout(resolve, timeoutMs);
            });
            clearTimeout(timer);
            entry.wake = undefined;
          }
          if (isClosed || !entries.has(entry)) return 'ended';
          if (!entry.isWoken) return 'timeout';
          entry.isWoken = false;
          return 'changed';
        },
        close: () => {
          signal.removeEventListener('abort', end);
          end();
        },
      };
    },
    close: () => {
      isClosed = true;
      wakeAll();
    },
  };
}
