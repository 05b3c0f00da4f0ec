// Files of pictures in a bucket of anything that speaks S3.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { S3mini } from 's3mini';
import type { S3Place } from './s3-place.js';
import type { KeptFile, MediaStore } from './store.js';

/** The length is told by `fetch` itself, from the body; told twice, the request would be refused. */
const measured: typeof fetch = (url, init) => {
  const headers = new Headers(init?.headers);
  headers.delete('content-length');
  return fetch(url, { ...init, headers });
};

const patience = 15_000;
const atOnce = 1_000;

export function openBucket({ key, secret, endpoint, region, prefix }: S3Place): MediaStore {
  const bucket = new S3mini({
    accessKeyId: key,
    secretAccessKey: secret,
    endpoint,
    region,
    requestAbortTimeout: patience,
    fetch: measured,
  });
  return {
    put: async (name, bytes, type) => {
      await bucket.putObject(prefix + name, bytes, type);
    },
    has: async (name) => (await bucket.objectExists(prefix + name)) === true,
    get: async (name) => {
      const found = await bucket.getObjectResponse(prefix + name);
      if (!found?.body) return undefined;
      const stream = Readable.fromWeb(found.body as ReadableStream);
      return { length: Number(found.headers.get('content-length')), stream };
    },
    remove: async (name) => {
      await bucket.deleteObject(prefix + name);
    },
    list: () => filesIn(bucket, prefix),
  };
}

async function* filesIn(bucket: S3mini, prefix: string): AsyncGenerator<KeptFile> {
  let token: string | undefined;
  do {
    const page = await bucket.listObjectsPaged('/', prefix, atOnce, token);
    for (const { Key, LastModified } of page?.objects ?? []) {
      yield { name: Key.slice(prefix.length), at: new Date(LastModified).getTime() };
    }
    token = page?.nextContinuationToken;
  } while (token);
}
