// One connection that is kept open, over a bare socket: only as much of an answer is read as its end takes.
import { connect, type Socket } from 'node:net';

/** Status 0 when the connection broke; the head is the answer's first lines as text. */
export type Answered = (http: number, head: string, bytes: number) => void;

export interface Connection {
  readonly send: (request: string, answered: Answered) => void;
  readonly close: () => void;
}

const lengthIn = (head: string): number => {
  const found = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return found === undefined && /\r\ntransfer-encoding:/i.test(head) ? Number.POSITIVE_INFINITY : Number(found ?? 0);
};

/** The last piece of an answer in pieces is empty. */
const lastPiece = Buffer.from('0\r\n\r\n');
const endsThere = (chunk: Buffer): boolean => chunk.subarray(-lastPiece.length).equals(lastPiece);

export function openConnection(port: number): Connection {
  let socket: Socket | undefined;
  let waiting: Answered | undefined;
  let [http, head, left, size]: [number, string, number, number] = [0, '', 0, 0];
  let begun: Buffer | undefined;

  const finish = (status: number) => {
    const answered = waiting;
    waiting = undefined;
    answered?.(status, head, size);
  };
  function hear(chunk: Buffer): void {
    if (left > 0) {
      receive(chunk);
      return;
    }
    const data = begun ? Buffer.concat([begun, chunk]) : chunk;
    const end = data.indexOf('\r\n\r\n');
    if (end < 0) {
      begun = data;
      return;
    }
    begun = undefined;
    head = data.toString('latin1', 0, end);
    http = Number(head.slice(9, 12));
    size = http === 304 || http === 204 ? 0 : lengthIn(head);
    left = size;
    receive(data.subarray(end + 4));
  }
  function receive(chunk: Buffer): void {
    left = left === Number.POSITIVE_INFINITY && endsThere(chunk) ? 0 : left - chunk.length;
    if (left <= 0) finish(http);
  }
  function opened(): Socket {
    if (socket) return socket;
    const own = connect({ port, host: '127.0.0.1', noDelay: true });
    own.on('data', hear);
    own.on('error', () => undefined);
    own.on('close', () => {
      if (socket !== own) return;
      socket = undefined;
      [begun, left, head, size] = [undefined, 0, '', 0];
      finish(0);
    });
    socket = own;
    return own;
  }
  return {
    send: (request, answered) => {
      waiting = answered;
      opened().write(request, 'latin1');
    },
    close: () => {
      const own = socket;
      socket = undefined;
      own?.destroy();
    },
  };
}
