// A receiver of webhooks: a real HTTP server that records what it gets and answers as its user says.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body
  readonly body: any;
}

export type Answer = (response: ServerResponse, received: Received) => void;

export const status =
  (statusCode: number, headers: Readonly<Record<string, string>> = {}, text = ''): Answer =>
  (response) =>
    void response.writeHead(statusCode, headers).end(text);

export function openReceiver() {
  let answer: Answer = status(204);
  const received: Received[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        text,
        body: text ? JSON.parse(text) : undefined,
      };
      received.push(one);
      answer(response, one);
    });
  });
  server.on('connection', () => {
    connections++;
  });
  const opened = once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    received,
    connections: () => connections,
    url: async (path = '/hook') => {
      await opened;
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    },
    answer: (next: Answer) => {
      answer = next;
    },
    reset: () => {
      answer = status(204);
      received.splice(0);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Throws unless the message was signed with this secret. */
export const verify = (secret: string, { text, headers }: Received): unknown =>
  new Webhook(secret).verify(text, headers as Record<string, string>);
