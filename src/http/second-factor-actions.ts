// Handlers of the second factor: state, enrolment, confirmation, recovery codes and removal.
import { renderSVG } from 'uqr';
import { readCookie } from '../auth/identify.js';
import {
  checkCode,
  confirmSecondFactor,
  confirms,
  isConfirmed,
  recoveryCodesLeft,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
  spendCode,
  startSecondFactor,
} from '../auth/second-factor.js';
import { checkWithLimit } from '../auth/secrets.js';
import { cookieName, endOthers } from '../auth/sessions.js';
import { otpauthUri } from '../auth/totp.js';
import type { Given } from '../core/field.js';
import { invalidParam, missingParams, Problem } from '../core/problem.js';
import { lockRecord, type Reader } from '../core/store.js';
import { keyOf, type SecondFactorRow, type UserRow, users } from '../models/account/account.js';
import { ownerOf, readUser } from './account-secrets.js';
import { change } from './change.js';
import type { CustomHandlers, Handler } from './handler.js';
import { accessProblem, spendWriteToken } from './limits.js';
import { wrongPassword } from './reauthentication.js';
import type { ApiRequest } from './request.js';
import type { ApiResponse } from './response.js';
import type { Service } from './service.js';

async function stateOf(store: Reader, user: number): Promise<Given> {
  const factor = await secondFactorOf(store, user);
  return {
    enabled: isConfirmed(factor),
    confirmed_utc: factor?.confirmed_utc || null,
    recovery_codes_left: await recoveryCodesLeft(store, user),
  };
}

const responseWith = (body: Given, oneTimeSecrets?: Given, statusCode = 200): ApiResponse => ({
  statusCode,
  headers: {},
  body,
  ...(oneTimeSecrets && { oneTimeSecrets }),
});

/** Administrators may remove the second factor of others, but never set one up for them. */
function ownId(request: ApiRequest): number {
  const id = ownerOf(request);
  if (id !== request.call.actor.id) throw accessProblem(request.call.actor);
  return id;
}

/** A stolen session is not enough to change the second factor. */
async function verifyPassword(request: ApiRequest, user: UserRow, password: unknown): Promise<void> {
  if (user.password === '')
    throw invalidParam(
      'current_password',
      'You have no sign-in password. Two-step verification protects sign-ins with a password.',
    );
  if (!(await request.context.secrets.verify(user.password, String(password), keyOf(user.name)))) throw wrongPassword();
}

const sessionToken = ({ headers }: ApiRequest): string | undefined => readCookie(headers.cookie ?? '', cookieName);

const readState: Handler = async ({ store }, request) => {
  const owner = ownerOf(request);
  await readUser(store, owner);
  return responseWith(await stateOf(store, owner));
};

const start: Handler = async (service, request, given) => {
  const { call } = request;
  const owner = ownId(request);
  await spendWriteToken(service, call.actor);
  const user = await readUser(service.store, owner);
  await verifyPassword(request, user, given.current_password);
  return change(service, request, async ({ store }) => {
    await lockRecord(store, users, owner);
    if (isConfirmed(await secondFactorOf(store, owner))) throw new Problem('second-factor-active');
    const secret = await startSecondFactor(store, owner, call.now);
    const uri = otpauthUri(secret, call.site.name, user.name);
    return responseWith(await stateOf(store, owner), { secret, uri, qr_code: renderSVG(uri, { border: 2 }) }, 201);
  });
};

/** The secret that a first code must confirm. */
async function pendingFactor(store: Reader, owner: number): Promise<SecondFactorRow> {
  const factor = await secondFactorOf(store, owner);
  if (isConfirmed(factor)) throw new Problem('second-factor-active');
  if (!factor) throw new Problem('no-second-factor');
  return factor;
}

/** The other sessions end: they were started without the second factor. */
const confirm: Handler = async (service, request, given) => {
  const { now, actor } = request.call;
  const owner = ownId(request);
  const code = String(given.code);
  await spendWriteToken(service, actor);
  const attempt = { limiter: service.secondFactorLimiter, ip: 'any', subject: `enrolment ${owner}` };
  const factor = await pendingFactor(service.store, owner);
  if (!(await checkWithLimit(attempt, async () => confirms(factor, code, now)))) throw wrongCode();
  return change(service, request, async ({ store }) => {
    await lockRecord(store, users, owner);
    const codes = await confirmSecondFactor(store, await pendingFactor(store, owner), code, now);
    if (!codes) throw wrongCode();
    await endOthers(store, owner, sessionToken(request));
    return responseWith(await stateOf(store, owner), { recovery_codes: codes });
  });
};

const wrongCode = () => invalidParam('code', 'Incorrect code. Enter the code that your authenticator app shows now.');

/** Password and code of the caller's own second factor, checked before the transaction because the hash is slow. */
async function verifyOwn(service: Service, request: ApiRequest, owner: number, given: Given): Promise<string> {
  const { store, secondFactorLimiter } = service;
  if (!isConfirmed(await secondFactorOf(store, owner))) throw new Problem('no-second-factor');
  await verifyPassword(request, await readUser(store, owner), given.current_password);
  const code = String(given.code);
  await checkCode(store, secondFactorLimiter, owner, code, request.call.now);
  return code;
}

const renewCodes: Handler = async (service, request, given) => {
  const owner = ownId(request);
  await spendWriteToken(service, request.call.actor);
  const code = await verifyOwn(service, request, owner, given);
  return change(service, request, async ({ store }) => {
    await spendCode(store, owner, code, request.call.now);
    const codes = await renewRecoveryCodes(store, owner);
    return responseWith(await stateOf(store, owner), { recovery_codes: codes }, 201);
  });
};

const remove: Handler = async (service, request, given) => {
  const { call } = request;
  const owner = ownerOf(request);
  const isOwn = owner === call.actor.id;
  await spendWriteToken(service, call.actor);
  const code = isOwn ? await verifyOwn(service, request, owner, required(given)) : undefined;
  return change(service, request, async ({ store }) => {
    await readUser(store, owner);
    if (code !== undefined) await spendCode(store, owner, code, call.now);
    if (!(await removeSecondFactor(store, owner))) throw new Problem('no-second-factor');
    await endOthers(store, owner, isOwn ? sessionToken(request) : undefined);
    return responseWith(await stateOf(store, owner));
  });
};

/** Password and code are optional in the contract, because administrators do not have those of others. */
function required(given: Given): Given {
  const missing = ['current_password', 'code'].filter((name) => given[name] === undefined);
  if (missing.length > 0) throw missingParams(missing);
  return given;
}

export const secondFactorHandlers: CustomHandlers = {
  'second-factor': { GET: readState, POST: start, PATCH: confirm, DELETE: remove },
  'recovery-codes': { POST: renewCodes },
};
