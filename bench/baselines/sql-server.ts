// Baseline for uncached responses: a bare node:http server over the hand-written statements, with the service's URLs.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openBareReader } from './reader.js';
import type { ListKind } from './statements.js';

const reader = openBareReader(process.env);
let base = '';

function respond(url: string): Promise<string> {
  const record = /\/v1\/events\/(?:by-slug\/)?([^/?]+)/.exec(url)?.[1];
  if (record) return url.includes('/by-slug/') ? reader.bySlug(record, base) : reader.byId(Number(record), base);
  const [, from = '', to = ''] = /start_date=([\d-]+)&end_date=([\d-]+)/.exec(url) ?? [];
  const [, kind = 'day', value = ''] = /&(categories|tags|venue|search)=(\w+)/.exec(url) ?? [];
  const [, page] = /&page=(\d+)/.exec(url) ?? [];
  if (kind !== 'day' || page !== undefined) {
    const days = { from: `${from} 00:00:00`, to: `${to} 23:59:59` };
    return reader.page({ kind: kind as ListKind, value, page: Number(page ?? 1), ...days }, base);
  }
  return reader.window(`${from} 00:00:00`, `${to} 23:59:59`, base);
}

const send = (response: ServerResponse, body: string): void => {
  const bytes = Buffer.from(body);
  response.writeHead(200, { 'Content-Type': 'application/json; charset=UTF-8', 'Content-Length': bytes.length });
  response.end(bytes);
};

const server = createServer((request, response) => {
  respond(request.url ?? '').then(
    (body) => send(response, body),
    (error: unknown) => {
      console.error(error);
      response.writeHead(500, { 'Content-Length': 0 });
      response.end();
    },
  );
});
server.keepAliveTimeout = 72_000;

process.on('message', () => {
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    base = `http://127.0.0.1:${port}`;
    process.send?.(port);
  });
});
