// API calls for users and application passwords.
import { request } from '../api/client';
import { fieldsOf, type ResourceInfo } from '../api/contract';
import type { ApplicationPassword, ApplicationPasswordList, User } from '../api/generated';

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
const passwordsAt = (owner: Owner) => `/users/${owner}/application-passwords`;

export const listPasswords = async (owner: Owner, signal: AbortSignal): Promise<readonly ApplicationPassword[]> =>
  (await request<ApplicationPasswordList>('GET', passwordsAt(owner), { signal })).body.application_passwords;

export const createPassword = async (owner: Owner, label: string): Promise<ApplicationPassword> =>
  (await request<ApplicationPassword>('POST', passwordsAt(owner), { body: { label } })).body;

export const revokePassword = (owner: Owner, id: number) => request('DELETE', `${passwordsAt(owner)}/${id}`);
