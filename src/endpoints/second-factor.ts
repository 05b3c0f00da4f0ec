// The second factor of a user: state, enrolment, confirmation, recovery codes and removal.
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
import type { Endpoint } from '../core/facade.js';
import { type Given, optional, required } from '../core/field.js';
import { credentialText } from '../core/kinds/text.js';
import { key, maybe, output } from '../core/output.js';
import { invalidParam, missingParams, Problem } from '../core/problem.js';
import { described, flagSchema, integer, listOf, orNull, text } from '../core/schema.js';
import { lockRecord, type Reader } from '../core/store.js';
import { change } from '../http/change.js';
import { endpoint, operation } from '../http/handler.js';
import { accessProblem } from '../http/limits.js';
import { wrongPassword } from '../http/reauthentication.js';
import type { ApiRequest } from '../http/request.js';
import type { Service } from '../http/service.js';
import { foldedName, type SecondFactorRow, type UserRow, users } from '../models/account/account.js';
import { ownerOf, ownerPart, ownerPath, readUser, unknownUser } from './owner.js';

const passwordOptions = { bodyOnly: true, example: 'correct horse battery' } as const;
const codeOptions = { bodyOnly: true, example: '123456' } as const;
const current_password = required(credentialText, 'Current sign-in password.', passwordOptions);

/** Codes and the secret are sent once, as `oneTimeSecrets` of the response. */
const factor = output<Given>('SecondFactor', 'The second factor of a user.', {
  enabled: key(described(flagSchema, 'Whether signing in requires a code.'), true),
  confirmed_utc: key(orNull(text, 'Time of the first code. Null while it is not enabled.'), '2026-09-02 14:00:00'),
  recovery_codes_left: key(described(integer, 'Number of unused recovery codes.'), 10),
  secret: maybe(described(text, 'Secret for the authenticator app in Base32. Returned once.')),
  uri: maybe(described(text, 'The same as an `otpauth` URI. Returned once.')),
  qr_code: maybe(described(text, 'The URI as a QR code in SVG. Returned once.')),
  recovery_codes: maybe(described(listOf(text), 'Codes for a lost phone, each valid once. Returned once.')),
});

const off = { enabled: false, confirmed_utc: null, recovery_codes_left: 0 };
const withCodes = { ...Object(factor.example), recovery_codes: ['mzxw-6ytb-oi2d-qmjr', 'gy3t-qojq-mfwg-c3tb'] };
const exampleSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

const active = new Problem('second-factor-active');
const inactive = new Problem('no-second-factor');

async function stateOf(store: Reader, user: number): Promise<Given> {
  const factor = await secondFactorOf(store, user);
  return {
    enabled: isConfirmed(factor),
    confirmed_utc: factor?.confirmed_utc || null,
    recovery_codes_left: await recoveryCodesLeft(store, user),
  };
}

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
  if (!(await request.context.secrets.verify(user.password, String(password), foldedName(user.name))))
    throw wrongPassword();
}

const sessionToken = ({ headers }: ApiRequest): string | undefined => readCookie(headers.cookie ?? '', cookieName);

/** The secret that a first code must confirm. */
async function pendingFactor(store: Reader, owner: number): Promise<SecondFactorRow> {
  const factor = await secondFactorOf(store, owner);
  if (isConfirmed(factor)) throw new Problem('second-factor-active');
  if (!factor) throw new Problem('no-second-factor');
  return factor;
}

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

/** Password and code are optional in the contract, because administrators do not have those of others. */
function requireBoth(given: Given): Given {
  const missing = ['current_password', 'code'].filter((name) => given[name] === undefined);
  if (missing.length > 0) throw missingParams(missing);
  return given;
}

const common = {
  right: 'signed-in',
  tag: { name: 'Two-step verification', description: 'The second factor of a user at sign-in.' },
  output: factor,
} as const;

const read = operation({
  ...common,
  operationId: 'readSecondFactor',
  summary: 'Get the state of two-step verification',
  problems: [unknownUser],
  handler: async ({ store }, request, _, reply) => {
    const owner = ownerOf(request);
    await readUser(store, owner);
    return reply(await stateOf(store, owner));
  },
});

const start = operation({
  ...common,
  operationId: 'startSecondFactor',
  summary: 'Set up two-step verification',
  description: 'Returns a new secret for an authenticator app. PATCH with a first code turns it on. Own account only.',
  statusCode: 201,
  input: { current_password },
  example: {
    ...off,
    secret: exampleSecret,
    uri: `otpauth://totp/Almanac:ada?secret=${exampleSecret}&issuer=Almanac&algorithm=SHA1&digits=6&period=30`,
    qr_code: '<svg …>…</svg>',
  },
  problems: [active],
  handler: async (service, request, given, reply) => {
    const { call } = request;
    const owner = ownId(request);
    const user = await readUser(service.store, owner);
    await verifyPassword(request, user, given.current_password);
    return change(service, request, async ({ store }) => {
      await lockRecord(store, users, owner);
      if (isConfirmed(await secondFactorOf(store, owner))) throw new Problem('second-factor-active');
      const secret = await startSecondFactor(store, owner, call.now);
      const uri = otpauthUri(secret, call.site.name, user.name);
      const oneTimeSecrets = { secret, uri, qr_code: renderSVG(uri, { border: 2 }) };
      return reply(await stateOf(store, owner), { oneTimeSecrets });
    });
  },
});

const confirm = operation({
  ...common,
  operationId: 'confirmSecondFactor',
  summary: 'Turn on two-step verification',
  description: 'Returns ten recovery codes and ends all other sessions. Own account only.',
  input: { code: required(credentialText, 'Code that the authenticator app shows.', codeOptions) },
  example: withCodes,
  problems: [active, inactive],
  /** The other sessions end: they were started without the second factor. */
  handler: async (service, request, given, reply) => {
    const { now } = request.call;
    const owner = ownId(request);
    const code = String(given.code);
    const attempt = { limiter: service.secondFactorLimiter, ip: 'any', subject: `enrolment ${owner}` };
    const pending = await pendingFactor(service.store, owner);
    if (!(await checkWithLimit(attempt, async () => confirms(pending, code, now)))) throw wrongCode();
    return change(service, request, async ({ store }) => {
      await lockRecord(store, users, owner);
      const codes = await confirmSecondFactor(store, await pendingFactor(store, owner), code, now);
      if (!codes) throw wrongCode();
      await endOthers(store, owner, sessionToken(request));
      return reply(await stateOf(store, owner), { oneTimeSecrets: { recovery_codes: codes } });
    });
  },
});

const remove = operation({
  ...common,
  operationId: 'removeSecondFactor',
  summary: 'Turn off two-step verification',
  description: 'Ends all other sessions. Administrators can turn it off for other users, without password and code.',
  input: {
    current_password: optional(
      credentialText,
      'Current sign-in password. Required for your own account.',
      passwordOptions,
    ),
    code: optional(
      credentialText,
      'Code of the authenticator app, or a recovery code. Required for your own account.',
      codeOptions,
    ),
  },
  example: off,
  problems: [new Problem('wrong-code'), inactive, unknownUser],
  handler: async (service, request, given, reply) => {
    const { call } = request;
    const owner = ownerOf(request);
    const isOwn = owner === call.actor.id;
    const code = isOwn ? await verifyOwn(service, request, owner, requireBoth(given)) : undefined;
    return change(service, request, async ({ store }) => {
      await readUser(store, owner);
      if (code !== undefined) await spendCode(store, owner, code, call.now);
      if (!(await removeSecondFactor(store, owner))) throw new Problem('no-second-factor');
      await endOthers(store, owner, isOwn ? sessionToken(request) : undefined);
      return reply(await stateOf(store, owner));
    });
  },
});

const renewCodes = operation({
  ...common,
  operationId: 'renewRecoveryCodes',
  summary: 'Replace the recovery codes',
  description: 'The codes before stop working. Own account only.',
  statusCode: 201,
  input: {
    current_password,
    code: required(credentialText, 'Code of the authenticator app, or a recovery code.', codeOptions),
  },
  example: withCodes,
  problems: [new Problem('wrong-code'), inactive],
  handler: async (service, request, given, reply) => {
    const owner = ownId(request);
    const code = await verifyOwn(service, request, owner, given);
    return change(service, request, async ({ store }) => {
      await spendCode(store, owner, code, request.call.now);
      const codes = await renewRecoveryCodes(store, owner);
      return reply(await stateOf(store, owner), { oneTimeSecrets: { recovery_codes: codes } });
    });
  },
});

const path = `${ownerPath}/second-factor`;

export const secondFactorEndpoints: readonly Endpoint[] = [
  endpoint(path, { GET: read, POST: start, PATCH: confirm, DELETE: remove }, { parts: ownerPart }),
  endpoint(`${path}/recovery-codes`, { POST: renewCodes }, { parts: ownerPart }),
];
