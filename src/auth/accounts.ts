// User accounts and their application passwords, for the command line and the first start.
import type { Role } from '../core/actor.js';
import { all, everything, is } from '../core/condition.js';
import { minPasswordLength } from '../core/kinds/text.js';
import { accountsLock } from '../core/locks.js';
import type { Reader, Store, Writer } from '../core/store.js';
import { currentTime } from '../core/time/clock.js';
import {
  type ApplicationPasswordRow,
  accountLinks,
  applicationPasswords,
  emptyProfile,
  foldedName,
  isUserName,
  nameRule,
  sessions,
  type UserRow,
  users,
} from '../models/account/account.js';
import { removeOwned } from '../models/account/owned.js';
import { isConfirmed, recoveryCodesLeft, removeSecondFactor, secondFactorOf } from './second-factor.js';
import { digestToken, hashSecret, makePassword } from './secrets.js';
import { revokeSetupCode } from './setup-code.js';
import { commandLine, recordUserChange } from './user-revisions.js';

const maxListed = 10_000;

/** An error of the operator; the message is shown as it is. */
export class AccountError extends Error {}

export const findUser = (store: Reader, name: string): Promise<UserRow | undefined> =>
  store.read({ table: users, where: is('name_key', foldedName(name)) });

export async function requireUser(store: Reader, name: string): Promise<UserRow> {
  const user = await findUser(store, name);
  if (!user) throw new AccountError(`User ${name} not found.`);
  return user;
}

export const listUsers = (store: Reader): Promise<readonly UserRow[]> =>
  store.list({ table: users, where: everything, order: [{ column: 'id' }], limit: maxListed });

function refuseShort(signIn: string): void {
  if ([...signIn].length < minPasswordLength)
    throw new AccountError(`The sign-in password must have at least ${minPasswordLength} characters.`);
}

export interface AddedUser {
  readonly id: number;
  /** An application password; only its digest is stored. */
  readonly password: string;
}

export interface NewUser {
  readonly name: string;
  readonly role: Role;
  /** Without a sign-in password only the application password works. */
  readonly signIn?: string;
  readonly now: string;
}

export async function addUser(store: Store, user: NewUser): Promise<AddedUser> {
  const digest = await passwordDigest(user);
  return store.transact(async (writer) => {
    await writer.lock(accountsLock);
    if (await findUser(writer, user.name)) throw new AccountError(`User ${user.name} already exists.`);
    return insertWithPassword(writer, user, digest);
  });
}

/** Several processes may start on an empty database at once: the lock lets one of them add the first user. */
export async function addFirstUser(store: Store, user: NewUser): Promise<AddedUser | undefined> {
  if ((await store.count({ table: users, where: everything })) > 0) return undefined;
  const digest = await passwordDigest(user);
  return store.transact(async (writer) => {
    await writer.lock(accountsLock);
    return (await writer.count({ table: users, where: everything })) > 0
      ? undefined
      : insertWithPassword(writer, user, digest);
  });
}

async function passwordDigest({ name, signIn }: NewUser): Promise<string> {
  if (!isUserName(name.trim())) throw new AccountError(nameRule);
  if (signIn === undefined) return '';
  refuseShort(signIn);
  return hashSecret(signIn);
}

async function insertWithPassword(writer: Writer, user: NewUser, digest: string): Promise<AddedUser> {
  const id = await insertUser(writer, user, digest);
  return { id, password: (await addPassword(writer, id, 'first', user.now)).password };
}

/** `digest` of the sign-in password; empty for none. The caller holds the lock of all accounts. */
export async function insertUser(
  writer: Writer,
  { name, role, now }: NewUser,
  digest: string,
  via = commandLine,
): Promise<number> {
  if (role === 'administrator') await revokeSetupCode(writer);
  const id = await writer.insert(users, {
    name: name.trim(),
    name_key: foldedName(name),
    role,
    password: digest,
    created_utc: now,
    ...emptyProfile,
  });
  await recordUserChange(writer, via, undefined, await readUser(writer, id), now);
  return id;
}

const readUser = (writer: Writer, id: number): Promise<UserRow | undefined> =>
  writer.read({ table: users, where: is('id', id) });

interface AddedPassword {
  readonly id: number;
  /** Only its digest is stored. */
  readonly password: string;
}

export async function addPassword(writer: Writer, user: number, label: string, now: string): Promise<AddedPassword> {
  const password = makePassword();
  const digest = digestToken(password);
  const id = await writer.insert(applicationPasswords, { user_id: user, label, digest, created_utc: now });
  return { id, password };
}

export const passwordsOf = (store: Reader, user: number): Promise<readonly ApplicationPasswordRow[]> =>
  store.list({ table: applicationPasswords, where: is('user_id', user), order: [{ column: 'id' }], limit: maxListed });

/** False if the user has no such password. */
export const revokePassword = async (writer: Writer, user: number, id: number): Promise<boolean> =>
  (await writer.remove(applicationPasswords, all(is('id', id), is('user_id', user)))) > 0;

export const addApplicationPassword = (store: Store, name: string, label: string, now: string): Promise<string> =>
  store.transact(async (writer) => {
    const { password } = await addPassword(writer, (await requireUser(writer, name)).id, label, now);
    return password;
  });

export const listApplicationPasswords = async (
  store: Reader,
  name: string,
): Promise<readonly ApplicationPasswordRow[]> => passwordsOf(store, (await requireUser(store, name)).id);

export const revokeApplicationPassword = (store: Store, name: string, id: number): Promise<void> =>
  store.transact(async (writer) => {
    const isRevoked = await revokePassword(writer, (await requireUser(writer, name)).id, id);
    if (!isRevoked) throw new AccountError(`Application password ${id} of ${name} not found.`);
  });

/** A change of role or password ends every session. */
export const changeRole = (store: Store, name: string, role: Role, now = currentTime()): Promise<void> =>
  store.transact(async (writer) => {
    await writer.lock(accountsLock);
    const user = await requireUser(writer, name);
    if (role === 'administrator') await revokeSetupCode(writer);
    await writer.update(users, user.id, { role });
    await recordUserChange(writer, commandLine, user, { ...user, role }, now);
    await writer.remove(sessions, is('user_id', user.id));
  });

/** Open links end, too: one of them may be in the wrong hands. */
export async function changePassword(store: Store, name: string, signIn: string, now = currentTime()): Promise<void> {
  refuseShort(signIn);
  const digest = await hashSecret(signIn);
  await store.transact(async (writer) => {
    const user = await requireUser(writer, name);
    await writer.update(users, user.id, { password: digest });
    await recordUserChange(writer, commandLine, user, { ...user, password: digest }, now);
    for (const table of [sessions, accountLinks]) await writer.remove(table, is('user_id', user.id));
  });
}

export interface SecondFactorState {
  readonly isOn: boolean;
  readonly recoveryCodes: number;
}

export async function secondFactorState(store: Reader, name: string): Promise<SecondFactorState> {
  const { id } = await requireUser(store, name);
  return { isOn: isConfirmed(await secondFactorOf(store, id)), recoveryCodes: await recoveryCodesLeft(store, id) };
}

/** For a lost phone. Ends every session. */
export const turnOffSecondFactor = (store: Store, name: string): Promise<void> =>
  store.transact(async (writer) => {
    const { id } = await requireUser(writer, name);
    if (!(await removeSecondFactor(writer, id))) throw new AccountError(`${name} has no two-step verification.`);
    await writer.remove(sessions, is('user_id', id));
  });

/** `before` runs in the transaction of the removal; without it records of the user keep their author id. */
export const removeUser = (
  store: Store,
  name: string,
  before: (writer: Writer, user: UserRow) => Promise<void> = async () => undefined,
  now = currentTime(),
): Promise<void> =>
  store.transact(async (writer) => {
    await writer.lock(accountsLock);
    const user = await requireUser(writer, name);
    await before(writer, user);
    await removeOwned(writer, user.id);
    await writer.remove(users, is('id', user.id));
    await recordUserChange(writer, commandLine, user, undefined, now);
  });
