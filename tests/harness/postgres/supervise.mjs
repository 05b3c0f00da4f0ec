// Runs one throwaway PostgreSQL server for as long as its own input stays open, then removes every trace.
// The closed pipe is noticed however the parent process ends.
// Usage: node supervise.mjs BIN_FOLDER DATA_FOLDER PORT PRIMARY_URL_OR_NONE [setting=value …]
// Prints `ready` once the server listens. The lines `crash` and `start` on its input end and begin it again.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [bin = '', data = '', port = '', primary = '', ...settings] = process.argv.slice(2);

/** PostgreSQL refuses to run as root, so root starts it as the user nobody. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

mkdirSync(data, { recursive: true, mode: 0o700 });
if (nobody.uid) chownSync(data, nobody.uid, nobody.gid);
const cluster = join(data, 'cluster');
const run = (program, options) =>
  execFileSync(join(bin, program), options, { ...nobody, cwd: data, stdio: ['ignore', 'ignore', 'inherit'] });
if (primary === 'none') {
  run('initdb', [
    ...['-D', cluster, '-U', 'almanac', '-A', 'trust', '-E', 'UTF8'],
    ...['--no-locale', '--no-sync', '--no-instructions'],
  ]);
} else {
  run('pg_basebackup', ['-D', cluster, '-d', primary, '-R', '-X', 'stream', '-c', 'fast']);
}

const options = [
  'listen_addresses=127.0.0.1',
  `unix_socket_directories=${data}`,
  'max_connections=200',
  'shared_buffers=64MB',
  ...settings,
].flatMap((setting) => ['-c', setting]);

let server;
let ending = false;

function start() {
  server = spawn(join(bin, 'postgres'), ['-D', cluster, '-p', port, ...options], {
    ...nobody,
    cwd: data,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  awaitPort();
}

/** Like a power failure: no shutdown, no message to clients. */
async function crash() {
  const gone = once(server, 'exit');
  server.kill('SIGQUIT');
  await gone;
  console.log('stopped');
}

async function end() {
  if (ending) return;
  ending = true;
  if (server.exitCode === null && server.signalCode === null) {
    const gone = once(server, 'exit');
    server.kill('SIGQUIT');
    await gone;
  }
  rmSync(data, { recursive: true, force: true });
  process.exit(0);
}

/** It answers a plain connection only once it listens; what it still has to recover then, clients wait for. */
function awaitPort() {
  const socket = connect(Number(port), '127.0.0.1');
  socket.once('connect', () => {
    socket.destroy();
    console.log('ready');
  });
  socket.once('error', () => setTimeout(awaitPort, 30));
}

const input = createInterface({ input: process.stdin });
input.on('line', (line) => void (line === 'crash' ? crash() : start()));
input.on('close', end);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
start();
