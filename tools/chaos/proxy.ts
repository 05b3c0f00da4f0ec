// A real nginx with the shipped configuration, in front of all nodes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nginxProgram } from '../../tests/harness/nginx.js';
import { freePort } from '../../tests/harness/postgres/server.js';

export interface Proxy {
  readonly address: string;
  readonly pid: number;
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

const shipped = new URL('../../deploy/nginx.conf', import.meta.url);
const serverLines = /^( *)server node1:8080 (.*);\n *server node2:8080 \2;$/m;

/** Fails if the configuration no longer has the text to replace. */
function replaced(text: string, place: string | RegExp, by: (...found: string[]) => string): string {
  const changed = text.replace(place, by);
  if (changed === text) throw new Error(`deploy/nginx.conf does not contain ${place}`);
  return changed;
}

function siteOf(folder: string, port: number, nodes: readonly number[]): string {
  const servers = (_: string, indent = '', options = '') =>
    nodes.map((node) => `${indent}server 127.0.0.1:${node} ${options};`).join('\n');
  const conf = readFileSync(shipped, 'utf8');
  return [
    ['listen 8080;', () => `listen 127.0.0.1:${port};`] as const,
    [serverLines, servers] as const,
    ['/var/log/nginx/access.log', () => join(folder, 'access.log')] as const,
  ].reduce((text, [place, by]) => replaced(text, place, by), conf);
}

function writeConfiguration(folder: string, port: number, nodes: readonly number[]): string {
  writeFileSync(join(folder, 'site.conf'), siteOf(folder, port, nodes));
  const file = join(folder, 'nginx.conf');
  const main = [
    // As root, nginx would switch to a user who cannot write to the folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 2;',
    `pid ${join(folder, 'pid')};`,
    'error_log stderr notice;',
    'events {}',
    'http {',
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `  ${kind}_temp_path ${join(folder, kind)};`),
    `  include ${join(folder, 'site.conf')};`,
    '}',
  ];
  writeFileSync(file, main.join('\n'));
  return file;
}

/** Stops nginx and removes its folder when standard input closes, however this process ends. */
const supervised = '"$0" -c "$1" & child=$!; read -r end; kill -TERM $child; wait $child; rm -rf "$2"';

export async function startProxy(nodes: readonly number[]): Promise<Proxy> {
  if (!nginxProgram) throw new Error('There is no nginx on this machine: install Debian’s package nginx-light.');
  const folder = mkdtempSync(join(tmpdir(), 'almanac-chaos-'));
  const port = await freePort();
  const file = writeConfiguration(folder, port, nodes);
  const child = spawn('/bin/sh', ['-c', supervised, nginxProgram, file, folder], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  const startError = await new Promise<string | undefined>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.includes('[emerg]')) resolve(line);
      if (line.includes('start worker process ')) resolve(undefined);
    });
  });
  if (startError !== undefined) {
    await stop();
    throw new Error(startError);
  }
  return {
    address: `http://127.0.0.1:${port}`,
    pid: Number(readFileSync(join(folder, 'pid'), 'utf8')),
    log: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    stop,
  };
}
