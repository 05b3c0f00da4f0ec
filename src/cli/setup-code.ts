// `setup-code`: replaces the set-up code, for example after it has expired.
import type { Command } from 'commander';
import { now } from '../app.js';
import { issueSetupCode } from '../auth/setup-code.js';
import { CommandError } from './command-error.js';
import { consoleUrl, printSetupCode } from './first-administrator.js';
import type { Terminal } from './terminal.js';
import { withStore } from './with-store.js';

export function setupCodeCommand(program: Command, terminal: Terminal): void {
  program
    .command('setup-code')
    .description('print a new code for setting up the calendar in the console')
    .addHelpText('after', '\nExample:\n  almanac setup-code')
    .action(() =>
      withStore(terminal, async (store, config) => {
        const code = await issueSetupCode(store, now());
        if (code === undefined) throw new CommandError(alreadySetUp);
        printSetupCode(terminal, consoleUrl(config), code);
      }),
    );
}

const alreadySetUp = 'There is an administrator already. Use `almanac users password` to let one sign in.';
