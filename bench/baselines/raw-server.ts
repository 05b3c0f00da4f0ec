// The least that node:http can do: the same bytes with the same headers to everyone.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RawAnswer {
  readonly http: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

process.on('message', ({ http, headers, body }: RawAnswer) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_, response) => {
    response.writeHead(http, headers);
    response.end(bytes.length ? bytes : undefined);
  });
  server.keepAliveTimeout = 72_000;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
