// A proxy in front of a server that fails as networks do: by a list of faults, one for each request.
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** `cut`: the connection is lost after the server has answered. A response: instead of asking the server. */
export type Fault = 'none' | 'cut' | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

export interface FaultProxy {
  readonly url: string;
  /** For the next requests, in their order. */
  readonly faults: Fault[];
  /** All requests so far. */
  readonly requests: { readonly method: string; readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  readonly stop: () => Promise<void>;
}

export async function startFaultProxy(target: () => string): Promise<FaultProxy> {
  const faults: Fault[] = [];
  const requests: FaultProxy['requests'] = [];
  const forward = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = incoming;
    const body = await buffer(incoming);
    const fault = faults.shift() ?? 'none';
    requests.push({ method, path: url, headers });
    if (typeof fault === 'object') {
      response.writeHead(fault.status, fault.headers).end();
      return;
    }
    const { hostname, port } = new URL(target());
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sendRequest({ hostname, port, method, path: url, headers }, resolve).on('error', reject).end(body);
    });
    const answered = await buffer(answer);
    if (fault === 'cut') response.destroy();
    else response.writeHead(answer.statusCode ?? 500, answer.headers).end(answered);
  };
  const server = createServer((incoming, response) => {
    forward(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
