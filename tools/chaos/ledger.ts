// What the writers were promised: each title, what was asked for and what was acknowledged, and when.

export interface Entry {
  readonly title: string;
  /** Never trashed, so that the public total of such titles only grows. */
  readonly kept: boolean;
  id: number;
  /** The newest revision that was sent, and when each one was acknowledged, by its number; the creation is 0. */
  sent: number;
  readonly acknowledged: number[];
  trashing: boolean;
  trashedAt: number | undefined;
}

export interface Ledger {
  /** Part of every title of this run. */
  readonly mark: string;
  readonly entries: Map<string, Entry>;
}

/** Found by a search for it, and only those that are kept. */
export const keptWord = ({ mark }: Ledger): string => `Kept${mark}`;

export function open(ledger: Ledger, name: string, kept: boolean): Entry {
  const title = `${kept ? keptWord(ledger) : `Passing${ledger.mark}`} ${name}`;
  const entry: Entry = { title, kept, id: 0, sent: 0, acknowledged: [], trashing: false, trashedAt: undefined };
  ledger.entries.set(title, entry);
  return entry;
}

export const isCreated = ({ acknowledged }: Entry): boolean => acknowledged.length > 0;

export const newest = ({ acknowledged }: Entry): number => acknowledged.length - 1;

/** The revision that had been acknowledged by then, or -1. */
export const revisionBy = ({ acknowledged }: Entry, at: number): number =>
  acknowledged.findLastIndex((when) => when <= at);

export const describe = (revision: number): string => `In revision ${revision}.`;

export const revisionIn = (description: unknown): number =>
  Number(/revision (\d+)/.exec(String(description ?? ''))?.[1] ?? -1);
