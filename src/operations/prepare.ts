// Preparation of a change outside its transaction, and clean-up of unused files after it.
import type { PrepareContext, RequestContext } from '../core/context.js';
import { type Deadline, startDeadline } from '../core/deadline.js';
import type { Transacting } from '../core/store.js';

/** One timeout for the whole preparation; created on first use, because most changes need none. `stopping` ends it early. */
export async function withPreparation<Result>(
  store: Transacting,
  context: RequestContext,
  timeoutMs: number,
  work: (context: PrepareContext) => Promise<Result>,
  stopping?: AbortSignal,
): Promise<Result> {
  const cleanups: Parameters<PrepareContext['onSettled']>[0][] = [];
  let deadline: Deadline | undefined;
  try {
    return await work({
      ...context,
      store,
      get signal() {
        deadline ??= startDeadline(timeoutMs, stopping);
        return deadline.signal;
      },
      onSettled: (cleanup) => {
        cleanups.push(cleanup);
      },
    });
  } finally {
    deadline?.end();
    for (const cleanup of cleanups) await cleanup().catch(() => undefined);
  }
}
