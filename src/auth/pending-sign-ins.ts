// Sign-ins that the browser has taken to the OpenID Connect provider. The token of one is in a cookie of that browser only.
import { after, all, is } from '../core/condition.js';
import type { Store } from '../core/store.js';
import { plusSeconds } from '../core/time/clock.js';
import { pendingSignIns } from '../models/account/account.js';
import { digestToken } from './secrets.js';

export const pendingCookieName = 'almanac_oidc';
/** Time to sign in at the provider. */
export const pendingSeconds = 600;

export async function addPending(store: Store, token: string, now: string): Promise<void> {
  const expires_utc = plusSeconds(now, pendingSeconds);
  await store.transact((writer) => writer.insert(pendingSignIns, { digest: digestToken(token), expires_utc }));
}

/** Deletes the pending sign-in, so that no answer is accepted twice. False if there is none. */
export async function takePending(store: Store, token: string, now: string): Promise<boolean> {
  const where = all(is('digest', digestToken(token)), after('expires_utc', now));
  return (await store.transact((writer) => writer.remove(pendingSignIns, where))) > 0;
}
