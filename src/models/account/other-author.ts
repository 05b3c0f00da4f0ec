// Authors of records who may not change the records of others.
import { may } from '../../core/actor.js';
import { is } from '../../core/condition.js';
import type { Context } from '../../core/context.js';
import type { Row } from '../../core/store.js';
import { users } from './account.js';

/** True if the author of the record is not the caller and may change own records only: this user would keep the right to
 * change what the caller writes. */
export async function isOfOtherAuthor({ store, call }: Pick<Context, 'store' | 'call'>, row: Row): Promise<boolean> {
  const { author } = row;
  if (typeof author !== 'number' || author === 0 || author === call.actor.id) return false;
  const user = await store.read({ table: users, where: is('id', author) });
  return user !== undefined && !may(user, 'edit-others');
}
