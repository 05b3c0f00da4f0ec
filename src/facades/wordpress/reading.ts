// Authorization of reading one record: WordPress error codes, and access by password or `context=edit`.
import { holds } from '../../core/judge.js';
import { Problem } from '../../core/problem.js';
import type { AuthorizeRead, View } from '../../core/shape.js';
import type { Row } from '../../core/store.js';
import { isEditing } from './context.js';

export const authorizeReader =
  (generic: AuthorizeRead): AuthorizeRead =>
  async (context, model, row, given) => {
    const { actor } = context.call;
    try {
      await generic(context, model, row, given);
    } catch (error) {
      if (!(error instanceof Problem) || error.problem === 'overloaded') throw error;
      throw new Problem(actor.id === 0 ? 'unauthorized' : 'forbidden');
    }
    if (isEditing(given) && !holds(model.policy.changeable(actor), row)) throw new Problem('context-forbidden');
    const { password } = given;
    if (!row.password || password === undefined) return;
    const right = await context.secrets?.verify(String(row.password), String(password), `${model.name} ${row.id}`);
    if (!right) throw new Problem('wrong-post-password');
  };

/** True if the texts of a record are hidden by its password. Reads with a wrong password are rejected earlier. */
export const isProtected = (row: Row, view: View): boolean => {
  if (!row.password) return false;
  if (!view.opens(row)) return true;
  return view.occasion === 'read' && view.found.password === undefined && !isEditing(view.found);
};
