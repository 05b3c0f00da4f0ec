// The user in the path of an endpoint; `me` is the caller.
import { may } from '../core/actor.js';
import { is } from '../core/condition.js';
import type { PathPart } from '../core/facade.js';
import { Problem } from '../core/problem.js';
import { text } from '../core/schema.js';
import type { Reader } from '../core/store.js';
import { accessProblem } from '../http/limits.js';
import { type ApiRequest, idOf } from '../http/request.js';
import { type UserRow, users } from '../models/account/account.js';
import { user } from '../models/account/user.js';

export const ownerPath = '/users/:user(^\\d+|me$)';

export const ownerPart: Readonly<Record<string, PathPart>> = {
  user: {
    description: 'ID of the user, or `me`. Other users require the administrator role.',
    schema: text,
    example: 'me',
  },
};

export const unknownUser = new Problem('not-found', { resource: user.name });

export async function readUser(store: Reader, id: number): Promise<UserRow> {
  const row = await store.read({ table: users, where: is('id', id) });
  if (!row) throw new Problem('not-found', { resource: user.name });
  return row;
}

/** Only administrators may name another user than themselves. */
export function ownerOf({ call: { actor }, params }: ApiRequest): number {
  if (actor.id === 0) throw accessProblem(actor);
  const id = params.user === undefined || params.user === 'me' ? actor.id : idOf(params.user);
  if (id !== actor.id && !may(actor, 'administer')) throw accessProblem(actor);
  return id;
}
