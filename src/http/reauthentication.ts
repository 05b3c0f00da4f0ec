// Asks who is at the keyboard before a change that outlives the session: a stolen session or application password is not enough.
import { readCookie } from '../auth/identify.js';
import { cookieName, isFreshSession } from '../auth/sessions.js';
import { is } from '../core/condition.js';
import { invalidParam, Problem } from '../core/problem.js';
import { foldedName, users } from '../models/account/account.js';
import type { ApiRequest } from './request.js';
import type { Service } from './service.js';

export const wrongPassword = () => invalidParam('current_password', 'The current password is incorrect.');

/**
 * Throws unless the request has the current password of the caller, or is of a session that began just now. Wrong passwords
 * count against the limit of failed sign-ins.
 */
export async function reauthenticate(
  { store }: Pick<Service, 'store'>,
  { call, context, identity, headers }: ApiRequest,
  currentPassword: unknown,
): Promise<void> {
  if (currentPassword === undefined) {
    const token = identity.by === 'cookie' ? readCookie(headers.cookie ?? '', cookieName) : undefined;
    if (token !== undefined && (await isFreshSession(store, token, call.now))) return;
    throw new Problem('reauthentication-required');
  }
  const user = await store.read({ table: users, where: is('id', call.actor.id) });
  const isRight = user && (await context.secrets.verify(user.password, String(currentPassword), foldedName(user.name)));
  if (!isRight) throw wrongPassword();
}
