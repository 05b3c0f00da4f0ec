// The real nginx with the configuration that people install, in front of as many nodes as there are.
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
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

const shipped = new URL('../../deploy/nginx.conf', import.meta.url);
const nodePlaces = /^( *)server node1:8080 (.*);\n *server node2:8080 \2;$/m;

/** A configuration that lost one of its places would be tried with something else. */
function replaced(text: string, place: string | RegExp, by: (...found: string[]) => string): string {
  const changed = text.replace(place, by);
  if (changed === text) throw new Error(`deploy/nginx.conf does not say ${place}`);
  return changed;
}

function siteOf(folder: string, port: number, nodes: readonly number[]): string {
  const servers = (_: string, indent = '', options = '') =>
    nodes.map((node) => `${indent}server 127.0.0.1:${node} ${options};`).join('\n');
  const conf = readFileSync(shipped, 'utf8');
  return [
    ['listen 8080;', () => `listen 127.0.0.1:${port};`] as const,
    [nodePlaces, servers] as const,
    ['/var/log/nginx/access.log', () => join(folder, 'access.log')] as const,
  ].reduce((text, [place, by]) => replaced(text, place, by), conf);
}

function writeConfiguration(folder: string, port: number, nodes: readonly number[]): string {
  writeFileSync(join(folder, 'site.conf'), siteOf(folder, port, nodes));
  const file = join(folder, 'nginx.conf');
  const main = [
    // As root it would give up its rights and with them the folder.
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

/** Ends with its input and removes its folder, so that nothing is left however this process ends. */
const watched = '"$0" -c "$1" & child=$!; read -r end; kill -TERM $child; wait $child; rm -rf "$2"';

export async function startProxy(nodes: readonly number[]): Promise<Proxy> {
  if (!nginxProgram) throw new Error('There is no nginx on this machine: install Debian’s package nginx-light.');
  const folder = mkdtempSync(join(tmpdir(), 'almanac-chaos-'));
  const port = await freePort();
  const file = writeConfiguration(folder, port, nodes);
  const child = spawn('/bin/sh', ['-c', watched, nginxProgram, file, folder], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  const complaint = await new Promise<string | undefined>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.includes('[emerg]')) resolve(line);
      if (line.includes('start worker process ')) resolve(undefined);
    });
  });
  if (complaint !== undefined) {
    await stop();
    throw new Error(complaint);
  }
  return { address: `http://127.0.0.1:${port}`, log: () => readFileSync(join(folder, 'access.log'), 'utf8'), stop };
}
