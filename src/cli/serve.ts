// `serve`: runs the service until a signal asks it to stop.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { availableParallelism, constants } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Running, startServer, version } from '../app.js';
import { type Config, readConfig, unknownVariables } from '../config.js';
import { facadesOf } from '../facades/facades.js';
import { loadInto } from './demo.js';
import { settingFlag } from './flags.js';
import { withStore } from './opened.js';
import { signInHint, welcomeFirst } from './sign-in.js';
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

/** Found out before anything is created: the port is taken, or the address is not ours. */
async function tryListening({ host, port }: Config): Promise<void> {
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Everything that is done once, however many processes serve then. Answers who may sign in. */
async function prepare(terminal: Terminal, config: Config, demo: boolean): Promise<string> {
  for (const name of unknownVariables(terminal.environment)) {
    terminal.say(`Note: ${name} is no setting; \`almanac config\` lists them.`);
  }
  const place = config.databaseUrl === '' ? `data folder ${resolve(config.data)}` : 'PostgreSQL';
  const file = Object.keys(terminal.fromFile).length > 0 ? `, settings from ${resolve('.env')}` : '';
  terminal.say(`Starting Almanac ${version} (${place}${file}) …`);
  return withStore(terminal, async (store) => {
    await welcomeFirst(store, terminal);
    if (demo) await loadInto(store, config, terminal, false);
    return signInHint(store);
  });
}

/** One line for programs, then the addresses for people. */
function announce(terminal: Terminal, config: Config, listening: string, signIn: string, demo: boolean): void {
  const site = config.baseUrl || listening;
  const api = `${site}${facadesOf(config)[0]?.prefix}`;
  terminal.print(`Almanac is ready at ${listening}/`);
  terminal.say(`  Calendar  ${site}/`);
  terminal.say(`  Console   ${site}/admin (${signIn})`);
  terminal.say(`  API       ${api}/ (documentation: ${site}/docs)`);
  if (demo) terminal.say(`Try it:\n  curl '${listening}${facadesOf(config)[0]?.prefix}/events?per_page=3'`);
}

/** Every promise has its catch, which `npm run check` sees to. Should one be missed, it must not end the process: a client
 * may have caused it. */
function logUnhandledRejections({ app }: Running): void {
  process.on('unhandledRejection', (error) => app.log.error({ err: error }, 'a rejected promise was not handled'));
}

/** Serves in this process until it is asked to stop. */
async function serveHere(terminal: Terminal, asked: Promise<void>, ready: (listening: string) => void): Promise<void> {
  await withStore(terminal, async (store, config) => {
    const running = await startServer(config, store, isWorker() ? { collectMetrics: gatherMeasurements } : {});
    logUnhandledRejections(running);
    running.jobs.start();
    ready(running.listening);
    await asked;
    await stop(running);
  });
}

async function serve(terminal: Terminal, { demo = false }: Options): Promise<void> {
  // Listened for from the beginning, so that a signal during the start ends in a clean stop, too.
  const asked = stopAsked();
  if (isWorker()) return watched(() => serveHere(terminal, asked, tellReady));
  const config = readConfig(terminal.environment);
  await tryListening(config);
  const signIn = await prepare(terminal, config, demo);
  const ready = (listening: string) => announce(terminal, config, listening, signIn, demo);
  const count = config.workers || Math.min(availableParallelism(), mostByDefault);
  if (count === 1) return serveHere(terminal, asked, ready);
  const started = await startWorkers(count, terminal);
  ready(started.listening);
  await asked;
  await started.stop();
}

interface Options {
  readonly demo?: boolean;
}

const mostByDefault = 4;

export function serveCommand(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description('run the service; prints one line with its address when it is ready')
    .option('--demo', 'load the demo calendar first, if there are no events yet')
    .addOption(settingFlag(terminal, 'port'))
    .addOption(settingFlag(terminal, 'host'))
    .addOption(settingFlag(terminal, 'workers'))
    .addHelpText('after', '\nExample:\n  almanac serve --demo --port 9000')
    .action((options: Options) => serve(terminal, options));
}
