// The set-up code, which lets its holder create the first administrator. `serve` prints it on a database without one.
import { randomInt } from 'node:crypto';
import { is } from '../core/condition.js';
import { accountsLock } from '../core/locks.js';
import type { Reader, Store, Writer } from '../core/store.js';
import { plusSeconds } from '../core/time/clock.js';
import { users } from '../models/account/account.js';
import { digestToken } from './secrets.js';

export const setupCodeSeconds = 24 * 3_600;

/** Metadata of the database: the digest and the expiry of the only valid code, or an empty text. */
const metaName = 'setup-code';

interface StoredCode {
  readonly digest: string;
  readonly expires_utc: string;
}

/** Crockford's Base32: no letters that look like digits. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const [groups, groupLength] = [7, 4];

/** 140 random bits in groups of four characters. */
const makeSetupCode = (): string => {
  const group = () => Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
};

/** Typed by hand: upper case, spaces and look-alike letters are accepted. */
const normalized = (code: string): string =>
  code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');

/** Reads the row itself: totals may be up to a second old in another process. */
export const hasAdministrator = async (store: Reader): Promise<boolean> =>
  (await store.read({ table: users, where: is('role', 'administrator') })) !== undefined;

/**
 * A new code, which replaces the one before: of several processes that start at once, the last one prints the valid code.
 * Undefined if there is an administrator.
 */
export const issueSetupCode = (store: Store, now: string): Promise<string | undefined> =>
  store.transact(async (writer) => {
    await writer.lock(accountsLock);
    if (await hasAdministrator(writer)) return undefined;
    const code = makeSetupCode();
    const stored: StoredCode = {
      digest: digestToken(normalized(code)),
      expires_utc: plusSeconds(now, setupCodeSeconds),
    };
    await writer.setMeta(metaName, JSON.stringify(stored));
    return code;
  });

export async function isSetupCode(writer: Writer, code: string, now: string): Promise<boolean> {
  const text = await writer.getMeta(metaName);
  if (!text) return false;
  const { digest, expires_utc } = JSON.parse(text) as StoredCode;
  return digest === digestToken(normalized(code)) && now < expires_utc;
}

/** Every transaction that adds an administrator calls this, so that the code never works again. */
export const revokeSetupCode = async (writer: Writer): Promise<void> => {
  if (await writer.getMeta(metaName)) await writer.setMeta(metaName, '');
};
