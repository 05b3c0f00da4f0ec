// Runs a PostgreSQL server on a folder for as long as its own input stays open; the folder stays.
// Whoever started it may be killed in any way: the closed pipe is always noticed.
// Usage: node keep-postgres.mjs BIN_FOLDER DATA_FOLDER PORT [setting=value …]
// Prints the server's process id once it listens. A folder without a cluster gets one first.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

const [bin = '', data = '', port = '', ...settings] = process.argv.slice(2);
/** The server refuses to run as root, so root lends it the identity of nobody. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

mkdirSync(data, { recursive: true, mode: 0o700 });
if (nobody.uid) chownSync(data, nobody.uid, nobody.gid);
const cluster = join(data, 'cluster');
if (!existsSync(cluster)) {
  execFileSync(
    join(bin, 'initdb'),
    ['-D', cluster, '-U', 'almanac', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync', '--no-instructions'],
    { ...nobody, cwd: data, stdio: ['ignore', 'ignore', 'inherit'] },
  );
}
// Copied from a server that was stopped, so nobody else runs on it.
rmSync(join(cluster, 'postmaster.pid'), { force: true });

const options = ['listen_addresses=127.0.0.1', `unix_socket_directories=${data}`, ...settings];
const server = spawn(
  join(bin, 'postgres'),
  ['-D', cluster, '-p', port, ...options.flatMap((setting) => ['-c', setting])],
  { ...nobody, cwd: data, stdio: ['ignore', 'ignore', 'ignore'] },
);
const gone = once(server, 'exit');

async function end() {
  server.kill('SIGINT');
  await gone;
  process.exit(0);
}

function awaitPort() {
  const socket = connect(Number(port), '127.0.0.1');
  socket.once('connect', () => {
    socket.destroy();
    console.log(server.pid);
  });
  socket.once('error', () => setTimeout(awaitPort, 30));
}

process.stdin.resume();
process.stdin.on('close', end);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
void gone.then(([code]) => process.exit(code ?? 1));
awaitPort();
