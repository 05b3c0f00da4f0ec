// Rules of accounts: names and email addresses are unique, the last administrator stays, and a change of role or password ends all sessions.
import { all, is, not } from '../../core/condition.js';
import type { WriteContext } from '../../core/context.js';
import type { Given } from '../../core/field.js';
import { accountsLock } from '../../core/locks.js';
import type { Writes } from '../../core/model.js';
import { invalidParam, Problem } from '../../core/problem.js';
import type { Row } from '../../core/store.js';
import { accountLinks, foldedName, sessions, users } from './account.js';
import { removeOwned } from './owned.js';
import { reassignAuthor } from './reassign.js';

/** One lock for all accounts, because unique names and the last administrator depend on all of them. */
export const lockAccounts = ({ store }: WriteContext): Promise<void> => store.lock(accountsLock);

async function refuseTakenName(context: WriteContext, { name }: Given, stored?: Row): Promise<void> {
  if (name === undefined) return;
  const where = all(is('name_key', foldedName(String(name))), not(is('id', stored?.id ?? 0)));
  if (await context.store.count({ table: users, where })) throw invalidParam('name', 'This username is already taken.');
}

export async function refuseTakenEmail(
  { store }: WriteContext,
  { email }: Given,
  stored?: Pick<Row, 'id'>,
): Promise<void> {
  if (email === undefined || email === '') return;
  const where = all(is('email_key', foldedName(String(email))), not(is('id', stored?.id ?? 0)));
  if (await store.count({ table: users, where }))
    throw invalidParam('email', 'Another user already has this email address.');
}

export const refuseTaken = {
  create:
    (next: Writes['create']): Writes['create'] =>
    async (context, model, given) => {
      await lockAccounts(context);
      await refuseTakenName(context, given);
      await refuseTakenEmail(context, given);
      return next(context, model, given);
    },
  update:
    (next: Writes['update']): Writes['update'] =>
    async (context, model, stored, given) => {
      await lockAccounts(context);
      await refuseTakenName(context, given, stored);
      await refuseTakenEmail(context, given, stored);
      return next(context, model, stored, given);
    },
};

async function refuseLastAdministrator({ store }: WriteContext, user: Row): Promise<void> {
  if (user.role !== 'administrator') return;
  const others = all(is('role', 'administrator'), not(is('id', user.id)));
  if (!(await store.count({ table: users, where: others }))) throw new Problem('last-administrator');
}

/** Users change their own password and email address at users/me, which asks for the current password: a stolen session is
 * not enough. Open links end with the address that they were sent to. */
export const endSessions =
  (next: Writes['update']): Writes['update'] =>
  async (context, model, stored, given) => {
    const { role, password, email } = given;
    const otherEmail = email !== undefined && email !== stored.email;
    if (otherEmail && stored.id === context.call.actor.id)
      throw invalidParam('email', 'Change your own email address at users/me.');
    if (password !== undefined && stored.id === context.call.actor.id)
      throw invalidParam('password', 'Change your own password at users/me.');
    const otherRole = role !== undefined && role !== stored.role;
    if (otherRole) await refuseLastAdministrator(context, stored);
    const written = await next(context, model, stored, given);
    if (otherRole || password !== undefined) await context.store.remove(sessions, is('user_id', stored.id));
    if (otherEmail || password !== undefined) await context.store.remove(accountLinks, is('user_id', stored.id));
    return written;
  };

/** Records of the removed user get another author. */
export const reassignRecords =
  (next: Writes['remove']): Writes['remove'] =>
  async (context, model, stored, given) => {
    const { store, call, registry } = context;
    await lockAccounts(context);
    if (stored.id === call.actor.id) throw new Problem('own-account');
    await refuseLastAdministrator(context, stored);
    const author = given.reassign ?? call.actor.id;
    if (author === stored.id)
      throw invalidParam('reassign', 'Choose another user. Records cannot be reassigned to the user being deleted.');
    await reassignAuthor(store, registry, stored.id, Number(author), call.now);
    await removeOwned(store, stored.id);
    return next(context, model, stored, given);
  };
