// Secrets of a user: application passwords and feed keys. A secret is returned once; only its digest is stored.
import { addPassword, passwordsOf, revokePassword } from '../auth/accounts.js';
import { addFeedKey, feedKeysOf, maxFeedKeys, revokeFeedKey } from '../auth/feed-keys.js';
import { may } from '../core/actor.js';
import type { Call } from '../core/call.js';
import { is } from '../core/condition.js';
import { shapeOf } from '../core/facade.js';
import type { Given } from '../core/field.js';
import { invalidParam, Problem } from '../core/problem.js';
import { lockRecord, type Reader, type Writer } from '../core/store.js';
import {
  type ApplicationPasswordRow,
  applicationPasswords,
  type FeedKeyRow,
  feedKeys,
  type UserRow,
  users,
} from '../models/account/account.js';
import { user } from '../models/account/user.js';
import { change } from './change.js';
import type { Handler } from './handler.js';
import { accessProblem, spendWriteToken } from './limits.js';
import { urlFor } from './links.js';
import { reauthenticate } from './reauthentication.js';
import { type ApiRequest, idOf } from './request.js';

export async function readUser(store: Reader, id: number): Promise<UserRow> {
  const row = await store.read({ table: users, where: is('id', id) });
  if (!row) throw new Problem('not-found', { resource: user.name });
  return row;
}

/** The user id in the path. Only administrators may name another user than themselves. */
export function ownerOf({ call: { actor }, params }: ApiRequest): number {
  if (actor.id === 0) throw accessProblem(actor);
  const id = params.user === undefined || params.user === 'me' ? actor.id : idOf(params.user);
  if (id !== actor.id && !may(actor, 'administer')) throw accessProblem(actor);
  return id;
}

/** All application passwords and feed keys of a user. */
export async function revokeSecrets(store: Writer, owner: number): Promise<void> {
  for (const table of [applicationPasswords, feedKeys]) await store.remove(table, is('user_id', owner));
}

interface SecretKind<Row extends { readonly id: number }> {
  readonly path: string;
  /** Key of the list in its body. */
  readonly listName: string;
  readonly notFound: () => Problem;
  readonly max: number;
  readonly tooMany: () => Problem;
  readonly list: (store: Reader, owner: number) => Promise<readonly Row[]>;
  readonly add: (store: Writer, owner: number, label: string, call: Call) => Promise<{ row: Row; secrets: Given }>;
  readonly revoke: (store: Writer, owner: number, id: number) => Promise<boolean>;
  readonly body: (row: Row) => unknown;
}

const maxPasswords = 100;

const applicationPassword: SecretKind<Pick<ApplicationPasswordRow, 'id' | 'label' | 'created_utc'>> = {
  path: 'application-passwords',
  listName: 'application_passwords',
  notFound: () => new Problem('not-found', { resource: 'application-password', noun: 'application password' }),
  max: maxPasswords,
  tooMany: () => invalidParam('label', `Limit of ${maxPasswords} application passwords reached. Revoke one first.`),
  list: passwordsOf,
  add: async (store, owner, label, { now }) => {
    const { id, password } = await addPassword(store, owner, label, now);
    return { row: { id, label, created_utc: now }, secrets: { password } };
  },
  revoke: revokePassword,
  body: ({ id, label, created_utc }) => ({ id, label, created_utc }),
};

const feedKey: SecretKind<FeedKeyRow> = {
  path: 'feed-keys',
  listName: 'feed_keys',
  notFound: () => new Problem('not-found', { resource: 'feed-key', noun: 'feed key' }),
  max: maxFeedKeys,
  tooMany: () => invalidParam('label', `Limit of ${maxFeedKeys} feed keys reached. Revoke one first.`),
  list: feedKeysOf,
  add: async (store, owner, label, { now }) => {
    const { row, key } = await addFeedKey(store, owner, label, now);
    return { row, secrets: { key } };
  },
  revoke: revokeFeedKey,
  body: ({ id, label, created_utc, last_used_utc }) => ({
    id,
    label,
    created_utc,
    last_used_utc: last_used_utc || null,
  }),
};

const lister =
  <Row extends { readonly id: number }>({ list, listName, body }: SecretKind<Row>): Handler =>
  async ({ store }, request) => {
    const owner = ownerOf(request);
    await readUser(store, owner);
    const rows = await list(store, owner);
    return { statusCode: 200, headers: {}, body: { [listName]: rows.map(body), total: rows.length } };
  };

const creator =
  <Row extends { readonly id: number }>({ list, max, tooMany, add, path, body }: SecretKind<Row>): Handler =>
  async (service, request, given) => {
    const { call } = request;
    const owner = ownerOf(request);
    await spendWriteToken(service, call.actor);
    // Administrators can set the password of others in any case.
    if (owner === call.actor.id) await reauthenticate(service, request, given.current_password);
    return change(service, request, async ({ store }) => {
      await lockRecord(store, user, owner);
      await readUser(store, owner);
      if ((await list(store, owner)).length >= max) throw tooMany();
      const { row, secrets } = await add(store, owner, String(given.label), call);
      const usersPath = shapeOf(call.facade, user.name).path;
      return {
        statusCode: 201,
        headers: { Location: urlFor(call, `${usersPath}/${owner}/${path}/${row.id}`) },
        body: body(row),
        oneTimeSecrets: secrets,
      };
    });
  };

const revoker =
  <Row extends { readonly id: number }>({ list, revoke, notFound, body }: SecretKind<Row>): Handler =>
  async (service, request) => {
    const owner = ownerOf(request);
    const id = idOf(request.params.id);
    await spendWriteToken(service, request.call.actor);
    return change(service, request, async ({ store }) => {
      const row = (await list(store, owner)).find((one) => one.id === id);
      if (!row || !(await revoke(store, owner, id))) throw notFound();
      return { statusCode: 200, headers: {}, body: body(row) };
    });
  };

export const secretHandlers = {
  passwords: { GET: lister(applicationPassword), POST: creator(applicationPassword) },
  password: { DELETE: revoker(applicationPassword) },
  'feed-keys': { GET: lister(feedKey), POST: creator(feedKey) },
  'feed-key': { DELETE: revoker(feedKey) },
};
