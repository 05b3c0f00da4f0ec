// Refuses callers without a right or above the rate limit of changes.
import type { Actor } from '../core/actor.js';
import { Problem } from '../core/problem.js';
import type { Service } from './service.js';

export const accessProblem = ({ id }: Actor): Problem => new Problem(id === 0 ? 'unauthorized' : 'forbidden');

/** For the attempts of a transaction, which the database may repeat: each is charged only for what earlier ones have not paid. */
export function chargeOnce(charge: (changes: number) => Promise<void>): () => typeof charge {
  let paid = 0;
  return () => {
    let due = 0;
    return async (changes) => {
      due += changes;
      if (due <= paid) return;
      const rest = due - paid;
      paid = due;
      await charge(rest);
    };
  };
}

export async function spendWriteToken(
  { writeLimiter }: Pick<Service, 'writeLimiter'>,
  { id }: Actor,
  cost = 1,
): Promise<void> {
  const seconds = await writeLimiter.spend(String(id), cost);
  if (seconds > 0) throw new Problem('rate-limited', { seconds, headers: { 'Retry-After': String(seconds) } });
}
