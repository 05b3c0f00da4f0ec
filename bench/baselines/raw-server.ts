// Baseline for cached responses: a bare node:http server that sends the same bytes and headers to every request.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RawResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

process.on('message', ({ statusCode, headers, body }: RawResponse) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_, response) => {
    response.writeHead(statusCode, headers);
    response.end(bytes.length ? bytes : undefined);
  });
  server.keepAliveTimeout = 72_000;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
