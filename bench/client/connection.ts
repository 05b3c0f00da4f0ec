// One keep-alive connection over a plain socket. It parses only as much of a response as it needs to find its end.
import { connect, type Socket } from 'node:net';

/** Status code 0 means that the connection broke; `head` is the status line and the headers as text. */
export type OnResponse = (statusCode: number, head: string, bytes: number) => void;

export interface Connection {
  readonly send: (request: string, onResponse: OnResponse) => void;
  readonly close: () => void;
}

const lengthIn = (head: string): number => {
  const found = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return found === undefined && /\r\ntransfer-encoding:/i.test(head) ? Number.POSITIVE_INFINITY : Number(found ?? 0);
};

const closes = (head: string): boolean => /\r\nconnection: *close/i.test(head);

/** The last chunk of a chunked response is empty. */
const lastChunk = Buffer.from('0\r\n\r\n');
const endsThere = (chunk: Buffer): boolean => chunk.subarray(-lastChunk.length).equals(lastChunk);

export function openConnection(port: number): Connection {
  let socket: Socket | undefined;
  let waiting: OnResponse | undefined;
  let [statusCode, head, left, size]: [number, string, number, number] = [0, '', 0, 0];
  let incompleteHead: Buffer | undefined;

  const finish = (status: number) => {
    const onResponse = waiting;
    waiting = undefined;
    onResponse?.(status, head, size);
  };
  function receiveHead(chunk: Buffer): void {
    if (left > 0) {
      receiveBody(chunk);
      return;
    }
    const data = incompleteHead ? Buffer.concat([incompleteHead, chunk]) : chunk;
    const end = data.indexOf('\r\n\r\n');
    if (end < 0) {
      incompleteHead = data;
      return;
    }
    incompleteHead = undefined;
    head = data.toString('latin1', 0, end);
    statusCode = Number(head.slice(9, 12));
    size = statusCode === 304 || statusCode === 204 ? 0 : lengthIn(head);
    left = size;
    receiveBody(data.subarray(end + 4));
  }
  function receiveBody(chunk: Buffer): void {
    left = left === Number.POSITIVE_INFINITY && endsThere(chunk) ? 0 : left - chunk.length;
    if (left > 0) return;
    // The server closes it: the next request needs another one.
    if (closes(head)) discard();
    finish(statusCode);
  }
  function discard(): void {
    const own = socket;
    socket = undefined;
    own?.destroy();
  }
  function opened(): Socket {
    if (socket) return socket;
    const own = connect({ port, host: '127.0.0.1', noDelay: true });
    own.on('data', receiveHead);
    own.on('error', () => undefined);
    own.on('close', () => {
      if (socket !== own) return;
      socket = undefined;
      [incompleteHead, left, head, size] = [undefined, 0, '', 0];
      finish(0);
    });
    socket = own;
    return own;
  }
  return {
    send: (request, onResponse) => {
      waiting = onResponse;
      opened().write(request, 'latin1');
    },
    close: discard,
  };
}
