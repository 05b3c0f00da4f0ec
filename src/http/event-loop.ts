// Turns of the event loop. A store in the process works while nobody else can, and answers that were waited for come
// together: whoever has much to do asks first whether the turn is still short, so that probes and answers under way go on.

/** Milliseconds of one turn after which whoever comes waits for the next. */
const tickBudgetMs = 3;

let began: number | undefined;

/** When this turn was first asked about. */
function tickStart(now: number): number {
  if (began === undefined) {
    began = now;
    setImmediate(() => {
      began = undefined;
    });
  }
  return began;
}

/** Whether this turn has been short so far. */
export const withinTickBudget = (now: number): boolean => now - tickStart(now) < tickBudgetMs;

/** Comes back in this turn if it is short, else in a later one. */
export async function yieldIfBusy(): Promise<void> {
  while (!withinTickBudget(performance.now())) await new Promise((resolve) => setImmediate(resolve));
}
