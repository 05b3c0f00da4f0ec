// Keeps single event-loop ticks short. The embedded database runs synchronously on this thread, and many queries can
// finish in the same tick. Call `yieldIfBusy()` before CPU-heavy work: once this tick has used its budget it continues in
// a later one, so that health checks and sockets are served in between.

const tickBudgetMs = 3;

/** Resolves in the next tick, after pending I/O. */
export const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let tickStartedAt: number | undefined;

/** When the current tick was first measured; reset by `setImmediate` at its end. */
function tickStart(now: number): number {
  if (tickStartedAt === undefined) {
    tickStartedAt = now;
    setImmediate(() => {
      tickStartedAt = undefined;
    });
  }
  return tickStartedAt;
}

export const withinTickBudget = (now: number): boolean => now - tickStart(now) < tickBudgetMs;

/** Resolves in this tick while it is within its budget, else in a later one. */
export async function yieldIfBusy(): Promise<void> {
  while (!withinTickBudget(performance.now())) await nextTick();
}

const longSliceMs = 1;
/** Of others, after each slice of long work. */
const othersMs = 3 * longSliceMs;
/** A tick without work of others takes less. */
const idleTickMs = 0.1;
let sliceStartedAt = 0;
/** Share of the slices after which others used all of their time. */
let crowding = 0;
/** The share follows the last twenty slices. */
const crowdingWeight = 0.05;
const maxCrowding = 0.15;

/** For long work that nobody waits for in milliseconds, such as a long feed: requests come first. After a slice of a
 * millisecond others have three, unless there are none, so that all such work together takes at most a quarter of a busy
 * event loop. */
export async function yieldToRequests(): Promise<void> {
  if (performance.now() - sliceStartedAt < longSliceMs) return;
  let [givenMs, tickMs] = [0, 0];
  do {
    const before = performance.now();
    await nextTick();
    tickMs = performance.now() - before;
    givenMs += tickMs;
  } while (tickMs > idleTickMs && givenMs < othersMs);
  sliceStartedAt = performance.now();
  crowding += (Number(givenMs >= othersMs) - crowding) * crowdingWeight;
}

/** Whether requests wait for the event loop: long work then takes smaller steps. */
export const isCrowded = (): boolean => crowding > maxCrowding;

/** For work of several steps that holds a lock: yields only for what it used itself, so that busy ticks of others do not
 * make it hold the lock longer. */
export function openSlices(): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt < tickBudgetMs) return;
    await nextTick();
    startedAt = performance.now();
  };
}
