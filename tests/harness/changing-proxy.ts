// A proxy in front of a server that changes its responses in one way, and counts the methods of all requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Message {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Changes the response, or answers by itself and returns true. */
export type Change = (message: Message, response: ServerResponse) => boolean | undefined;

export interface ChangingProxy {
  readonly url: string;
  readonly methods: Readonly<Record<string, number>>;
  /** Paths in the order of the requests. */
  readonly paths: readonly string[];
  readonly headers: readonly Readonly<Record<string, unknown>>[];
  change: Change;
  readonly stop: () => Promise<void>;
}

export const unchanged: Change = () => undefined;

/** Changes the parsed body. */
export const inBody =
  // biome-ignore lint/suspicious/noExplicitAny: a test says what the body has
    (edit: (body: any) => void): Change =>
    (message) => {
      const body: unknown = JSON.parse(message.text);
      edit(body);
      message.text = JSON.stringify(body);
      return undefined;
    };

/** Changes the response to one path with its query. */
export const onlyAt =
  (path: string, change: Change): Change =>
  (message, response) =>
    response.req.url === path ? change(message, response) : undefined;

const copied = ['content-type', 'x-tec-total', 'x-tec-totalpages', 'x-wp-total', 'x-wp-totalpages'];

export async function startChangingProxy(target: () => string): Promise<ChangingProxy> {
  const methods: Record<string, number> = {};
  const paths: string[] = [];
  const headers: Record<string, unknown>[] = [];
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = request;
    methods[method] = (methods[method] ?? 0) + 1;
    paths.push(url);
    headers.push(request.headers);
    const { authorization } = request.headers;
    const reply = await fetch(target() + url, { headers: authorization ? { authorization } : {} });
    const message: Message = {
      status: reply.status,
      headers: Object.fromEntries(
        copied.flatMap((name) => (reply.headers.has(name) ? [[name, reply.headers.get(name) ?? '']] : [])),
      ),
      text: await reply.text(),
    };
    if (proxy.change(message, response)) return;
    response.writeHead(message.status, message.headers).end(message.text);
  };
  const server = createServer((request, response) => {
    // A change that fails is a broken connection, which the test sees.
    forward(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: ChangingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    methods,
    paths,
    headers,
    change: unchanged,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return proxy;
}
