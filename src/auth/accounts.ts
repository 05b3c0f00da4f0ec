// People and their application passwords: adding, listing, changing and removing them.
import type { Role } from '../core/actor.js';
import { all, everything, is } from '../core/condition.js';
import type { Reader, Store, Writer } from '../core/store.js';
import {
  type ApplicationPasswordRow,
  applicationPasswords,
  sessions,
  type UserRow,
  users,
} from '../resources/account/account.js';
import { digestToken, hashSecret, makePassword } from './secrets.js';

const many = 10_000;

/** A mistake of the person at the keyboard, told as it is. */
export class AccountError extends Error {}

export const keyOf = (name: string): string => name.trim().toLowerCase();

export const findUser = async (store: Reader, name: string): Promise<UserRow | undefined> =>
  (await store.read({ table: users, where: is('name_key', keyOf(name)) })) as UserRow | undefined;

async function knownUser(store: Reader, name: string): Promise<UserRow> {
  const user = await findUser(store, name);
  if (!user) throw new AccountError(`There is no user called ${name}.`);
  return user;
}

export const listUsers = async (store: Reader): Promise<readonly UserRow[]> =>
  (await store.list({
    table: users,
    where: everything,
    order: [{ column: 'id' }],
    limit: many,
  })) as UserRow[];

function refuseShort(signIn: string): void {
  if ([...signIn].length < 10) throw new AccountError('A sign-in password has at least 10 characters.');
}

export interface AddedUser {
  readonly id: number;
  /** An application password, shown once. */
  readonly password: string;
}

export interface NewUser {
  readonly name: string;
  readonly role: Role;
  /** Without one nobody can sign in; the application password still works. */
  readonly signIn?: string;
  readonly now: string;
}

export async function addUser(store: Store, user: NewUser): Promise<AddedUser> {
  const digest = await digestOf(user);
  return store.transact(async (writer) => {
    await writer.claim('users');
    if (await findUser(writer, user.name)) throw new AccountError(`There already is a user called ${user.name}.`);
    return insertUser(writer, user, digest);
  });
}

/** Several nodes may start on an empty store at once: one of them adds the first user, the others none. */
export async function addFirstUser(store: Store, user: NewUser): Promise<AddedUser | undefined> {
  if ((await store.count({ table: users, where: everything })) > 0) return undefined;
  const digest = await digestOf(user);
  return store.transact(async (writer) => {
    await writer.claim('users');
    return (await writer.count({ table: users, where: everything })) > 0 ? undefined : insertUser(writer, user, digest);
  });
}

async function digestOf({ name, signIn }: NewUser): Promise<string> {
  if (!/^[\p{L}\p{N}_.@ -]{1,60}$/u.test(name.trim())) {
    throw new AccountError('A user name is 1 to 60 letters, digits, blanks and any of _ . @ -');
  }
  if (signIn === undefined) return '';
  refuseShort(signIn);
  return hashSecret(signIn);
}

async function insertUser(writer: Writer, { name, role, now }: NewUser, digest: string): Promise<AddedUser> {
  const id = await writer.insert(users, {
    name: name.trim(),
    name_key: keyOf(name),
    role,
    password: digest,
    created_utc: now,
  });
  return { id, password: await addPassword(writer, id, 'first', now) };
}

async function addPassword(writer: Writer, user: number, label: string, now: string): Promise<string> {
  const password = makePassword();
  await writer.insert(applicationPasswords, {
    user_id: user,
    label,
    digest: digestToken(password),
    created_utc: now,
  });
  return password;
}

export const addApplicationPassword = (store: Store, name: string, label: string, now: string): Promise<string> =>
  store.transact(async (writer) => addPassword(writer, (await knownUser(writer, name)).id, label, now));

export async function listApplicationPasswords(
  store: Reader,
  name: string,
): Promise<readonly ApplicationPasswordRow[]> {
  const where = is('user_id', (await knownUser(store, name)).id);
  const rows = await store.list({ table: applicationPasswords, where, order: [{ column: 'id' }], limit: many });
  return rows as readonly ApplicationPasswordRow[];
}

export const revokeApplicationPassword = (store: Store, name: string, id: number): Promise<void> =>
  store.transact(async (writer) => {
    const user = await knownUser(writer, name);
    const gone = await writer.remove(applicationPasswords, all(is('id', id), is('user_id', user.id)));
    if (!gone) throw new AccountError(`${name} has no application password ${id}.`);
  });

/** A change of role or password ends every session. */
export const changeRole = (store: Store, name: string, role: Role): Promise<void> =>
  store.transact(async (writer) => {
    const user = await knownUser(writer, name);
    await writer.update(users, user.id, { role });
    await writer.remove(sessions, is('user_id', user.id));
  });

export async function changePassword(store: Store, name: string, signIn: string): Promise<void> {
  refuseShort(signIn);
  const digest = await hashSecret(signIn);
  await store.transact(async (writer) => {
    const user = await knownUser(writer, name);
    await writer.update(users, user.id, { password: digest });
    await writer.remove(sessions, is('user_id', user.id));
  });
}

/** The records of a removed user stay, under an author that is no more. */
export const removeUser = (store: Store, name: string): Promise<void> =>
  store.transact(async (writer) => {
    const user = await knownUser(writer, name);
    await writer.remove(sessions, is('user_id', user.id));
    await writer.remove(applicationPasswords, is('user_id', user.id));
    await writer.remove(users, is('id', user.id));
  });
