// Application passwords, with which programs act for a user: `passwords add`, `list` and `revoke`.
import { type Command, InvalidArgumentError } from 'commander';
import { now } from '../app.js';
import { addApplicationPassword, listApplicationPasswords, revokeApplicationPassword } from '../auth/accounts.js';
import { withStore } from './opened.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';

interface AddOptions {
  readonly label: string;
  readonly json?: true;
}

async function add(terminal: Terminal, user: string, { label, json }: AddOptions): Promise<void> {
  const password = await withStore(terminal, (store) => addApplicationPassword(store, user, label, now()));
  if (json) return terminal.print(JSON.stringify({ user, label, password }));
  terminal.say(`A new application password of ${user}, shown only now:`);
  terminal.print(password);
}

async function list(terminal: Terminal, user: string, { json }: { readonly json?: true }): Promise<void> {
  const found = await withStore(terminal, (store) => listApplicationPasswords(store, user));
  const shown = found.map(({ id, label, created_utc }) => ({ id, label, created_utc }));
  if (json) return terminal.print(JSON.stringify(shown));
  const rows = shown.map(({ id, label, created_utc }) => [String(id), created_utc, label]);
  terminal.print(table([['ID', 'CREATED (UTC)', 'LABEL'], ...rows]));
}

async function revoke(terminal: Terminal, user: string, id: number): Promise<void> {
  await withStore(terminal, (store) => revokeApplicationPassword(store, user, id));
  terminal.say(`Revoked application password ${id} of ${user}.`);
}

function readId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It is a number that `passwords list` shows.');
  return Number(text);
}

export function passwordsCommands(program: Command, terminal: Terminal): void {
  const passwords = program
    .command('passwords')
    .description('manage application passwords, with which scripts and apps use the API as a user')
    .addHelpText('after', '\nExample:\n  almanac passwords add maria --label "phone"');
  passwords
    .command('add')
    .argument('<name>', 'name of the user')
    .description('create an application password and print it, once')
    .option('--label <text>', 'what it is for, such as the name of the app', '')
    .option('--json', 'print {"user","label","password"}')
    .addHelpText('after', '\nExample:\n  almanac passwords add maria --label "phone"')
    .action((name: string, options: AddOptions) => add(terminal, name, options));
  passwords
    .command('list')
    .argument('<name>', 'name of the user')
    .description('list the application passwords of a user; the secrets are not stored')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  almanac passwords list maria')
    .action((name: string, options: { json?: true }) => list(terminal, name, options));
  passwords
    .command('revoke')
    .argument('<name>', 'name of the user')
    .argument('<id>', 'number from `passwords list`', readId)
    .description('revoke an application password')
    .addHelpText('after', '\nExample:\n  almanac passwords revoke maria 4')
    .action((name: string, id: number) => revoke(terminal, name, id));
}
