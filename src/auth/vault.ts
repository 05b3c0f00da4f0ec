// Encrypts texts in the database with a key that is not in it: AES-256-GCM with a key from the environment, or from a file in
// the data folder that is created on first use.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Vault } from '../core/context.js';
import { codeOf } from '../core/error.js';
import { Problem } from '../core/problem.js';

export interface VaultOptions {
  /** Any long text; empty for none. */
  readonly secret: string;
  /** Used without a secret; absent if several machines may share the database. */
  readonly keyFile?: string;
}

const version = 'v1';
const [keyBytes, nonceBytes, tagBytes, secretBytes] = [32, 12, 16, 32];

export function openVault({ secret, keyFile }: VaultOptions): Vault {
  let known: Promise<Buffer | undefined> | undefined;
  const key = (isNeeded: boolean): Promise<Buffer | undefined> => {
    if (secret !== '') return Promise.resolve(derivedKey(secret));
    // Neither a failure nor a missing file is remembered.
    known ??= (keyFile === undefined ? Promise.resolve(undefined) : readKey(keyFile, isNeeded)).then(
      (found) => {
        if (!found) known = undefined;
        return found;
      },
      (error: unknown) => {
        known = undefined;
        throw error;
      },
    );
    return known;
  };
  return {
    makeSecret: () => `whsec_${randomBytes(secretBytes).toString('base64')}`,
    encrypt: async (text) => {
      const used = await key(true);
      if (!used) throw new Problem('no-secret-key');
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', used, nonce).setAAD(Buffer.from(version));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')}`;
    },
    decrypt: async (encrypted) => {
      const used = await key(false);
      const [given, encoded = ''] = encrypted.split('.');
      const bytes = Buffer.from(encoded, 'base64url');
      if (!used || given !== version || bytes.length < nonceBytes + tagBytes) return undefined;
      try {
        const decipher = createDecipheriv('aes-256-gcm', used, bytes.subarray(0, nonceBytes))
          .setAAD(Buffer.from(version))
          .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
        return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

const derivedKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'almanac webhook secrets', keyBytes));

/** Undefined if there is none and none is needed. */
async function readKey(file: string, isNeeded: boolean): Promise<Buffer | undefined> {
  const stored = await readStored(file);
  if (stored || !isNeeded) return stored;
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  const opened = await open(draft, 'wx', 0o600);
  try {
    await opened.writeFile(`${randomBytes(keyBytes).toString('base64url')}\n`);
    await opened.sync();
  } finally {
    await opened.close();
  }
  try {
    // Fails if another process was faster: its key counts.
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readStored(file);
}

async function readStored(file: string): Promise<Buffer | undefined> {
  try {
    const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url');
    if (key.length !== keyBytes) throw new Error(`${file} does not contain a key of ${keyBytes} bytes`);
    return key;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
