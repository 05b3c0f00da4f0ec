// Clients that close their connection while their request is being answered, and clients that never send anything.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Ways of closing: a TCP reset, a FIN with nothing read any more, and a FIN with the read side left open. */
const closings: readonly ((socket: Socket) => void)[] = [
  (socket) => socket.resetAndDestroy(),
  (socket) => socket.end(() => socket.destroy()),
  (socket) => socket.end(),
];

/** Moments of closing: with the request still unsent, when it has left, one turn later, and a timer's tick later. */
const moments: readonly ((socket: Socket, request: string, close: () => void) => void)[] = [
  (socket, request, close) => {
    socket.write(request);
    close();
  },
  (socket, request, close) => socket.write(request, close),
  (socket, request, close) => socket.write(request, () => setImmediate(close)),
  (socket, request, close) => socket.write(request, () => setTimeout(close, 1)),
];

async function open(url: URL): Promise<Socket> {
  const socket = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true }).setNoDelay(true);
  await once(socket, 'connect');
  // Not listening would make a reset by the server an uncaught exception; the close that follows is what counts.
  return socket.on('error', () => undefined);
}

const get = ({ pathname, search, host }: URL): string =>
  `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: keep-alive\r\n\r\n`;

/** Sends the request and reads its whole response. */
function exchange(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const end = (settle: () => void) => {
      socket.off('data', read).off('close', fail);
      settle();
    };
    const fail = () => end(() => reject(new Error('closed before the response was whole')));
    const read = (chunk: Buffer) => {
      received += chunk.toString('latin1');
      const head = received.indexOf('\r\n\r\n') + 4;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1]);
      if (head >= 4 && received.length >= head + length) end(() => resolve(received));
    };
    socket
      .on('data', read)
      .once('close', fail)
      .once('end', () => socket.destroy());
    socket.write(request);
  });
}

/** Requests one address twice over one connection, then a third time and closes. Returns the status lines. */
async function abort(url: URL, number: number): Promise<readonly string[]> {
  const socket = await open(url);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const request = get(url);
  const responses = [await exchange(socket, request), await exchange(socket, request)];
  socket.resume();
  const close = closings[number % closings.length] as (typeof closings)[number];
  const sendAndClose = moments[Math.floor(number / closings.length) % moments.length] as (typeof moments)[number];
  sendAndClose(socket, request, () => close(socket));
  await closed;
  return responses.map((text) => text.slice(0, text.indexOf('\r\n')));
}

export interface Aborted {
  /** Status lines of the responses that were read, each with how often it came. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Connections that broke before they had their two responses. */
  readonly broken: number;
  /** What came over connections that had sent nothing. */
  readonly unasked: readonly string[];
}

/** Attacks in rounds, each beside silent connections of its own: the server ends those that stay silent for long. */
export async function abortMany(address: string, rounds: number, perRound: number, silent: number): Promise<Aborted> {
  const url = new URL(address);
  const statuses: Record<string, number> = {};
  const unasked: string[] = [];
  let broken = 0;
  for (let round = 0; round < rounds; round++) {
    const bystanders = await Promise.all(Array.from({ length: silent }, () => open(url))).catch(() => []);
    if (bystanders.length < silent) return { statuses, broken: (rounds - round) * perRound + broken, unasked };
    for (const socket of bystanders) {
      socket.on('data', (chunk) => unasked.push(chunk.toString('latin1')));
    }
    const numbers = Array.from({ length: perRound }, (_, at) => round * perRound + at);
    for (const { status, ...outcome } of await Promise.allSettled(numbers.map((number) => abort(url, number)))) {
      if (status === 'rejected') broken++;
      else for (const line of (outcome as { value: string[] }).value) statuses[line] = (statuses[line] ?? 0) + 1;
    }
    for (const socket of bystanders) socket.destroy();
  }
  return { statuses, broken, unasked };
}
