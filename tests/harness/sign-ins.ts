// Rows in the tables of sign-ins that only an authenticator app or another provider would fill: an unconfirmed second
// factor, so that the user can still sign in with the password alone, and an identity.
import { addPending } from '../../src/auth/pending-sign-ins.js';
import { renewRecoveryCodes, startSecondFactor } from '../../src/auth/second-factor.js';
import { makeToken } from '../../src/auth/secrets.js';
import type { Store } from '../../src/core/store.js';
import { identities } from '../../src/models/account/account.js';
import { startOfWorld as now } from './templates.js';

export async function fillSignIns(store: Store, user: number): Promise<void> {
  await store.transact(async (writer) => {
    await startSecondFactor(writer, user, now);
    await renewRecoveryCodes(writer, user);
    const identity = { issuer: 'https://id.example', subject: 'Zoë', created_utc: now, last_used_utc: now };
    await writer.insert(identities, { user_id: user, ...identity });
  });
  await addPending(store, makeToken(), now);
}
