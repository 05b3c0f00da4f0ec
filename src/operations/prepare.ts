// Getting things ready for a change outside its transaction, and putting away afterwards what nobody needs.
import type { Context, PrepareContext } from '../core/context.js';
import type { Transacting } from '../core/store.js';

/** One clock for all that is got ready; most changes never ask for it. */
export async function withPreparation<Result>(
  store: Transacting,
  context: Context,
  timeoutMs: number,
  work: (context: PrepareContext) => Promise<Result>,
): Promise<Result> {
  const cleanups: Parameters<PrepareContext['onSettled']>[0][] = [];
  let signal: AbortSignal | undefined;
  try {
    return await work({
      ...context,
      get signal() {
        signal ??= AbortSignal.timeout(timeoutMs);
        return signal;
      },
      onSettled: (cleanup) => {
        cleanups.push(cleanup);
      },
    });
  } finally {
    for (const cleanup of cleanups) await cleanup(store).catch(() => undefined);
  }
}
