// Image files in an S3-compatible bucket.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3mini } from 's3mini';
import { startDeadline } from '../core/deadline.js';
import { Problem } from '../core/problem.js';
import type { S3Location } from './s3-url.js';
import type { MediaStore, StoredFile } from './store.js';

const timeoutMs = 15_000;

export interface FileLimits {
  readonly maxBytes: number;
  /** Between two pieces of a file. */
  readonly maxWaitMs: number;
}

/** More than any stored image has. */
const fileLimits: FileLimits = { maxBytes: 64 * 1_048_576, maxWaitMs: timeoutMs };

/** The timeout ends with the response headers, because the body is read at the speed of the client. */
const fetchWithTimeout: typeof fetch = async (url, init) => {
  const headers = new Headers(init?.headers);
  // `fetch` sets it from the body; sent twice, the request would be rejected.
  headers.delete('content-length');
  const { signal, end } = startDeadline(timeoutMs);
  const response = await fetch(url, { ...init, headers, signal })
    .catch(unavailable)
    .finally(end);
  if (response.status < 500 && !isNoImage(url, init, response)) return response;
  await response.body?.cancel().catch(() => undefined);
  return unavailable();
};

/** A stored file is an image, perhaps of unknown type. Anything else is from a proxy or a wrong address: it must be neither taken
 * for an existing file nor shown and cached as an image. */
function isNoImage(
  url: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  { ok, headers }: Response,
): boolean {
  const isFile = ['GET', 'HEAD'].includes(init?.method ?? 'GET') && !String(url).includes('list-type=');
  return ok && isFile && !/^(image\/|(application|binary)\/octet-stream|$)/.test(headers.get('content-type') ?? '');
}

function unavailable(): never {
  throw new Problem('overloaded', { headers: { 'Retry-After': '5' } });
}

const pageSize = 1_000;

/** Waits for the bucket only, never for the client: a piece is read when the one before has been sent. */
async function* piecesOf(body: ReadableStream<Uint8Array>, { maxBytes, maxWaitMs }: FileLimits) {
  const reader = body.getReader();
  let length = 0;
  try {
    for (;;) {
      const waiting = new AbortController();
      const late = sleep(maxWaitMs, undefined, { signal: waiting.signal }).then(unavailable);
      const { value } = await Promise.race([reader.read(), late]).finally(() => waiting.abort());
      if (!value) return;
      length += value.length;
      if (length > maxBytes) unavailable();
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

export function openBucket(
  { key, secret, endpoint, region, prefix }: S3Location,
  limits: FileLimits = fileLimits,
): MediaStore {
  let opened: Promise<S3mini> | undefined;
  /** The client is loaded with the first file. */
  const bucket = () => {
    opened ??= import('s3mini').then(
      ({ S3mini }) =>
        new S3mini({ accessKeyId: key, secretAccessKey: secret, endpoint, region, fetch: fetchWithTimeout }),
    );
    return opened;
  };
  return {
    put: async (name, bytes, type) => {
      await (await bucket()).putObject(prefix + name, bytes, type);
    },
    has: async (name) => (await (await bucket()).objectExists(prefix + name)) === true,
    get: async (name) => {
      const found = await (await bucket()).getObjectResponse(prefix + name);
      if (!found?.body) return undefined;
      const stream = Readable.from(piecesOf(found.body, limits), { objectMode: false });
      const length = found.headers.get('content-length');
      return { length: length === null ? undefined : Number(length), stream };
    },
    remove: async (name) => {
      await (await bucket()).deleteObject(prefix + name);
    },
    list: () => filesIn(bucket, prefix),
    ready: async () => undefined,
  };
}

async function* filesIn(open: () => Promise<S3mini>, prefix: string): AsyncGenerator<StoredFile> {
  const bucket = await open();
  let token: string | undefined;
  do {
    const page = await bucket.listObjectsPaged('/', prefix, pageSize, token);
    for (const { Key, LastModified } of page?.objects ?? []) {
      yield { name: Key.slice(prefix.length), modifiedMs: new Date(LastModified).getTime() };
    }
    token = page?.nextContinuationToken;
  } while (token);
}
