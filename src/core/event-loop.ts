// Keeps single event-loop ticks short. The embedded database runs synchronously on this thread, and many queries can
// finish in the same tick. Call `yieldIfBusy()` before CPU-heavy work: once this tick has used its budget it continues in
// a later one, so that health checks and sockets are served in between.

const tickBudgetMs = 3;

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
  while (!withinTickBudget(performance.now())) await new Promise((resolve) => setImmediate(resolve));
}
