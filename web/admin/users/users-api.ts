// API calls for users, their application passwords and their feed keys.
import { request } from '../api/client';
import { fieldsOf, type ResourceInfo } from '../api/contract';
import type { ApplicationPassword, ApplicationPasswordList, FeedKey, FeedKeyList, User } from '../api/generated';

export const rolesOf = ({ name }: ResourceInfo): readonly string[] =>
  (fieldsOf(name).find((field) => field.name === 'role')?.schema.enum ?? []).map(String);

export const roleDescriptions: Readonly<Record<string, string>> = {
  administrator: 'Full access, including users',
  editor: 'Publishes and edits everything',
  author: 'Publishes and edits their own records',
  contributor: 'Writes drafts for review',
  subscriber: 'Read only',
} satisfies Readonly<Record<User['role'], string>>;

export const createUser = async (given: Readonly<Record<string, string>>): Promise<User> =>
  (await request<User>('POST', '/users', { body: given })).body;

export const updateUser = async (id: number, changes: Readonly<Record<string, string>>): Promise<User> =>
  (await request<User>('PATCH', `/users/${id}`, { body: changes })).body;

export const deleteUser = (id: number) => request('DELETE', `/users/${id}`);

export const changeOwnPassword = (current_password: string, password: string) =>
  request('PATCH', '/users/me', { body: { current_password, password } });

/** User id, or `me` for the signed-in user. */
export type Owner = number | 'me';

/** Secrets of a user, each shown once when it is created. */
export interface SecretApi<One> {
  readonly list: (owner: Owner, signal: AbortSignal) => Promise<readonly One[]>;
  readonly create: (owner: Owner, label: string) => Promise<One>;
  readonly revoke: (owner: Owner, id: number) => Promise<unknown>;
}

const secretApi = <One, List>(path: string, itemsOf: (list: List) => readonly One[]): SecretApi<One> => {
  const at = (owner: Owner) => `/users/${owner}/${path}`;
  return {
    list: async (owner, signal) => itemsOf((await request<List>('GET', at(owner), { signal })).body),
    create: async (owner, label) => (await request<One>('POST', at(owner), { body: { label } })).body,
    revoke: (owner, id) => request('DELETE', `${at(owner)}/${id}`),
  };
};

export const applicationPasswords = secretApi<ApplicationPassword, ApplicationPasswordList>(
  'application-passwords',
  (list) => list.application_passwords,
);

export const feedKeys = secretApi<FeedKey, FeedKeyList>('feed-keys', (list) => list.feed_keys);
