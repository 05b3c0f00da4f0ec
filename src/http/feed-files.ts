// Temporary files of long feeds. A feed is generated once at full speed and sent from its file to everyone who asks for the
// same version, so that slow readers hold neither a database snapshot nor memory. Files have no name: they are removed as
// soon as they are open, so that nothing remains after a crash.
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { noSlot, openSlots, type Release, type SlotClient } from '../core/slots.js';
import { openUnnamed } from './unnamed-file.js';

/** Writes the feed. `signal` aborts when nobody reads it any more. */
export type Generate = (write: (text: string) => Promise<void>, signal: AbortSignal) => Promise<void>;

export interface FeedFiles {
  /** The feed with this key, generated unless it exists. Rejects before the first byte if it cannot be generated soon. */
  readonly read: (key: string, generate: Generate, reader: SlotClient) => Promise<Readable>;
  readonly close: () => Promise<void>;
}

export interface FeedFileLimits {
  readonly maxGenerating: number;
  readonly maxQueued: number;
  readonly maxFiles: number;
  /** Shares of one client of the three above. */
  readonly perClient: { readonly generating: number; readonly queued: number; readonly files: number };
  readonly maxTotalBytes: number;
  /** How long a reader waits for the first bytes, well below the time after which connections are closed. */
  readonly maxWaitMs: number;
  /** How long a complete file without readers is kept for the next one. */
  readonly idleMs: number;
}

export const feedFileLimits: FeedFileLimits = {
  maxGenerating: 2,
  maxQueued: 20,
  maxFiles: 32,
  perClient: { generating: 1, queued: 5, files: 8 },
  maxTotalBytes: 2 ** 31,
  maxWaitMs: 10_000,
  idleMs: 30_000,
};

/** Of one read. Each is a message to another thread, as is its compression. */
const chunkBytes = 131_072;

interface FeedFile {
  readonly key: string;
  readonly abort: AbortController;
  /** The client that asked for it first. */
  readonly client: string;
  readonly release: Release;
  /** Resolves when the first bytes are there. */
  ready: Promise<void>;
  handle?: FileHandle;
  size: number;
  /** Includes those that wait for `ready`. */
  readers: number;
  state: 'growing' | 'complete' | 'failed';
  error?: unknown;
  /** Resolves when the file grows or its state changes. */
  grown: { readonly promise: Promise<void>; readonly resolve: () => void };
  idleTimer?: NodeJS.Timeout;
}

function signalling(): FeedFile['grown'] {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

export function openFeedFiles({
  maxGenerating,
  maxQueued,
  maxFiles,
  perClient,
  maxTotalBytes,
  maxWaitMs,
  idleMs,
}: FeedFileLimits = feedFileLimits): FeedFiles {
  /** Files that new readers share. */
  const shared = new Map<string, FeedFile>();
  /** All files, also those that only their present readers use. */
  const files = new Set<FeedFile>();
  const fileSlots = openSlots({ total: maxFiles, perClient: perClient.files });
  const generating = openSlots({
    total: maxGenerating,
    perClient: perClient.generating,
    maxQueued,
    maxQueuedPerClient: perClient.queued,
  });

  /** New readers no longer get it; it is closed with its last reader. */
  function retire(file: FeedFile): void {
    if (shared.get(file.key) === file) shared.delete(file.key);
    if (file.readers > 0 || file.state === 'growing' || !files.delete(file)) return;
    clearTimeout(file.idleTimer);
    file.release();
    file.handle?.close().catch(() => undefined);
  }

  function grow(file: FeedFile, bytes: number, state = file.state): void {
    const { resolve } = file.grown;
    file.size += bytes;
    file.state = state;
    file.grown = signalling();
    resolve();
  }

  async function fill(file: FeedFile, generate: Generate): Promise<void> {
    const { signal } = file.abort;
    let writing: Promise<void> | undefined;
    try {
      const handle = await openUnnamed('almanac-feed');
      file.handle = handle;
      const append = async (bytes: Buffer): Promise<void> => {
        await handle.write(bytes, 0, bytes.length, file.size);
        grow(file, bytes.length);
      };
      // The next piece is generated while one is written.
      await generate(async (text) => {
        await writing;
        signal.throwIfAborted();
        writing = append(Buffer.from(text));
        writing.catch(() => undefined);
      }, signal);
      await writing;
      grow(file, 0, 'complete');
    } catch (error) {
      // The file is closed afterwards.
      await writing?.catch(() => undefined);
      file.error = error;
      grow(file, 0, 'failed');
    }
    if (file.state === 'failed' || file.readers === 0) retire(file);
  }

  const totalBytes = (): number => [...files].reduce((sum, { size }) => sum + size, 0);
  const hasRoom = (client: string): boolean => fileSlots.isFree(client) && totalBytes() < maxTotalBytes;

  /** Files without readers give way, the oldest first: those of the client itself if its share is full. */
  function makeRoom(client: string): void {
    for (const file of files) {
      if (hasRoom(client)) return;
      const isIdle = file.state === 'complete' && file.readers === 0;
      if (isIdle && (file.client === client || !fileSlots.isShareFull(client))) retire(file);
    }
    if (!hasRoom(client)) throw noSlot();
  }

  function start(key: string, client: string, generate: Generate): FeedFile {
    makeRoom(client);
    const grown = signalling();
    const abort = new AbortController();
    const file: FeedFile = {
      key,
      abort,
      client,
      release: fileSlots.take(client),
      ready: grown.promise,
      size: 0,
      readers: 0,
      state: 'growing',
      grown,
    };
    const filled = async () => {
      const release = await generating.wait({ client, signal: abort.signal });
      await fill(file, generate).finally(release);
    };
    file.ready = Promise.race([grown.promise, filled()]);
    file.ready.catch((error: unknown) => {
      file.error = error;
      file.state = 'failed';
      retire(file);
    });
    files.add(file);
    shared.set(key, file);
    return file;
  }

  function leave(file: FeedFile): void {
    if (--file.readers > 0) return;
    if (file.state === 'growing') {
      shared.delete(file.key);
      file.abort.abort(new Error('the readers have disconnected'));
    } else if (file.state === 'failed') retire(file);
    else file.idleTimer = setTimeout(() => retire(file), idleMs).unref();
  }

  /** Rejects if they take too long, or the reader disconnects. */
  async function firstBytes(file: FeedFile, { signal }: SlotClient): Promise<void> {
    let stop = () => {};
    const tooLong = new Promise<never>((_, reject) => {
      stop = () => reject(noSlot());
    });
    const timer = setTimeout(stop, maxWaitMs);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      await Promise.race([file.ready, tooLong]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
    if (file.state === 'failed') throw file.error;
  }

  async function* bytesOf(file: FeedFile): AsyncGenerator<Buffer> {
    for (let at = 0; ; ) {
      const { state, size, grown, handle } = file;
      if (at < size && handle) {
        const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size - at));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      } else if (state === 'complete') return;
      else if (state === 'failed') throw file.error;
      else await grown.promise;
    }
  }

  return {
    read: async (key, generate, reader) => {
      const file = shared.get(key) ?? start(key, reader.client, generate);
      file.readers++;
      clearTimeout(file.idleTimer);
      try {
        await firstBytes(file, reader);
      } catch (error) {
        leave(file);
        throw error;
      }
      const stream = Readable.from(bytesOf(file), { objectMode: false, highWaterMark: chunkBytes });
      return stream.once('close', () => leave(file));
    },
    close: async () => {
      for (const file of files) {
        clearTimeout(file.idleTimer);
        file.abort.abort(new Error('the server is stopping'));
        if (file.state === 'complete' && file.readers === 0 && files.delete(file)) await file.handle?.close();
      }
    },
  };
}
