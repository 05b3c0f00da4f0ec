// Getting things ready for a change outside its transaction, and putting away afterwards what nobody needs.
import type { Desk, PreparingDesk } from '../core/context.js';
import type { Transacting } from '../core/store.js';

/** One clock for all that is got ready; most changes never ask for it. */
export async function preparing<Result>(
  store: Transacting,
  desk: Desk,
  milliseconds: number,
  work: (desk: PreparingDesk) => Promise<Result>,
): Promise<Result> {
  const later: Parameters<PreparingDesk['afterwards']>[0][] = [];
  let signal: AbortSignal | undefined;
  try {
    return await work({
      ...desk,
      get signal() {
        signal ??= AbortSignal.timeout(milliseconds);
        return signal;
      },
      afterwards: (rest) => {
        later.push(rest);
      },
    });
  } finally {
    for (const rest of later) await rest(store).catch(() => undefined);
  }
}
