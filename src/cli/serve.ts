// `serve`: runs the service until SIGINT or SIGTERM.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { availableParallelism, constants } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { now, type Running, startServer, version } from '../app.js';
import { issueSetupCode } from '../auth/setup-code.js';
import { type Config, readConfig } from '../config.js';
import { openDoctor } from '../core/doctor.js';
import type { Store } from '../core/store.js';
import { nativePrefix } from '../facades/events/events.js';
import { type HealthPort, openHealthPort } from '../http/health-port.js';
import { type NotReady, reportReadiness } from '../http/readiness.js';
import { loadInto } from './demo.js';
import { doctorProcess } from './doctor-process.js';
import { addFirstAdministrator, printSetupCode, signInHint } from './first-administrator.js';
import { settingFlag } from './flags.js';
import { warnAboutSettings } from './setting-warnings.js';
import type { Terminal } from './terminal.js';
import { withStore } from './with-store.js';
import { isWorker, metricsOfAllWorkers, reportReady, reportToParent, runAsWorker, startWorkers } from './workers.js';

/** Requests in flight get this long to finish. */
const stopTimeoutMs = 10_000;

/** Resolves with the first signal; a second one ends the process. A worker ignores SIGINT: its parent stops it. */
function stopSignal(): Promise<void> {
  let received = false;
  return new Promise((resolve) => {
    const onSignal = (signal: 'SIGINT' | 'SIGTERM') => {
      if (received) process.exit(128 + constants.signals[signal]);
      received = true;
      resolve();
    };
    process.on('SIGINT', isWorker() ? () => undefined : onSignal);
    process.on('SIGTERM', onSignal);
  });
}

async function stop({ app, stop: close }: Running): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), stopTimeoutMs);
  await close();
  clearTimeout(timer);
}

/** Fails before anything is created if the port is in use or the address is not available. */
async function checkPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** How to get into the console. */
interface Access {
  readonly hint: string;
  /** Absent if there is an administrator. */
  readonly setupCode: string | undefined;
}

/** The part of the start that runs once for all workers. */
async function prepare(terminal: Terminal, store: Store, config: Config, demo: boolean): Promise<Access> {
  if (demo) {
    await addFirstAdministrator(store, terminal);
    await loadInto(store, config, terminal, false);
  }
  const setupCode = await issueSetupCode(store, now());
  return { setupCode, hint: setupCode === undefined ? await signInHint(store) : 'not set up yet' };
}

const dataPlace = ({ databaseUrl, data }: Config): string => (databaseUrl === '' ? resolve(data) : 'PostgreSQL');

function announceStart(terminal: Terminal, config: Config): void {
  warnAboutSettings(terminal);
  const file = Object.keys(terminal.fromFile).length > 0 ? `, settings from ${resolve('.env')}` : '';
  terminal.info(`Starting Almanac ${version} (data: ${dataPlace(config)}${file}) …`);
}

/** One line on standard output for programs, then the URLs for people. */
function announce(terminal: Terminal, config: Config, listening: string, access: Access, demo: boolean): void {
  const site = config.baseUrl || listening;
  const api = `${site}${nativePrefix(config)}`;
  terminal.print(`Almanac is ready at ${listening}/`);
  terminal.info(`  Calendar  ${site}/`);
  terminal.info(`  Console   ${site}/admin (${access.hint})`);
  terminal.info(`  API       ${api}/ (documentation: ${site}/docs)`);
  terminal.info(`  Data      ${dataPlace(config)}`);
  if (access.setupCode !== undefined) printSetupCode(terminal, `${site}/admin`, access.setupCode);
  if (demo) terminal.info(`Try it:\n  curl '${listening}${nativePrefix(config)}/events?per_page=3'`);
  // Elsewhere a service manager stops it.
  if (terminal.isInteractive) terminal.info('Press Ctrl+C to stop.');
}

/** `npm run check` finds promises without a rejection handler. If it misses one, a client must not be able to end the
 * process with it. */
function logUnhandledRejections({ app }: Running): void {
  process.on('unhandledRejection', (error) => app.log.error({ err: error }, 'a rejected promise was not handled'));
}

/** Serves in this process until `stopped` resolves. */
async function serveHere(
  terminal: Terminal,
  store: Store,
  config: Config,
  stopped: Promise<void>,
  ready: (listening: string) => void,
  report?: (reason: NotReady | undefined) => void,
): Promise<void> {
  const running = await startServer(config, store, {
    ...(isWorker() && { collectMetrics: metricsOfAllWorkers }),
    checkHealth: openDoctor(doctorProcess(terminal)),
  });
  logUnhandledRejections(running);
  running.jobs.start();
  const { app, service } = running;
  const endReports =
    report && config.healthPort !== 0
      ? reportReadiness(service, report, (error) => app.log.error({ err: error }, 'not ready'))
      : undefined;
  ready(running.listening);
  await stopped;
  endReports?.();
  await stop(running);
}

async function serve(terminal: Terminal, { demo = false }: Options): Promise<void> {
  // Subscribed first, so that a signal during the start leads to a clean stop as well.
  const stopped = stopSignal();
  if (isWorker()) {
    const work = (store: Store, config: Config) =>
      serveHere(terminal, store, config, stopped, reportReady, reportToParent);
    return runAsWorker(() => withStore(terminal, work));
  }
  const config = readConfig(terminal.environment);
  await checkPort(config);
  const health = await openHealth(terminal, config);
  try {
    announceStart(terminal, config);
    const count = config.workers || Math.min(availableParallelism(), maxDefaultWorkers);
    if (count === 1) {
      const report = health && ((reason: NotReady | undefined) => health.report(process.pid, reason));
      await withStore(terminal, async (store) => {
        const access = await prepare(terminal, store, config, demo);
        const ready = (listening: string) => announce(terminal, config, listening, access, demo);
        await serveHere(terminal, store, config, stopped, ready, report);
      });
      return;
    }
    const access = await withStore(terminal, (store) => prepare(terminal, store, config, demo));
    const started = await startWorkers(count, terminal, health);
    announce(terminal, config, started.listening, access, demo);
    await stopped;
    await started.stop();
  } finally {
    await health?.close();
  }
}

async function openHealth({ info }: Terminal, { host, healthPort }: Config): Promise<HealthPort | undefined> {
  if (healthPort === 0) return undefined;
  await checkPort({ host, port: healthPort });
  return openHealthPort({ host, port: healthPort }, (error) => info(`The health port failed: ${String(error)}`));
}

interface Options {
  readonly demo?: boolean;
}

const maxDefaultWorkers = 4;

export function serveCommand(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description('start the service; prints one line with its address when it is ready')
    .option('--demo', 'load the demo calendar first if there are no events')
    .addOption(settingFlag(terminal, 'port'))
    .addOption(settingFlag(terminal, 'host'))
    .addOption(settingFlag(terminal, 'workers'))
    .addHelpText('after', '\nExample:\n  almanac serve --demo --port 9000')
    .action((options: Options) => serve(terminal, options));
}
