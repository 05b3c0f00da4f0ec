// `serve`: runs the service until a signal asks it to stop.
import { availableParallelism, constants } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { type Running, startServer } from '../app.js';
import { type Config, readConfig, unknownVariables } from '../config.js';
import { profilesOf } from '../profiles.js';
import { loadInto } from './demo.js';
import { withStore } from './opened.js';
import { welcomeFirst } from './sign-in.js';
import type { Terminal } from './terminal.js';
import { gatherMeasurements, isWorker, startWorkers, tellReady, watched } from './workers.js';

const patience = 10_000;

/** The first signal asks to stop; a second one does not wait any longer. A worker listens to its watcher alone. */
function stopAsked(): Promise<void> {
  let asked = false;
  return new Promise((resolve) => {
    const onSignal = (signal: 'SIGINT' | 'SIGTERM') => {
      if (asked) process.exit(128 + constants.signals[signal]);
      asked = true;
      resolve();
    };
    process.on('SIGINT', isWorker() ? () => undefined : onSignal);
    process.on('SIGTERM', onSignal);
  });
}

/** Requests in flight are finished, unless they take too long. */
async function stop({ app, stop: close }: Running): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), patience);
  await close();
  clearTimeout(timer);
}

/** Everything that is done once, however many processes serve then. */
async function prepare(terminal: Terminal, demo: boolean): Promise<void> {
  for (const name of unknownVariables(terminal.environment)) {
    terminal.say(`Note: ${name} is no setting; \`almanac config\` lists them.`);
  }
  await withStore(terminal, async (store, config) => {
    await welcomeFirst(store, terminal);
    if (demo) await loadInto(store, config, terminal, false);
  });
}

function announce(terminal: Terminal, config: Config, listening: string, demo: boolean): void {
  terminal.print(`Almanac is ready at ${listening}/`);
  if (config.baseUrl !== '') terminal.say(`Its public address is ${config.baseUrl}/`);
  if (demo) terminal.say(`Try it:\n  curl '${listening}${profilesOf(config)[0]?.prefix}/events?per_page=3'`);
}

/** Every promise has its catch, which `npm run check` sees to. Should one be missed, it must not end the process: a client
 * may have caused it. */
function logUnhandledRejections({ app }: Running): void {
  process.on('unhandledRejection', (error) => app.log.error({ err: error }, 'a rejected promise was not handled'));
}

/** Serves in this process until it is asked to stop. */
async function serveHere(terminal: Terminal, asked: Promise<void>, ready: (listening: string) => void): Promise<void> {
  await withStore(terminal, async (store, config) => {
    const running = await startServer(config, store, isWorker() ? { gather: gatherMeasurements } : {});
    logUnhandledRejections(running);
    running.jobs.start();
    ready(running.listening);
    await asked;
    await stop(running);
  });
}

async function serve(terminal: Terminal, { demo = false, workers }: Options): Promise<void> {
  // Listened for from the beginning, so that a signal during the start ends in a clean stop, too.
  const asked = stopAsked();
  if (isWorker()) return watched(() => serveHere(terminal, asked, tellReady));
  await prepare(terminal, demo);
  const config = readConfig(terminal.environment);
  const count = workers ?? (config.workers || Math.min(availableParallelism(), mostByDefault));
  if (count === 1) return serveHere(terminal, asked, (listening) => announce(terminal, config, listening, demo));
  const started = await startWorkers(count, terminal);
  announce(terminal, config, started.listening, demo);
  await asked;
  await started.stop();
}

interface Options {
  readonly demo?: boolean;
  readonly workers?: number;
}

const mostByDefault = 4;

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 256) throw new InvalidArgumentError('It must be 1 to 256.');
  return count;
}

export function serveCommand(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description('runs the service; prints one line with its address when it is ready')
    .option('--demo', 'load the demo calendar first when there are no events')
    .option('--workers <count>', 'processes that serve; one for each core, at most 4, when not said', readCount)
    .addHelpText('after', '\nExample:\n  ALMANAC_PORT=9000 almanac serve --demo')
    .action((options: Options) => serve(terminal, options));
}
