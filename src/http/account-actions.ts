// The caller's own account, and the secrets of users.
import { readCookie } from '../auth/identify.js';
import { cookieName, endOthers } from '../auth/sessions.js';
import { shapeOf } from '../core/facade.js';
import { present } from '../core/present.js';
import { invalidParam } from '../core/problem.js';
import { lockRecord } from '../core/store.js';
import { keyOf, type UserRow, users } from '../models/account/account.js';
import { user } from '../models/account/user.js';
import { ownerOf, readUser, secretHandlers } from './account-secrets.js';
import { change, spendWriteToken } from './change.js';
import type { CustomHandlers, Handler } from './custom-actions.js';
import type { ApiRequest } from './request.js';
import { type ApiResponse, versionOf } from './response.js';

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

export const accountHandlers: CustomHandlers = {
  account: { GET: readAccount, PATCH: changeOwnPassword },
  ...secretHandlers,
};
