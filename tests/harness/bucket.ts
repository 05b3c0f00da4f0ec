// A real S3 server on this machine, with one bucket.
import crypto from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/**
 * The server encrypts its page markers with DES, which current OpenSSL disables. Triple DES with one key three times
 * is the same cipher.
 */
function bringBackCipher(): void {
  const { createCipheriv, createDecipheriv } = crypto;
  const tripled = (key: unknown) => Buffer.concat([key, key, key] as Buffer[]);
  const known = (name: string) => (name === 'des' ? 'des-ede3-cbc' : name);
  Object.assign(crypto, {
    createCipheriv: (name: string, key: Buffer, iv: Buffer) =>
      createCipheriv(known(name), name === 'des' ? tripled(key) : key, iv),
    createDecipheriv: (name: string, key: Buffer, iv: Buffer) =>
      createDecipheriv(known(name), name === 'des' ? tripled(key) : key, iv),
  });
}

export interface Bucket {
  /** The setting that leads to the bucket, or to a part of it. */
  readonly url: (prefix?: string) => string;
  readonly close: () => Promise<void>;
}

export async function openTestBucket(): Promise<Bucket> {
  bringBackCipher();
  const directory = await mkdtemp(join(tmpdir(), 'almanac-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'pictures', configs: [] }],
  });
  const { port } = await server.run();
  return {
    url: (prefix = '') => `s3://S3RVER:S3RVER@127.0.0.1:${port}/pictures${prefix}?region=us-east-1&insecure=1`,
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
