// `serve`: runs the service until a signal asks it to stop.
import { constants } from 'node:os';
import type { Command } from 'commander';
import { type Running, startServer } from '../app.js';
import { unknownVariables } from '../config.js';
import { profilesOf } from '../profiles.js';
import { loadInto } from './demo.js';
import { withStore } from './opened.js';
import { welcomeFirst } from './sign-in.js';
import type { Terminal } from './terminal.js';

const patience = 10_000;

/** The first signal asks to stop; a second one does not wait any longer. */
function stopAsked(): Promise<void> {
  let asked = false;
  return new Promise((resolve) => {
    const onSignal = (signal: 'SIGINT' | 'SIGTERM') => {
      if (asked) process.exit(128 + constants.signals[signal]);
      asked = true;
      resolve();
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
}

/** Requests in flight are finished, unless they take too long. */
async function stop({ app, stop: close }: Running): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), patience);
  await close();
  clearTimeout(timer);
}

async function serve(terminal: Terminal, demo: boolean): Promise<void> {
  // Listened for from the beginning, so that a signal during the start ends in a clean stop, too.
  const asked = stopAsked();
  for (const name of unknownVariables(terminal.environment)) {
    terminal.say(`Note: ${name} is no setting; \`almanac config\` lists them.`);
  }
  await withStore(terminal, async (store, config) => {
    await welcomeFirst(store, terminal);
    if (demo) await loadInto(store, config, terminal, false);
    const running = await startServer(config, store);
    terminal.print(`Almanac is ready at ${running.listening}/`);
    if (config.baseUrl !== '') terminal.say(`Its public address is ${running.url}/`);
    if (demo) {
      terminal.say(`Try it:\n  curl '${running.listening}${profilesOf(config)[0]?.prefix}/events?per_page=3'`);
    }
    await asked;
    await stop(running);
  });
}

export function serveCommand(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description('runs the service; prints one line with its address when it is ready')
    .option('--demo', 'load the demo calendar first when there are no events')
    .addHelpText('after', '\nExample:\n  ALMANAC_PORT=9000 almanac serve --demo')
    .action(({ demo = false }: { demo?: boolean }) => serve(terminal, demo));
}
