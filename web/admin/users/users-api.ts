// API calls for users, their application passwords and their feed keys.
import { request } from '../api/client';
import { fieldsOf, type ResourceInfo } from '../api/contract';
import type {
  ApplicationPassword,
  ApplicationPasswordList,
  FeedKey,
  FeedKeyList,
  Invitation,
  PasswordLink,
  User,
} from '../api/generated';

export const rolesOf = ({ name }: ResourceInfo): readonly string[] =>
  (fieldsOf(name).find((field) => field.name === 'role')?.schema.enum ?? []).map(String);

export const createUser = async (given: Readonly<Record<string, string>>): Promise<User> =>
  (await request<User>('POST', '/users', { body: given })).body;

export const updateUser = async (id: number, changes: Readonly<Record<string, string>>): Promise<User> =>
  (await request<User>('PATCH', `/users/${id}`, { body: changes })).body;

/** `reassign`: ID of the user who becomes the author of the records. */
export const deleteUser = (id: number, reassign: string) => request('DELETE', `/users/${id}`, { query: { reassign } });

export const inviteUser = async (given: Readonly<Record<string, string>>): Promise<Invitation> =>
  (await request<Invitation>('POST', '/users/invitations', { body: given })).body;

export const createPasswordLink = async (id: number, send: boolean): Promise<PasswordLink> =>
  (await request<PasswordLink>('POST', `/users/${id}/password-links`, { body: { send } })).body;

export const readAccount = async (signal: AbortSignal): Promise<User> =>
  (await request<User>('GET', '/users/me', { signal })).body;

export const changeAccount = async (changes: Readonly<Record<string, unknown>>): Promise<User> =>
  (await request<User>('PATCH', '/users/me', { body: changes })).body;

/** `revoke`: application passwords and private feeds stop working as well. */
export const changeOwnPassword = (current_password: string, password: string, revoke: boolean) =>
  request('PATCH', '/users/me', { body: { current_password, password, revoke } });

/** User id, or `me` for the signed-in user. */
export type Owner = number | 'me';

/** Secrets of a user, each shown once when it is created. */
export interface SecretApi<One> {
  readonly list: (owner: Owner, signal: AbortSignal) => Promise<readonly One[]>;
  /** `currentPassword`: of the signed-in user, where the server asks for it. */
  readonly create: (owner: Owner, label: string, currentPassword?: string) => Promise<One>;
  readonly revoke: (owner: Owner, id: number) => Promise<unknown>;
}

const secretApi = <One, List>(path: string, itemsOf: (list: List) => readonly One[]): SecretApi<One> => {
  const at = (owner: Owner) => `/users/${owner}/${path}`;
  return {
    list: async (owner, signal) => itemsOf((await request<List>('GET', at(owner), { signal })).body),
    create: async (owner, label, current_password) =>
      (await request<One>('POST', at(owner), { body: { label, current_password } })).body,
    revoke: (owner, id) => request('DELETE', `${at(owner)}/${id}`),
  };
};

export const applicationPasswords = secretApi<ApplicationPassword, ApplicationPasswordList>(
  'application-passwords',
  (list) => list.application_passwords,
);

export const feedKeys = secretApi<FeedKey, FeedKeyList>('feed-keys', (list) => list.feed_keys);
