// Events behind a password: setting one, and reading with it.
import { type Condition, is } from '../../core/condition.js';
import { holds } from '../../core/judge.js';
import { Problem } from '../../core/problem.js';
import type { Operations } from '../../core/resource.js';
import type { Desk } from '../../core/store.js';
import { admitPost } from '../families/post.js';

/** Events without a password. */
export const unprotected: Condition = is('password', '');

export const hashPassword = async (password: string, desk: Desk): Promise<string> =>
  password === '' ? '' : desk.secrets.hash(password);

/** Reading needs the password, unless an editor of the event asks for it with `context=edit`. */
export const admitWithPassword = (generic: Operations['admit']): Operations['admit'] => {
  const admitReadable = admitPost(false)(generic);
  return async (desk, resource, row, given) => {
    await admitReadable(desk, resource, row, given);
    if (row.password === '') return;
    if (given.context === 'edit' && holds(resource.policy.changeable(desk.call.actor), row)) return;
    const { password } = given;
    const right =
      typeof password === 'string' && (await desk.secrets.verify(String(row.password), password, `event ${row.id}`));
    if (!right) throw new Problem('protected', { resource: resource.name });
  };
};
