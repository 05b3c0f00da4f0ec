// The first administrator.
import { now } from '../app.js';
import { addFirstUser } from '../auth/accounts.js';
import { makeSignInPassword } from '../auth/secrets.js';
import type { Store } from '../core/store.js';
import type { Terminal } from './terminal.js';

/** A store without anyone gets its first administrator, whose credentials are told only here. */
export async function welcomeFirst(store: Store, { say }: Terminal): Promise<void> {
  const signIn = makeSignInPassword();
  const added = await addFirstUser(store, { name: 'admin', role: 'administrator', signIn, now: now() });
  if (!added) return;
  say('This is the first start. Keep these, they are not shown again:');
  say('  user                  admin');
  say(`  sign-in password      ${signIn}`);
  say(`  application password  ${added.password}`);
}
