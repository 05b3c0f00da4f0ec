// `demo`: loads the demo calendar, as `serve --demo` does.
import type { Command } from 'commander';
import { contextOf } from '../app.js';
import { listUsers } from '../auth/accounts.js';
import type { Config } from '../config.js';
import { type Actor, operator } from '../core/actor.js';
import type { Store } from '../core/store.js';
import { isEmpty, loadDemo } from '../demo/load.js';
import { withStore } from './opened.js';
import { Refusal } from './refusal.js';
import { welcomeFirst } from './sign-in.js';
import type { Terminal } from './terminal.js';

async function firstAdministrator(store: Store): Promise<Actor> {
  const user = (await listUsers(store)).find(({ role }) => role === 'administrator');
  return user ? { id: user.id, name: user.name, role: 'administrator' } : operator;
}

/** Tells whether it was loaded: only an empty store gets it, unless forced. */
export async function loadInto(store: Store, config: Config, terminal: Terminal, force: boolean): Promise<boolean> {
  const context = contextOf(config, store, await firstAdministrator(store));
  if (force || (await isEmpty(store, context))) terminal.say('Loading the demo calendar …');
  const loaded = await loadDemo(store, context, force);
  if (!loaded) return false;
  terminal.say(`Loaded the demo calendar: ${loaded.events} events.`);
  for (const { title, password } of loaded.guarded) terminal.say(`“${title}” opens with the password “${password}”.`);
  return true;
}

export function demoCommand(program: Command, terminal: Terminal): void {
  program
    .command('demo')
    .description('load the demo calendar, if there are no events yet')
    .option('--force', 'load it even if there are events')
    .addHelpText('after', '\nExample:\n  almanac demo --data ./try')
    .action(({ force = false }: { force?: boolean }) =>
      withStore(terminal, async (store, config) => {
        await welcomeFirst(store, terminal);
        if (await loadInto(store, config, terminal, force)) return;
        throw new Refusal('There are events already. Use --force to add the demo calendar to them.');
      }),
    );
}
