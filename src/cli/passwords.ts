// Application passwords, with which programs use the API as a user: `passwords add`, `list` and `revoke`.
import type { Command } from 'commander';
import { now } from '../app.js';
import { addApplicationPassword, listApplicationPasswords, revokeApplicationPassword } from '../auth/accounts.js';
import { readId } from './numbers.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';
import { withStore } from './with-store.js';

interface AddOptions {
  readonly label: string;
  readonly json?: true;
}

async function add(terminal: Terminal, user: string, { label, json }: AddOptions): Promise<void> {
  const password = await withStore(terminal, (store) => addApplicationPassword(store, user, label, now()));
  if (json) return terminal.print(JSON.stringify({ user, label, password }));
  terminal.info(`Created an application password for ${user}. Save it now, it is not shown again:`);
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
  terminal.info(`Revoked application password ${id} of ${user}.`);
}

export function passwordsCommands(program: Command, terminal: Terminal): void {
  const passwords = program
    .command('passwords')
    .description('manage application passwords for scripts and apps that use the API')
    .addHelpText('after', '\nExample:\n  almanac passwords add maria --label "phone"');
  passwords
    .command('add')
    .argument('<name>', 'username')
    .description('create an application password (shown once)')
    .option('--label <text>', 'purpose, such as the name of the app', '')
    .option('--json', 'print {"user","label","password"}')
    .addHelpText('after', '\nExample:\n  almanac passwords add maria --label "phone"')
    .action((name: string, options: AddOptions) => add(terminal, name, options));
  passwords
    .command('list')
    .argument('<name>', 'username')
    .description('list the application passwords of a user, without the secrets')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  almanac passwords list maria')
    .action((name: string, options: { json?: true }) => list(terminal, name, options));
  passwords
    .command('revoke')
    .argument('<name>', 'username')
    .argument('<id>', 'ID from `passwords list`', readId)
    .description('revoke an application password')
    .addHelpText('after', '\nExample:\n  almanac passwords revoke maria 4')
    .action((name: string, id: number) => revoke(terminal, name, id));
}
