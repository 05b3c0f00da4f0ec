// Users of the OpenID Connect provider: finds, links or creates the account of a person, and applies the role mapping.
import type { Role } from '../core/actor.js';
import { all, begins, is, not } from '../core/condition.js';
import { accountsLock } from '../core/locks.js';
import type { Store, Writer } from '../core/store.js';
import { identities, isUserName, keyOf, sessions, type UserRow, users } from '../models/account/account.js';
import { findUser, insertUser } from './accounts.js';
import type { Claims } from './oidc.js';
import { chooseRole, type RoleRules } from './oidc-role.js';
import { type Client, type NewSession, type OnSignIn, startSession } from './sessions.js';

/** Undefined if the person has no account and gets none. The second factor is up to the provider. */
export const signInByIdentity = (
  store: Store,
  claims: Claims,
  rules: RoleRules,
  client: Client,
  now: string,
  onSignIn: OnSignIn,
): Promise<NewSession | undefined> =>
  store.transact(async (writer) => {
    // Names are unique, and the last administrator keeps the role: both depend on all accounts.
    await writer.lock(accountsLock);
    const { role, mapped } = chooseRole(claims, rules);
    const known = await userOf(writer, claims, now);
    if (known ? mapped && role === undefined : role === undefined) return undefined;
    const user = known
      ? await withRole(writer, known, mapped ? role : undefined)
      : await addPerson(writer, claims, role, now);
    return user && startSession(writer, user, 'oidc', client, now, onSignIn);
  });

async function userOf(writer: Writer, { iss, sub }: Claims, now: string): Promise<UserRow | undefined> {
  const identity = await writer.read({ table: identities, where: all(is('issuer', iss), is('subject', sub)) });
  if (!identity) return undefined;
  await writer.update(identities, identity.id, { last_used_utc: now });
  return writer.read({ table: users, where: is('id', identity.user_id) });
}

/** A new role ends the sessions of the user. The last administrator keeps the role. */
async function withRole(writer: Writer, user: UserRow, role: Role | undefined): Promise<UserRow> {
  if (role === undefined || role === user.role) return user;
  const others = all(is('role', 'administrator'), not(is('id', user.id)));
  if (user.role === 'administrator' && (await writer.count({ table: users, where: others })) === 0) return user;
  await writer.update(users, user.id, { role });
  await writer.remove(sessions, is('user_id', user.id));
  return { ...user, role };
}

/** Without a sign-in password. An account of the same name is never taken over: the new one gets a number. */
async function addPerson(
  writer: Writer,
  claims: Claims,
  role: Role | undefined,
  now: string,
): Promise<UserRow | undefined> {
  if (role === undefined) return undefined;
  const name = await freeName(writer, nameFrom(claims));
  const id = await insertUser(writer, { name, role, now }, '');
  await link(writer, id, claims, now);
  return writer.read({ table: users, where: is('id', id) });
}

const link = (writer: Writer, user: number, { iss, sub }: Claims, now: string): Promise<number> =>
  writer.insert(identities, { user_id: user, issuer: iss, subject: sub, created_utc: now, last_used_utc: now });

const maxNameLength = 50;

function nameFrom(claims: Claims): string {
  const email = typeof claims.email === 'string' ? claims.email.split('@', 1)[0] : undefined;
  const names = [claims.preferred_username, email, claims.name].flatMap((given) =>
    typeof given === 'string' ? cleaned(given) : [],
  );
  return names.find(isUserName) ?? 'user';
}

const cleaned = (name: string): string =>
  [...name.replace(/[^\p{L}\p{N}_.@ -]+/gu, ' ').trim()].slice(0, maxNameLength).join('').trim();

async function freeName(writer: Writer, name: string): Promise<string> {
  if (!(await findUser(writer, name))) return name;
  const rows = await writer.list({
    table: users,
    where: begins('name_key', `${keyOf(name)}-`),
    order: [{ column: 'id' }],
    limit: 10_000,
  });
  const taken = new Set(rows.map(({ name_key }) => name_key));
  let number = 2;
  while (taken.has(`${keyOf(name)}-${number}`)) number++;
  return `${name}-${number}`;
}
