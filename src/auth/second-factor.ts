// The second factor of a user: codes of an authenticator app (TOTP), and recovery codes for a lost phone. Every code is
// used once.
import { randomBytes } from 'node:crypto';
import { all, is } from '../core/condition.js';
import { Problem } from '../core/problem.js';
import { lockRecord, type Reader, type Writer } from '../core/store.js';
import type { Throttle } from '../core/throttle.js';
import { secondsOf } from '../core/time/clock.js';
import { recoveryCodes, type SecondFactorRow, secondFactors, users } from '../models/account/account.js';
import { checkWithLimit, digestToken } from './secrets.js';
import { base32, makeTotpSecret, matchingStep } from './totp.js';

const recoveryCodeCount = 10;

/** Also while it is not confirmed. */
export const secondFactorOf = (store: Reader, user: number): Promise<SecondFactorRow | undefined> =>
  store.read({ table: secondFactors, where: is('user_id', user) });

export const isConfirmed = (factor: SecondFactorRow | undefined): factor is SecondFactorRow =>
  factor !== undefined && factor.confirmed_utc !== '';

export const recoveryCodesLeft = (store: Reader, user: number): Promise<number> =>
  store.count({ table: recoveryCodes, where: is('user_id', user) });

/** Returns a new secret, which counts only after a first code confirms it. The caller holds the lock of the user. */
export async function startSecondFactor(writer: Writer, user: number, now: string): Promise<string> {
  await writer.remove(secondFactors, is('user_id', user));
  const secret = makeTotpSecret();
  const values = { user_id: user, secret, created_utc: now, confirmed_utc: '', last_step: 0 };
  await writer.insert(secondFactors, values);
  return secret;
}

/** Whether a first code fits the secret. */
export const confirms = ({ secret }: SecondFactorRow, code: string, now: string): boolean =>
  matchingStep(secret, withoutSpaces(code), secondsOf(now), 0) !== undefined;

/** Returns the recovery codes; undefined if the code is wrong. The caller holds the lock of the user. */
export async function confirmSecondFactor(
  writer: Writer,
  { id, user_id, secret }: SecondFactorRow,
  code: string,
  now: string,
): Promise<readonly string[] | undefined> {
  const step = matchingStep(secret, withoutSpaces(code), secondsOf(now), 0);
  if (step === undefined) return undefined;
  await writer.update(secondFactors, id, { confirmed_utc: now, last_step: step });
  return renewRecoveryCodes(writer, user_id);
}

/** Only their digests are stored. */
export async function renewRecoveryCodes(writer: Writer, user: number): Promise<readonly string[]> {
  await writer.remove(recoveryCodes, is('user_id', user));
  const codes = Array.from({ length: recoveryCodeCount }, makeRecoveryCode);
  for (const code of codes) await writer.insert(recoveryCodes, { user_id: user, digest: digestOf(code) });
  return codes;
}

/** False if there was none. */
export async function removeSecondFactor(writer: Writer, user: number): Promise<boolean> {
  await writer.remove(recoveryCodes, is('user_id', user));
  return (await writer.remove(secondFactors, is('user_id', user))) > 0;
}

/**
 * Checks a code without using it. Failures are limited by user and not by address: six digits could be guessed from many
 * addresses. Only callers who know the password get here.
 */
export async function checkCode(
  store: Reader,
  limiter: Throttle,
  user: number,
  code: string,
  now: string,
): Promise<void> {
  const attempt = { limiter, ip: 'any', subject: `second factor ${user}` };
  const isRight = await checkWithLimit(attempt, async () => (await find(store, user, code, now)) !== undefined);
  if (!isRight) throw new Problem('wrong-code');
}

/** Uses a code: of concurrent requests with the same code one succeeds. */
export async function spendCode(writer: Writer, user: number, code: string, now: string): Promise<void> {
  await lockRecord(writer, users, user);
  const found = await find(writer, user, code, now);
  if (!found) throw new Problem('wrong-code');
  if ('step' in found) await writer.update(secondFactors, found.factor, { last_step: found.step });
  else await writer.remove(recoveryCodes, is('id', found.recoveryCode));
}

type FoundCode = { readonly factor: number; readonly step: number } | { readonly recoveryCode: number };

async function find(store: Reader, user: number, code: string, now: string): Promise<FoundCode | undefined> {
  const factor = await secondFactorOf(store, user);
  if (!isConfirmed(factor)) return undefined;
  const given = withoutSpaces(code);
  const step = matchingStep(factor.secret, given, secondsOf(now), factor.last_step);
  if (step !== undefined) return { factor: factor.id, step };
  const where = all(is('user_id', user), is('digest', digestOf(given)));
  const recoveryCode = await store.read({ table: recoveryCodes, where });
  return recoveryCode && { recoveryCode: recoveryCode.id };
}

const withoutSpaces = (code: string): string => code.replace(/\s+/g, '');

/** 80 random bits: `abcd-efgh-2345-67ij`. */
const makeRecoveryCode = (): string => (base32(randomBytes(10)).toLowerCase().match(/.{4}/g) ?? []).join('-');

/** Hyphens and capital letters make no difference. */
const digestOf = (code: string): string => digestToken(code.toLowerCase().replaceAll('-', ''));
