// Shared commits: changes that wait at the same moment run one after the other in one transaction, each within a savepoint,
// and are answered after the commit. So one sync of the disk serves all of them. A change that fails is undone alone.
import { nextTick } from '../../../core/event-loop.js';
import type { TransactOptions } from '../../../core/store.js';

/** The transactions of the write connection. */
export interface WriteTransaction {
  readonly begin: () => Promise<void>;
  readonly commit: () => Promise<void>;
  readonly rollback: () => void;
  /** Also false after an error for which SQLite has rolled back by itself, as on a full disk. */
  readonly isOpen: () => boolean;
  /** Begins a savepoint, inside those of earlier changes: releasing one would write the full-text index on this thread. */
  readonly save: (name: string) => void;
  readonly rollBackTo: (name: string) => void;
}

interface Change {
  readonly run: () => Promise<unknown>;
  readonly isLong: boolean;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Of a change that has run. Its answer waits for the commit: it may show what others of the group have done. */
interface Outcome {
  readonly isDone: boolean;
  readonly answer: () => void;
}

export interface CommitOptions {
  /** Changes that share a commit at most. */
  readonly maxChanges?: number;
  /** A change that comes later does not join, because the first one waits for all of the group. */
  readonly maxGroupMs?: number;
}

export interface Commits {
  /** Resolves after the commit. */
  readonly add: <Result>(run: () => Promise<Result>, options?: TransactOptions) => Promise<Result>;
  /** Waits until all changes are answered. */
  readonly close: () => Promise<void>;
}

export function openCommits(
  transaction: WriteTransaction,
  { maxChanges = 64, maxGroupMs = 50 }: CommitOptions = {},
): Commits {
  const waiting: Change[] = [];
  let running: Promise<void> | undefined;
  let lastSize = 0;

  async function commitAll(): Promise<void> {
    while (waiting.length) await commitGroup();
    running = undefined;
  }

  async function commitGroup(): Promise<void> {
    const waitingBefore = waiting.length;
    try {
      await transaction.begin();
    } catch (error) {
      for (const { reject } of waiting.splice(0, waitingBefore)) reject(error);
      return;
    }
    const group: Change[] = [];
    try {
      // Writers that were answered at one moment come back one after the other, while the transaction begins.
      const outcomes = await runGroup(group, waiting.length);
      // A commit would write the pages that failed changes have touched, and wait for the disk.
      if (outcomes.some(({ isDone }) => isDone)) await transaction.commit();
      else transaction.rollback();
      for (const { answer } of outcomes) answer();
    } catch (error) {
      if (transaction.isOpen()) transaction.rollback();
      for (const { reject } of group) reject(error);
    }
    lastSize = group.length;
  }

  /** Runs changes until the group is complete: those that wait already, and those that come in time. */
  async function runGroup(group: Change[], waitingAtStart: number): Promise<readonly Outcome[]> {
    const endsAt = performance.now() + maxGroupMs;
    const outcomes: Outcome[] = [];
    for (let change = waiting.shift(); change; change = await nextOf(group, waitingAtStart, endsAt)) {
      group.push(change);
      outcomes.push(await outcomeOf(change, group.length));
    }
    return outcomes;
  }

  async function outcomeOf({ run, resolve, reject }: Change, number: number): Promise<Outcome> {
    const savepoint = `change_${number}`;
    transaction.save(savepoint);
    try {
      const result = await run();
      return { isDone: true, answer: () => resolve(result) };
    } catch (error) {
      if (!transaction.isOpen()) throw error;
      transaction.rollBackTo(savepoint);
      return { isDone: false, answer: () => reject(error) };
    }
  }

  /** Where changes come together, those that have reached the socket already may join: they need a tick to get here. */
  async function nextOf(group: readonly Change[], waitingAtStart: number, endsAt: number): Promise<Change | undefined> {
    if (group.length >= maxChanges || group[0]?.isLong) return undefined;
    if (waiting.length === 0 && lastSize > 1) await nextTick();
    const isLate = group.length >= waitingAtStart && performance.now() > endsAt;
    return isLate || waiting[0]?.isLong ? undefined : waiting.shift();
  }

  return {
    add: <Result>(run: () => Promise<Result>, { isLong = false }: TransactOptions = {}) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ run, isLong, resolve: resolve as Change['resolve'], reject });
        running ??= commitAll();
      }),
    close: async () => running,
  };
}
