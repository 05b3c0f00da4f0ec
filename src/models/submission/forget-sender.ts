// The name and email address of a sender are deleted together with the event.
import { is } from '../../core/condition.js';
import type { Writes } from '../../core/model.js';
import { submissions } from './submission.js';

export const forgetSender =
  (generic: Writes['erase']): Writes['erase'] =>
  async (context, model, stored) => {
    await context.store.remove(submissions, is('event_id', stored.id));
    return generic(context, model, stored);
  };
