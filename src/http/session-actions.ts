// Handlers that list and end the sessions of a user.
import { readCookie } from '../auth/identify.js';
import { digestToken } from '../auth/secrets.js';
import { cookieName, endOthers, endSession, sessionsOf } from '../auth/sessions.js';
import { Problem } from '../core/problem.js';
import type { SessionRow } from '../models/account/account.js';
import { ownerOf, readUser } from './account-secrets.js';
import { change } from './change.js';
import type { CustomHandlers, Handler } from './handler.js';
import { spendWriteToken } from './limits.js';
import { type ApiRequest, idOf } from './request.js';

const tokenOf = ({ headers }: ApiRequest): string => readCookie(headers.cookie ?? '', cookieName) ?? '';

const bodyOf = (request: ApiRequest) => {
  const current = digestToken(tokenOf(request));
  return ({ id, created_utc, last_seen_utc, expires_utc, ip, browser, method, digest }: SessionRow) => ({
    id,
    created_utc: created_utc || null,
    last_seen_utc: last_seen_utc || null,
    expires_utc,
    ip,
    browser,
    method,
    current: digest === current,
  });
};

const list: Handler = async ({ store }, request) => {
  const owner = ownerOf(request);
  await readUser(store, owner);
  const rows = await sessionsOf(store, owner, request.call.now);
  return { statusCode: 200, headers: {}, body: { sessions: rows.map(bodyOf(request)), total: rows.length } };
};

const end: Handler = async (service, request) => {
  const owner = ownerOf(request);
  const id = idOf(request.params.id ?? '');
  await spendWriteToken(service, request.call.actor);
  return change(service, request, async ({ store }) => {
    const row = (await sessionsOf(store, owner, request.call.now)).find((one) => one.id === id);
    if (!row || !(await endSession(store, owner, id))) throw new Problem('not-found', { resource: 'session' });
    return { statusCode: 200, headers: {}, body: bodyOf(request)(row) };
  });
};

/** The session of the request itself does not end. */
const endAll: Handler = async (service, request) => {
  const owner = ownerOf(request);
  await spendWriteToken(service, request.call.actor);
  return change(service, request, async ({ store }) => {
    await readUser(store, owner);
    return { statusCode: 200, headers: {}, body: { ended: await endOthers(store, owner, tokenOf(request)) } };
  });
};

export const sessionHandlers: CustomHandlers = {
  sessions: { GET: list, DELETE: endAll },
  session: { DELETE: end },
};
