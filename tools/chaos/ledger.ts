// The changes of all writers: for each title what was sent, what was acknowledged, and when.

export interface Entry {
  readonly title: string;
  /** Never trashed, so that the public total of such titles only grows. */
  readonly isPermanent: boolean;
  id: number;
  /** The newest revision that was sent; `acknowledged` has the time of each by its number. The creation is 0. */
  sent: number;
  readonly acknowledged: number[];
  trashing: boolean;
  trashedAt: number | undefined;
}

export interface Ledger {
  /** Random text in every title of this run. */
  readonly runId: string;
  readonly entries: Map<string, Entry>;
}

/** A search for this word finds exactly the permanent events. */
export const permanentWord = ({ runId }: Ledger): string => `Permanent${runId}`;

export function open(ledger: Ledger, name: string, isPermanent: boolean): Entry {
  const title = `${isPermanent ? permanentWord(ledger) : `Temporary${ledger.runId}`} ${name}`;
  const entry: Entry = { title, isPermanent, id: 0, sent: 0, acknowledged: [], trashing: false, trashedAt: undefined };
  ledger.entries.set(title, entry);
  return entry;
}

export const isCreated = ({ acknowledged }: Entry): boolean => acknowledged.length > 0;

export const newest = ({ acknowledged }: Entry): number => acknowledged.length - 1;

/** The revision that was acknowledged at this time, or -1. */
export const revisionBy = ({ acknowledged }: Entry, at: number): number =>
  acknowledged.findLastIndex((when) => when <= at);

export const describe = (revision: number): string => `In revision ${revision}.`;

export const revisionIn = (description: unknown): number =>
  Number(/revision (\d+)/.exec(String(description ?? ''))?.[1] ?? -1);
