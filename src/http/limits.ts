// Refuses callers without a right or above the rate limit of changes.
import type { Actor } from '../core/actor.js';
import { Problem } from '../core/problem.js';
import type { Service } from './service.js';

export const accessProblem = ({ id }: Actor): Problem => new Problem(id === 0 ? 'unauthorized' : 'forbidden');

export async function spendWriteToken(
  { writeLimiter }: Pick<Service, 'writeLimiter'>,
  { id }: Actor,
  cost = 1,
): Promise<void> {
  const seconds = await writeLimiter.spend(String(id), cost);
  if (seconds > 0) throw new Problem('rate-limited', { seconds, headers: { 'Retry-After': String(seconds) } });
}
