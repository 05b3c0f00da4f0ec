// Requests that came before, byte for byte: their meaning is known, so that a kept answer goes out at the socket, past the
// parser and its streams. Node's own parser reads everything the first time, and whatever is not simply one more such
// request on a connection where nothing else is under way.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { openPackets } from './packets.js';
import type { Found, Shelf, Wish } from './shelf.js';

const longestRequest = 4_096;
const mostBytes = 4 * 1_024 * 1_024;

/** A request and its answer, as the parser hands them on. */
type Heard = readonly [IncomingMessage, ServerResponse];

/** One head and nothing behind it. */
const isHead = (text: string): boolean => text.indexOf('\r\n\r\n') === text.length - 4;

/** Answers familiar requests; gives what waits until all that was written so far is on its way. */
export function answerFamiliar(server: Server, shelf: Shelf): () => Promise<unknown> {
  const wishes = new LRUCache<string, Wish>({
    maxSize: mostBytes,
    sizeCalculation: ({ key }, text) => text.length + key.length + 200,
  });
  /** What the parser has made of the bytes that it was given last, by connection. */
  const heard = new WeakMap<Socket, Heard[]>();
  const packets = openPackets(server);
  const unsent = new Set<Promise<void>>();

  function write(socket: Socket, bytes: Buffer): void {
    socket.write(bytes);
    if (socket.writableLength === 0) return;
    const gone = new Promise<void>((resolve) => {
      socket.once('drain', resolve).once('close', resolve);
    });
    unsent.add(gone);
    void gone.then(() => unsent.delete(gone));
  }

  function attend(socket: Socket, parse: (chunk: Buffer) => void): void {
    const requests: Heard[] = [];
    heard.set(socket, requests);
    /** Until its first request a connection counts as one that is late with it. */
    let isNew = true;
    /** What comes next is the beginning of a request. Once that was missed, it cannot be told any more. */
    let isAtStart = true;
    let underWay = 0;

    /** Lets the parser read, and learns what the bytes mean if they are one whole request. */
    function read(chunk: Buffer, text: string): void {
      isNew = false;
      parse(chunk);
      const [[request, response] = [], ...others] = requests.splice(0);
      isAtStart = request?.complete === true && others.length === 0 && isHead(text);
      if (!isAtStart || !request || !response) return;
      underWay++;
      response.once('close', () => underWay--);
      const wish = request.method === 'GET' && response.shouldKeepAlive ? shelf.wishOf(request) : undefined;
      if (wish) wishes.set(text, wish);
    }

    function answer(found: Found | undefined, chunk: Buffer, text: string): void {
      if (found && socket.writable) write(socket, packets.of(found));
      else read(chunk, text);
    }

    async function answerLater(found: Promise<Found | undefined>, chunk: Buffer, text: string): Promise<void> {
      socket.pause();
      const later = await found;
      socket.resume();
      answer(later, chunk, text);
    }

    socket.on('data', (chunk: Buffer) => {
      if (!isAtStart || chunk.length > longestRequest) {
        isAtStart = false;
        parse(chunk);
        requests.length = 0;
        return;
      }
      const text = chunk.toString('latin1');
      const isQuiet = !isNew && underWay === 0 && socket.writableLength === 0 && server.listening;
      const wish = isQuiet ? wishes.get(text) : undefined;
      const found = wish && shelf.find(wish);
      if (found instanceof Promise) void answerLater(found, chunk, text);
      else answer(found, chunk, text);
    });
  }

  server.prependListener('request', (request, response) => {
    heard.get(request.socket)?.push([request, response]);
  });
  server.on('connection', (socket) => {
    const [parse, ...others] = socket.listeners('data') as ((chunk: Buffer) => void)[];
    if (!parse || others.length) return;
    attend(socket, parse);
    socket.removeListener('data', parse);
  });
  return () => Promise.all(unsent);
}
