// Runs a PostgreSQL server until its standard input closes. A parent that is killed in any way closes the pipe, so no
// server is left running; the data folder stays.
// Usage: node run-postgres.mjs BIN_FOLDER DATA_FOLDER PORT [setting=value …]
// Prints the process id of the server once it listens. Creates a cluster first if the folder has none.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

const [bin = '', data = '', port = '', ...settings] = process.argv.slice(2);
/** PostgreSQL refuses to run as root, so root starts it as `nobody`. */
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
// The folder is a copy of a stopped server's, so no other server uses it.
rmSync(join(cluster, 'postmaster.pid'), { force: true });

const options = ['listen_addresses=127.0.0.1', `unix_socket_directories=${data}`, ...settings];
const server = spawn(
  join(bin, 'postgres'),
  ['-D', cluster, '-p', port, ...options.flatMap((setting) => ['-c', setting])],
  { ...nobody, cwd: data, stdio: ['ignore', 'ignore', 'ignore'] },
);
const exited = once(server, 'exit');

async function end() {
  server.kill('SIGINT');
  await exited;
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
void exited.then(([code]) => process.exit(code ?? 1));
awaitPort();
