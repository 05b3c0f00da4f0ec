// User accounts: `users add`, `list`, `role`, `password`, `second-factor` and `remove`.
import { Argument, type Command, Option } from 'commander';
import { now } from '../app.js';
import {
  addUser,
  changePassword,
  changeRole,
  listUsers,
  removeUser,
  requireUser,
  secondFactorState,
  turnOffSecondFactor,
} from '../auth/accounts.js';
import { makeSignInPassword } from '../auth/secrets.js';
import { type Role, roles } from '../core/actor.js';
import type { Store } from '../core/store.js';
import { countAuthored, reassignAuthor } from '../models/account/reassign.js';
import { registry } from '../models/registry.js';
import { CommandError } from './command-error.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';
import { withStore } from './with-store.js';

const secretName = 'Sign-in password';

interface AddOptions {
  readonly role: Role;
  readonly passwordStdin?: true;
  readonly json?: true;
}

async function add(terminal: Terminal, name: string, { role, passwordStdin, json }: AddOptions): Promise<void> {
  const signIn = passwordStdin && (await terminal.readSecret(secretName));
  const { password } = await withStore(terminal, (store) =>
    addUser(store, { name, role, now: now(), ...(signIn !== undefined && { signIn }) }),
  );
  if (json) return terminal.print(JSON.stringify({ user: name.trim(), password }));
  terminal.info(`Added ${name.trim()} as ${role}. Save the application password now, it is not shown again:`);
  terminal.print(password);
}

async function list(terminal: Terminal, { json }: { readonly json?: true }): Promise<void> {
  const users = await withStore(terminal, listUsers);
  const shown = users.map(({ id, name, role, created_utc }) => ({ id, user: name, role, created_utc }));
  if (json) return terminal.print(JSON.stringify(shown));
  const rows = shown.map(({ id, user, role, created_utc }) => [String(id), user, role, created_utc]);
  terminal.print(table([['ID', 'USER', 'ROLE', 'CREATED (UTC)'], ...rows]));
}

async function password(terminal: Terminal, name: string, { generate }: { readonly generate?: true }): Promise<void> {
  const signIn = generate ? makeSignInPassword() : await terminal.readSecret(secretName);
  await withStore(terminal, (store) => changePassword(store, name, signIn));
  terminal.info(`Changed the sign-in password of ${name}. All their sessions were signed out.`);
  if (generate) terminal.print(signIn);
}

async function secondFactor(terminal: Terminal, name: string, { remove }: { readonly remove?: true }): Promise<void> {
  if (remove) {
    await withStore(terminal, (store) => turnOffSecondFactor(store, name));
    return terminal.info(`Two-step verification of ${name} is off. All their sessions were signed out.`);
  }
  const { isOn, recoveryCodes } = await withStore(terminal, (store) => secondFactorState(store, name));
  terminal.print(isOn ? `on, ${recoveryCodes} recovery codes left` : 'off');
}

/** Allowed, because the command line can add an administrator again, but rarely intended. */
async function warnWithoutAdministrator(store: Store, terminal: Terminal): Promise<void> {
  const users = await listUsers(store);
  if (!users.some((user) => user.role === 'administrator')) terminal.info('Warning: there is no administrator left.');
}

const change = (terminal: Terminal, done: string, work: (store: Store) => Promise<void>): Promise<void> =>
  withStore(terminal, async (store) => {
    await work(store);
    terminal.info(done);
    await warnWithoutAdministrator(store, terminal);
  });

/** Asks on a terminal who gets the records; scripts name the user with --reassign. */
async function heirOf(terminal: Terminal, name: string, count: number): Promise<string> {
  const records = count === 1 ? '1 record' : `${count} records`;
  const heir = await terminal.readLine(`${name} is the author of ${records}. Username of the new author: `);
  if (heir) return heir;
  throw new CommandError(`${name} is the author of ${records}. Name the new author with --reassign.`);
}

async function remove(terminal: Terminal, name: string, { reassign }: { readonly reassign?: string }): Promise<void> {
  await change(terminal, `Removed ${name}.`, async (store) => {
    const user = await requireUser(store, name);
    const count = await countAuthored(store, registry, user.id);
    const heir = reassign ?? (count > 0 ? await heirOf(terminal, name, count) : undefined);
    if (heir === undefined) return removeUser(store, name);
    await removeUser(store, name, async (writer) => {
      const { id } = await requireUser(writer, heir);
      if (id === user.id) throw new CommandError('Choose another user as the new author.');
      await reassignAuthor(writer, registry, user.id, id, now());
    });
  });
}

export function usersCommands(program: Command, terminal: Terminal): void {
  const users = program
    .command('users')
    .description('manage users and their roles')
    .addHelpText('after', '\nExample:\n  almanac users add maria --role editor');
  users
    .command('add')
    .argument('<name>', 'username')
    .description('add a user and create an application password (shown once)')
    .addOption(new Option('--role <role>', 'role of the user (required)').choices(roles))
    .option('--password-stdin', 'read a sign-in password for the console from standard input')
    .option('--json', 'print {"user","password"}')
    .addHelpText('after', '\nExample:\n  almanac users add maria --role editor --json')
    .action((name: string, options: Partial<AddOptions>, command: Command) => {
      // Not a required option of commander, which would report it before a missing name.
      const { role } = options;
      if (role === undefined) command.error(`error: missing option '--role <role>', one of ${roles.join(', ')}`);
      return add(terminal, name, { ...options, role });
    });
  users
    .command('list')
    .description('list all users')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  almanac users list --json')
    .action((options: { json?: true }) => list(terminal, options));
  users
    .command('role')
    .argument('<name>', 'username')
    .description('change the role of a user')
    .addArgument(new Argument('<role>', 'new role').choices(roles))
    .addHelpText('after', '\nExample:\n  almanac users role maria author')
    .action((name: string, role: Role) =>
      change(terminal, `${name} is now ${role}.`, (store) => changeRole(store, name, role)),
    );
  users
    .command('password')
    .argument('<name>', 'username')
    .description('set the sign-in password for the console; prompts for it, or reads standard input')
    .option('--generate', 'generate a password (shown once)')
    .addHelpText('after', '\nExample:\n  almanac users password maria --generate')
    .action((name: string, options: { generate?: true }) => password(terminal, name, options));
  users
    .command('second-factor')
    .argument('<name>', 'username')
    .description('show whether two-step verification is on, or turn it off for a lost phone')
    .option('--remove', 'turn it off and sign the user out everywhere')
    .addHelpText('after', '\nExample:\n  almanac users second-factor maria --remove')
    .action((name: string, options: { remove?: true }) => secondFactor(terminal, name, options));
  users
    .command('remove')
    .argument('<name>', 'username')
    .description('remove a user and their passwords; another user gets their records')
    .option('--reassign <name>', 'username of the new author of their records')
    .addHelpText('after', '\nExample:\n  almanac users remove maria --reassign ada')
    .action((name: string, options: { reassign?: string }) => remove(terminal, name, options));
}
