// The caller's own account, and application passwords of any user. A secret is returned once; only its digest is stored.
import { addPassword, passwordsOf, revokePassword } from '../auth/accounts.js';
import { readCookie } from '../auth/identify.js';
import { cookieName, endOthers } from '../auth/sessions.js';
import { may } from '../core/actor.js';
import { is } from '../core/condition.js';
import { type Endpoint, shapeOf } from '../core/facade.js';
import type { Given } from '../core/field.js';
import { present } from '../core/present.js';
import { invalidParam, Problem } from '../core/problem.js';
import { lockRecord, type Reader } from '../core/store.js';

import { parse, refuseFaults } from '../facades/parse.js';
import { type ApplicationPasswordRow, keyOf, type UserRow, users } from '../models/account/account.js';
import { user } from '../models/account/user.js';
import { accessProblem, change, spendWriteToken } from './change.js';
import { urlFor } from './links.js';
import { type ApiRequest, changeInput } from './request.js';
import { type ApiResponse, versionOf } from './response.js';
import type { Service } from './service.js';

type Handler = (service: Service, request: ApiRequest, given: Given) => Promise<ApiResponse>;

const maxPasswords = 100;

async function readUser(store: Reader, id: number): Promise<UserRow> {
  const row = await store.read({ table: users, where: is('id', id) });
  if (!row) throw new Problem('not-found', { resource: user.name });
  return row;
}

/** The user id in the path. Only administrators may name another user than themselves. */
function ownerOf({ call: { actor }, params }: ApiRequest): number {
  if (actor.id === 0) throw accessProblem(actor);
  const id = params.user === undefined || params.user === 'me' ? actor.id : Number(params.user);
  if (id !== actor.id && !may(actor, 'administer')) throw accessProblem(actor);
  return id;
}

const userResponse = (row: UserRow, { call }: ApiRequest): ApiResponse => ({
  statusCode: 200,
  headers: {},
  body: present(shapeOf(call.facade, user.name).body, row, { ...call, occasion: 'read', opens: () => true, found: {} }),
  version: versionOf(row, users),
});

const readAccount: Handler = async (service, request) =>
  userResponse(await readUser(service.store, ownerOf(request)), request);

const changeOwnPassword: Handler = async (service, request, given) => {
  const id = ownerOf(request);
  await spendWriteToken(service, request.call.actor);
  const { secrets } = request.context;
  const { password: currentDigest, name } = await readUser(service.store, id);
  // Failures count against the same limit as failed sign-ins.
  if (!(await secrets.verify(currentDigest, String(given.current_password), keyOf(name)))) throw wrongPassword();
  const digest = await secrets.hash(String(given.password));
  return change(service, request, async ({ store }) => {
    await lockRecord(store, user, id);
    if ((await readUser(store, id)).password !== currentDigest) throw wrongPassword();
    await store.update(user, id, { password: digest });
    await endOthers(store, id, readCookie(request.headers.cookie ?? '', cookieName));
    return userResponse(await readUser(store, id), request);
  });
};

const wrongPassword = () => invalidParam('current_password', 'The current password is incorrect.');

const passwordBody = ({ id, label, created_utc }: Omit<ApplicationPasswordRow, 'user_id' | 'digest'>) => ({
  id,
  label,
  created_utc,
});

const listPasswords: Handler = async ({ store }, request) => {
  const owner = ownerOf(request);
  await readUser(store, owner);
  const rows = await passwordsOf(store, owner);
  return { statusCode: 200, headers: {}, body: { application_passwords: rows.map(passwordBody), total: rows.length } };
};

const createPassword: Handler = async (service, request, given) => {
  const owner = ownerOf(request);
  await spendWriteToken(service, request.call.actor);
  const label = String(given.label);
  return change(service, request, async ({ store }) => {
    await lockRecord(store, user, owner);
    await readUser(store, owner);
    if ((await passwordsOf(store, owner)).length >= maxPasswords)
      throw invalidParam('label', `Limit of ${maxPasswords} application passwords reached. Revoke one first.`);
    const { id, password } = await addPassword(store, owner, label, request.call.now);
    return {
      statusCode: 201,
      headers: {
        Location: urlFor(
          request.call,
          `${shapeOf(request.call.facade, user.name).path}/${owner}/application-passwords/${id}`,
        ),
      },
      body: passwordBody({ id, label, created_utc: request.call.now }),
      oneTimeSecrets: { password },
    };
  });
};

const deletePassword: Handler = async (service, request) => {
  const owner = ownerOf(request);
  const id = Number(request.params.id);
  await spendWriteToken(service, request.call.actor);
  return change(service, request, async ({ store }) => {
    const row = (await passwordsOf(store, owner)).find((one) => one.id === id);
    if (!row || !(await revokePassword(store, owner, id)))
      throw new Problem('not-found', { resource: 'application-password', noun: 'application password' });
    return { statusCode: 200, headers: {}, body: passwordBody(row) };
  });
};

type AccountRoute = NonNullable<Endpoint['custom']>;

const handlers: Readonly<Record<AccountRoute, Readonly<Partial<Record<ApiRequest['method'], Handler>>>>> = {
  account: { GET: readAccount, PATCH: changeOwnPassword },
  passwords: { GET: listPasswords, POST: createPassword },
  password: { DELETE: deletePassword },
};

export function accountAction(
  service: Service,
  request: ApiRequest,
  route: AccountRoute,
  takes: Endpoint['takes'] = {},
): Promise<ApiResponse> {
  const handler = handlers[route][request.method];
  if (!handler) throw new Problem('no-route');
  const fields = (request.method === 'OPTIONS' ? undefined : takes[request.method]) ?? {};
  const { given, faults } = parse(fields, changeInput(request, fields), request.call, true);
  refuseFaults(faults);
  return handler(service, request, given);
}
