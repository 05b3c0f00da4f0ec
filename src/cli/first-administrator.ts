// The first administrator: created with the demo calendar, otherwise by the set-up whose code is printed here.
import { now } from '../app.js';
import { addFirstUser, listUsers } from '../auth/accounts.js';
import { makeSignInPassword } from '../auth/secrets.js';
import { setupCodeSeconds } from '../auth/setup-code.js';
import type { Config } from '../config.js';
import type { Store } from '../core/store.js';
import type { Terminal } from './terminal.js';

/** Does nothing if there is a user. The passwords are stored as hashes, so this output is the only place to read them. */
export async function addFirstAdministrator(store: Store, { info }: Terminal): Promise<void> {
  const signIn = makeSignInPassword();
  const added = await addFirstUser(store, { name: 'admin', role: 'administrator', signIn, now: now() });
  if (!added) return;
  info('First start: created the user admin. Save both passwords now, they are not shown again:');
  info('  user                  admin');
  info(`  sign-in password      ${signIn}`);
  info(`  application password  ${added.password}`);
  info('Use the sign-in password for the console. The application password is for scripts and apps that use the API');
  info('as this user (HTTP Basic authentication); it does not work in the console.');
}

/** Of a service that listens on all addresses, the one that works on this machine. */
export function localUrl({ baseUrl, host, port }: Config): string {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return baseUrl || `http://${local}:${port}`;
}

export const consoleUrl = (config: Config): string => `${localUrl(config)}/admin`;

/** `url` is that of the console. The code is in the fragment, which browsers send neither to servers nor as referrer. */
export function printSetupCode({ info }: Terminal, url: string, code: string): void {
  info('The calendar has no administrator yet. To set it up, open this address in a browser:');
  info(`  ${url}#setup=${code}`);
  info(`  set-up code  ${code}`);
  info(
    `The code works once, for ${setupCodeSeconds / 3_600} hours, and replaces earlier codes. \`almanac setup-code\` prints a new one;`,
  );
  info('`almanac init` sets up the calendar in the terminal instead.');
}

/** Names of administrators who can sign in to the console, or the command that lets one sign in. */
export async function signInHint(store: Store): Promise<string> {
  const administrators = (await listUsers(store)).filter(({ role }) => role === 'administrator');
  const names = administrators.filter(({ password }) => password !== '').map(({ name }) => name);
  const [first = '<name>'] = administrators.map(({ name }) => name);
  if (names.length === 0) return `no administrator can sign in yet: run \`almanac users password ${first}\``;
  const others = names.length > maxNames ? ' or another administrator' : '';
  return `sign in as ${names.slice(0, maxNames).join(', ')}${others}`;
}

const maxNames = 3;
