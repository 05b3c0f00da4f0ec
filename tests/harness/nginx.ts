// A real nginx with the shipped configuration; and proxies to the nodes behind it that can drop a response
// after the work was done.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './postgres/server.js';

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];

/** Undefined on a machine that has none. */
export const nginxProgram = folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file));

export interface Nginx {
  readonly address: string;
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** Fails when the configuration no longer contains a text that is replaced here. */
function replaced(text: string, place: string, by: string): string {
  if (text.split(place).length !== 2) throw new Error(`deploy/nginx.conf does not say ${place} once`);
  return text.replace(place, by);
}

/** Files of a certificate and its key. */
export interface Tls {
  readonly certificate: string;
  readonly key: string;
}

/** With TLS also HTTP/2. */
const listening = (port: number, tls?: Tls): string =>
  tls
    ? `listen 127.0.0.1:${port} ssl http2; ssl_certificate ${tls.certificate}; ssl_certificate_key ${tls.key};`
    : `listen 127.0.0.1:${port};`;

function writeConfiguration(folder: string, port: number, nodes: readonly [number, number], tls?: Tls): string {
  const log = join(folder, 'access.log');
  const places = [
    ['listen 8080;', listening(port, tls)],
    ['server node1:8080', `server 127.0.0.1:${nodes[0]}`],
    ['server node2:8080', `server 127.0.0.1:${nodes[1]}`],
    ['/var/log/nginx/access.log', log],
  ] as const;
  const shipped = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8');
  const site = places.reduce((text, [place, by]) => replaced(text, place, by), shipped);
  writeFileSync(join(folder, 'site.conf'), site);
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = [
    // As root nginx would drop its privileges and lose access to the folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 2;',
    `pid ${join(folder, 'pid')};`,
    'error_log stderr notice;',
    'events {}',
    'http {',
    ...kinds.map((kind) => `  ${kind}_temp_path ${join(folder, kind)};`),
    `  include ${join(folder, 'site.conf')};`,
    '}',
  ];
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, main.join('\n'));
  return file;
}

/** Ends with its input, so that nothing is left when the tests are killed. */
const watched = '"$0" -c "$1" & child=$!; read -r end; kill -TERM $child; wait $child';

export async function startNginx(nodes: readonly [number, number], tls?: Tls): Promise<Nginx> {
  if (!nginxProgram) throw new Error('there is no nginx on this machine');
  const folder = mkdtempSync(join(tmpdir(), 'almanac-nginx-'));
  const port = await freePort();
  const file = writeConfiguration(folder, port, nodes, tls);
  const child = spawn('/bin/sh', ['-c', watched, nginxProgram, file], { stdio: ['pipe', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const lines = createInterface({ input: child.stderr });
  const error = await new Promise<string | undefined>((resolve) => {
    lines.on('line', (line) => {
      if (line.includes('[emerg]')) resolve(line);
      if (line.includes('start worker process ')) resolve(undefined);
    });
  });
  if (error !== undefined) {
    await stop();
    throw new Error(error);
  }
  const address = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  return { address, log: () => readFileSync(join(folder, 'access.log'), 'utf8'), stop };
}

export interface Arrival {
  readonly wire: number;
  readonly headers: IncomingHttpHeaders;
}

export interface Wires {
  readonly ports: readonly [number, number];
  /** Requests in order, for all nodes. */
  readonly arrivals: Arrival[];
  /** Drops this many next responses: the node has done its work, and the connection breaks. */
  lose: number;
  readonly stop: () => Promise<void>;
}

export async function layWires(addresses: readonly [string, string]): Promise<Wires> {
  const shared = { arrivals: [] as Arrival[], lose: 0 };
  const servers = addresses.map((address, wire) =>
    createServer((incoming, outgoing) => {
      shared.arrivals.push({ wire, headers: incoming.headers });
      const loses = shared.lose > 0;
      if (loses) shared.lose--;
      ask(address, incoming).then(
        async (answer) => {
          if (!loses) {
            outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
            answer.pipe(outgoing);
            return;
          }
          await once(answer.resume(), 'end');
          incoming.socket.destroy();
        },
        () => incoming.socket.destroy(),
      );
    }),
  );
  const listen = async (server: (typeof servers)[number]) => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const [one, two] = servers as [(typeof servers)[number], (typeof servers)[number]];
  return Object.assign(shared, {
    ports: [await listen(one), await listen(two)] as const,
    stop: async () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  });
}

function ask(address: string, incoming: IncomingMessage): Promise<IncomingMessage> {
  const { method, url, headers } = incoming;
  return new Promise((resolve, reject) => {
    const asking = request(address + url, { method, headers, agent: false }, resolve);
    asking.on('error', reject);
    incoming.pipe(asking);
  });
}
