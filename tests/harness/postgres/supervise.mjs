// Runs one throwaway PostgreSQL server for as long as its own input stays open, then removes every trace.
// Whoever started it may be killed in any way: the closed pipe is always noticed.
// Usage: node supervise.mjs BIN_FOLDER DATA_FOLDER PORT [setting=value …]; prints `ready` once it answers.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

const [bin = '', data = '', port = '', ...settings] = process.argv.slice(2);

/** The server refuses to run as root, so root lends it the identity of nobody. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

mkdirSync(data, { recursive: true, mode: 0o700 });
if (nobody.uid) chownSync(data, nobody.uid, nobody.gid);
const cluster = join(data, 'cluster');
execFileSync(
  join(bin, 'initdb'),
  ['-D', cluster, '-U', 'almanac', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync', '--no-instructions'],
  { ...nobody, cwd: data, stdio: ['ignore', 'ignore', 'inherit'] },
);

const options = [
  'listen_addresses=127.0.0.1',
  `unix_socket_directories=${data}`,
  'max_connections=200',
  'shared_buffers=64MB',
  ...settings,
].flatMap((setting) => ['-c', setting]);
const server = spawn(join(bin, 'postgres'), ['-D', cluster, '-p', port, ...options], {
  ...nobody,
  cwd: data,
  stdio: ['ignore', 'ignore', 'ignore'],
});

let stopping = false;
function stop() {
  if (stopping) return;
  stopping = true;
  const gone = () => {
    rmSync(data, { recursive: true, force: true });
    process.exit(0);
  };
  server.once('exit', gone);
  if (!server.kill('SIGQUIT')) gone();
}
server.once('exit', (code) => {
  if (stopping) return;
  console.error(`PostgreSQL ended with ${code}`);
  rmSync(data, { recursive: true, force: true });
  process.exit(1);
});
process.stdin.resume().on('end', stop).on('error', stop);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);

/** It answers a plain connection only once it listens; starting takes a moment longer and clients retry that. */
function awaitPort() {
  const socket = connect(Number(port), '127.0.0.1');
  socket.once('connect', () => {
    socket.destroy();
    console.log('ready');
  });
  socket.once('error', () => setTimeout(awaitPort, 50));
}
awaitPort();
