// Turns of the event loop. A store in the process works while nobody else can, and answers that were waited for come
// together: whoever has much to do asks first whether the turn is still short, so that probes and answers under way go on.

/** Milliseconds of one turn after which whoever comes waits for the next. */
const longestTurn = 3;

/** What is found out by the first who asks in a turn, and holds to its end. */
export function onceATurn<Value extends object>(find: () => Value): () => Value {
  let found: Value | undefined;
  return () => {
    if (!found) {
      found = find();
      setImmediate(() => {
        found = undefined;
      });
    }
    return found;
  };
}

const turn = onceATurn(() => ({ began: performance.now() }));

/** Whether this turn has been short so far. */
export const isEarly = (now: number): boolean => now - turn().began < longestTurn;

/** Comes back in this turn if it is short, else in a later one. */
export async function takeTurn(): Promise<void> {
  while (!isEarly(performance.now())) await new Promise((resolve) => setImmediate(resolve));
}
