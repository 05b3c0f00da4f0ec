// A server in front of another one. It passes everything on, or misbehaves.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export const troubles = [
  'silent',
  'slow',
  'garbage',
  'wrong type',
  'endless',
  'redirects',
  'stalled',
  'closed',
] as const;
export type Trouble = (typeof troubles)[number];
export type Protocol = 'http' | 'smtp';

export interface FaultyServer {
  readonly port: number;
  /** Closes open connections: one that was made before would go on as before. */
  readonly setTrouble: (trouble?: Trouble) => void;
  readonly open: () => number;
  readonly stop: () => Promise<void>;
}

const head = (status: string, ...headers: readonly string[]): string =>
  [`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n');

/** Answers to every request, or to every line of SMTP. */
const answers: Readonly<Record<Protocol, Readonly<Record<'wrong type' | 'redirects', string>>>> = {
  http: {
    'wrong type': `${head('200 OK', 'content-type: text/html', 'content-length: 12')}<p>Hello</p>`,
    redirects: head('302 Found', 'location: /again', 'content-length: 0'),
  },
  smtp: { 'wrong type': '999 <p>Hello</p>\r\n', redirects: '251 Try another server\r\n' },
};

const chunk = ' '.repeat(65_536);
const beginnings: Readonly<Record<Protocol, string>> = {
  http: head('200 OK', 'content-type: application/json', 'transfer-encoding: chunked'),
  smtp: '',
};
const parts: Readonly<Record<Protocol, string>> = {
  http: `${chunk.length.toString(16)}\r\n${chunk}\r\n`,
  smtp: `220-${chunk}\r\n`,
};

function sendEndlessly(socket: Socket, protocol: Protocol): void {
  socket.write(beginnings[protocol]);
  const more = (): void => {
    while (!socket.destroyed && socket.write(parts[protocol]));
  };
  socket.on('drain', more);
  more();
}

/** One byte per second. */
function passSlowly(from: Socket, to: Socket): void {
  const waiting: number[] = [];
  from.on('data', (bytes: Buffer) => waiting.push(...bytes));
  const timer = setInterval(() => {
    const byte = waiting.shift();
    if (byte !== undefined && !to.destroyed) to.write(Buffer.of(byte));
  }, 1_000);
  to.on('close', () => clearInterval(timer));
}

/** The head of the response and a few bytes, or one line of SMTP. */
function passBeginning(from: Socket, to: Socket, protocol: Protocol): void {
  let text = '';
  let isOver = false;
  from.on('data', (bytes: Buffer) => {
    if (isOver) return;
    text += bytes.toString('latin1');
    const end = protocol === 'http' ? text.indexOf('\r\n\r\n') + 4 : text.indexOf('\r\n') + 2;
    isOver = end > 3 || (protocol === 'smtp' && end > 1);
    if (isOver) to.write(Buffer.from(text.slice(0, end + (protocol === 'http' ? 5 : 0)), 'latin1'));
  });
}

type PassedOn = 'whole' | 'slow' | 'stalled';

function passOn(socket: Socket, port: number, how: PassedOn, protocol: Protocol): void {
  const target = connect(port, '127.0.0.1');
  target.on('error', () => socket.destroy());
  socket.on('close', () => target.destroy());
  socket.pipe(target);
  if (how === 'slow') passSlowly(target, socket);
  else if (how === 'stalled') passBeginning(target, socket, protocol);
  else target.pipe(socket);
}

function misbehave(socket: Socket, trouble: Exclude<Trouble, PassedOn>, protocol: Protocol): void {
  if (trouble === 'closed') return void socket.destroy();
  const once = (work: () => void) => (protocol === 'smtp' ? work() : socket.once('data', work));
  socket.resume();
  if (trouble === 'silent') return;
  if (trouble === 'garbage') return void once(() => socket.write(randomBytes(4_096)));
  if (trouble === 'endless') return void once(() => sendEndlessly(socket, protocol));
  if (protocol === 'smtp') socket.write('220 hello\r\n');
  socket.on('data', () => socket.write(answers[protocol][trouble]));
}

/** `target`: the port of the server that works. */
export async function startFaulty(protocol: Protocol, target: number): Promise<FaultyServer> {
  const sockets = new Set<Socket>();
  let trouble: Trouble | undefined;
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    if (trouble === undefined || trouble === 'slow' || trouble === 'stalled')
      passOn(socket, target, trouble ?? 'whole', protocol);
    else misbehave(socket, trouble, protocol);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    setTrouble: (next) => {
      trouble = next;
      closeAll();
    },
    open: () => sockets.size,
    stop: async () => {
      closeAll();
      server.close();
    },
  };
}
