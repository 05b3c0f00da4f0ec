// The first administrator.
import { now } from '../app.js';
import { addFirstUser, listUsers } from '../auth/accounts.js';
import { makeSignInPassword } from '../auth/secrets.js';
import type { Store } from '../core/store.js';
import type { Terminal } from './terminal.js';

/** A store without anyone gets its first administrator, whose credentials are told only here. */
export async function welcomeFirst(store: Store, { say }: Terminal): Promise<void> {
  const signIn = makeSignInPassword();
  const added = await addFirstUser(store, { name: 'admin', role: 'administrator', signIn, now: now() });
  if (!added) return;
  say('This is the first start: the user admin was created. Save both passwords now, they are not shown again:');
  say('  user                  admin');
  say(`  sign-in password      ${signIn}`);
  say(`  application password  ${added.password}`);
  say(
    'Sign in to the console with the sign-in password. The application password is for scripts and apps that use the',
  );
  say('API as this user (HTTP Basic authentication); it does not open the console.');
}

/** Who may sign in to the console as administrator, or how to get there. */
export async function signInHint(store: Store): Promise<string> {
  const administrators = (await listUsers(store)).filter(({ role }) => role === 'administrator');
  const names = administrators.filter(({ password }) => password !== '').map(({ name }) => name);
  const [first = '<name>'] = administrators.map(({ name }) => name);
  if (names.length === 0) return `nobody can sign in as administrator yet: run \`almanac users password ${first}\``;
  const others = names.length > namedAtMost ? ' or another administrator' : '';
  return `sign in as ${names.slice(0, namedAtMost).join(', ')}${others}`;
}

const namedAtMost = 3;
