// Counts of the run, and its faults: the first three of each kind are printed with their request.
import type { Got, Sent } from './http.js';

const maxShown = 3;

export interface Tally {
  readonly add: (what: string, count?: number) => void;
  readonly count: (what: string) => number;
  readonly status: (status: number) => void;
  readonly fault: (number: number, kind: string, sent: Sent, got: string) => void;
  readonly faults: () => number;
  /** Statuses and faults by kind. */
  readonly print: () => void;
}

export function openTally(): Tally {
  const counts = new Map<string, number>();
  const statuses = new Map<number, number>();
  const faults = new Map<string, number>();
  const raise = <Key>(map: Map<Key, number>, key: Key, by = 1): number => {
    const count = (map.get(key) ?? 0) + by;
    map.set(key, count);
    return count;
  };
  return {
    add: (what, count) => {
      raise(counts, what, count);
    },
    count: (what) => counts.get(what) ?? 0,
    status: (status) => {
      raise(statuses, status);
      raise(counts, `${Math.floor(status / 100)}xx`);
    },
    fault: (number, kind, { method, url, headers, body }, got) => {
      if (raise(faults, kind) > maxShown) return;
      const { authorization: _, cookie: __, ...shown } = headers;
      const sent = `${JSON.stringify(shown).slice(0, 300)}\n  body ${String(body ?? 'none').slice(0, 400)}`;
      console.log(
        `request ${number}: ${kind}\n  ${method} ${url.slice(0, 300)}\n  ${sent}\n  got ${got.slice(0, 400)}`,
      );
    },
    faults: () => [...faults.values()].reduce((sum, count) => sum + count, 0),
    print: () => {
      console.log('statuses', Object.fromEntries([...statuses].sort((a, b) => a[0] - b[0])));
      console.log(faults.size === 0 ? 'no faults' : Object.fromEntries(faults));
    },
  };
}

export const summary = ({ status, text }: Got): string => `${status} ${text}`;
