// Users of the OpenID Connect provider: finds, links or creates the account of a person, and applies the role mapping.
import type { Role } from '../core/actor.js';
import { all, begins, is, not } from '../core/condition.js';
import { accountsLock } from '../core/locks.js';
import { isEmailAddress } from '../core/mail.js';
import type { Store, Writer } from '../core/store.js';
import {
  accountLinks,
  applicationPasswords,
  feedKeys,
  foldedName,
  identities,
  isUserName,
  sessions,
  type UserRow,
  users,
} from '../models/account/account.js';
import { findUser, insertUser } from './accounts.js';
import type { Claims } from './oidc.js';
import { chooseRole, type RoleRules } from './oidc-role.js';
import { type Client, type NewSession, type OnSignIn, startSession } from './sessions.js';
import { recordUserChange } from './user-revisions.js';

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
    const known = (await userOf(writer, claims)) ?? (await invitedUser(writer, claims));
    if (role === undefined && (mapped || !known)) {
      if (known) await revokeCredentials(writer, known.id);
      return undefined;
    }
    const user = known
      ? await withRole(writer, known, mapped ? role : undefined, now)
      : await addPerson(writer, claims, role ?? 'subscriber', now);
    await recordIdentity(writer, user.id, claims, now);
    return startSession(writer, user, 'oidc', client, now, onSignIn);
  });

const byIdentity = ({ iss, sub }: Claims) => all(is('issuer', iss), is('subject', sub));

async function userOf(writer: Writer, claims: Claims): Promise<UserRow | undefined> {
  const identity = await writer.read({ table: identities, where: byIdentity(claims) });
  return identity && writer.read({ table: users, where: is('id', identity.user_id) });
}

/** Of a person whom the provider no longer lets in: all that works without it but a password that was set here. */
async function revokeCredentials(writer: Writer, user: number): Promise<void> {
  for (const table of [sessions, applicationPasswords, feedKeys, accountLinks])
    await writer.remove(table, is('user_id', user));
}

/** Links that set a password end with the first sign-in: the provider and its second factor could be passed by otherwise. */
async function recordIdentity(writer: Writer, user: number, claims: Claims, now: string): Promise<void> {
  const known = await writer.read({ table: identities, where: byIdentity(claims) });
  const names = { user_id: user, issuer: claims.iss, subject: claims.sub };
  if (known) return writer.update(identities, known.id, { last_used_utc: now });
  await writer.insert(identities, { ...names, created_utc: now, last_used_utc: now });
  await writer.remove(accountLinks, is('user_id', user));
}

const verifiedEmail = ({ email, email_verified }: Claims): string | undefined =>
  typeof email === 'string' && email_verified === true && isEmailAddress(email) ? email : undefined;

/**
 * The account that was created for the email address of the person, but never used. An account with credentials of its own
 * is not linked: its user may have entered the address of another person, and would share that person's role. Nor is an
 * administrator.
 */
async function invitedUser(writer: Writer, claims: Claims): Promise<UserRow | undefined> {
  const email = verifiedEmail(claims);
  if (email === undefined) return undefined;
  const user = await writer.read({ table: users, where: is('email_key', foldedName(email)) });
  if (user?.password !== '' || user.role === 'administrator') return undefined;
  for (const table of [applicationPasswords, feedKeys, identities, sessions])
    if ((await writer.count({ table, where: is('user_id', user.id) })) > 0) return undefined;
  return user;
}

/** The program that revisions name. */
const provider = 'openid-connect';

/** A new role ends the sessions of the user. The last administrator keeps the role. */
async function withRole(writer: Writer, user: UserRow, role: Role | undefined, now: string): Promise<UserRow> {
  if (role === undefined || role === user.role) return user;
  const others = all(is('role', 'administrator'), not(is('id', user.id)));
  if (user.role === 'administrator' && (await writer.count({ table: users, where: others })) === 0) return user;
  await writer.update(users, user.id, { role });
  await recordUserChange(writer, provider, user, { ...user, role }, now);
  await writer.remove(sessions, is('user_id', user.id));
  return { ...user, role };
}

/** Without a sign-in password. An account of the same name is never taken over: the new one gets a number. */
async function addPerson(writer: Writer, claims: Claims, role: Role, now: string): Promise<UserRow> {
  const name = await freeName(writer, nameFrom(claims));
  const id = await insertUser(writer, { name, role, now }, '', provider);
  const email = verifiedEmail(claims);
  const isFree = email && (await writer.count({ table: users, where: is('email_key', foldedName(email)) })) === 0;
  if (isFree) await writer.update(users, id, { email, email_key: foldedName(email) });
  return (await writer.read({ table: users, where: is('id', id) })) as UserRow;
}

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
    where: begins('name_key', `${foldedName(name)}-`),
    order: [{ column: 'id' }],
    limit: 10_000,
  });
  const taken = new Set(rows.map(({ name_key }) => name_key));
  let number = 2;
  while (taken.has(`${foldedName(name)}-${number}`)) number++;
  return `${name}-${number}`;
}
