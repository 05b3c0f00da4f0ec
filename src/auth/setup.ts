// First-run set-up: who may add the first administrator, and how set-up ends.
import { accountsLock } from '../core/locks.js';
import { Problem } from '../core/problem.js';
import type { Reader, Store, Writer } from '../core/store.js';
import type { Throttle } from '../core/throttle.js';
import { countFailure } from './secrets.js';
import { hasAdministrator, isSetupCode, revokeSetupCode } from './setup-code.js';

export async function refuseAfterSetup(store: Reader): Promise<void> {
  if (await hasAdministrator(store)) throw new Problem('set-up-already');
}

/**
 * Failures count together for all callers and nodes. A valid code is accepted in any case: 140 bits cannot be guessed, and
 * a flood of wrong codes must not keep the owner out.
 */
export async function checkSetupCode(store: Store, limiter: Throttle, code: string, now: string): Promise<void> {
  if (await store.transact((writer) => isSetupCode(writer, code, now))) return;
  // Another node may have ended set-up since the first check: its code no longer works, but it was not wrong.
  await refuseAfterSetup(store);
  await countFailure({ limiter, ip: 'any', subject: 'setup' });
  throw new Problem('wrong-setup-code');
}

/**
 * Ends set-up in the transaction that goes on to create the first administrator: of several at once, one gets past the
 * lock without an exception. Without a code the caller is the operator on the command line.
 */
export async function endSetup(writer: Writer, code: string | undefined, now: string): Promise<void> {
  await writer.lock(accountsLock);
  await refuseAfterSetup(writer);
  // The code may have been replaced or used since it was checked.
  if (code !== undefined && !(await isSetupCode(writer, code, now))) throw new Problem('wrong-setup-code');
  await revokeSetupCode(writer);
}
