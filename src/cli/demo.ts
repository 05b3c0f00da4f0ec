// `demo`: loads the demo calendar, as `serve --demo` does.
import type { Command } from 'commander';
import { contextWithSettings } from '../app.js';
import { listUsers } from '../auth/accounts.js';
import type { Config } from '../config.js';
import { type Actor, operator } from '../core/actor.js';
import type { Store } from '../core/store.js';
import { isEmpty, loadDemo } from '../demo/load.js';
import { CommandError } from './command-error.js';
import { addFirstAdministrator } from './first-administrator.js';
import type { Terminal } from './terminal.js';
import { withStore } from './with-store.js';

/** The author of the demo records. */
async function demoAuthor(store: Store): Promise<Actor> {
  const user = (await listUsers(store)).find(({ role }) => role === 'administrator');
  return user ? { id: user.id, name: user.name, role: 'administrator', via: 'demo' } : { ...operator, via: 'demo' };
}

/** False when there are events already and `force` is not set. */
export async function loadInto(store: Store, config: Config, terminal: Terminal, force: boolean): Promise<boolean> {
  const context = await contextWithSettings(config, store, await demoAuthor(store));
  if (force || (await isEmpty(store, context))) terminal.info('Loading the demo calendar …');
  const loaded = await loadDemo(store, context, force);
  if (!loaded) return false;
  terminal.info(`Loaded the demo calendar: ${loaded.events} events.`);
  for (const { title, password } of loaded.protectedEvents) {
    terminal.info(`“${title}” is password-protected. Its password is “${password}”.`);
  }
  return true;
}

export function demoCommand(program: Command, terminal: Terminal): void {
  program
    .command('demo')
    .description('load the demo calendar if there are no events')
    .option('--force', 'load it even if there are events')
    .addHelpText('after', '\nExample:\n  almanac demo --data ./try')
    .action(({ force = false }: { force?: boolean }) =>
      withStore(terminal, async (store, config) => {
        await addFirstAdministrator(store, terminal);
        if (await loadInto(store, config, terminal, force)) return;
        throw new CommandError('There are events already. Use --force to add the demo calendar to them.');
      }),
    );
}
