// The `context` parameter of every endpoint: `edit` requires the right to edit what is read.
import { may, type Right } from '../../core/actor.js';
import type { Call } from '../../core/call.js';
import type { Given } from '../../core/field.js';
import type { Kind } from '../../core/kind.js';
import { choice } from '../../core/kinds/choice.js';
import { Problem } from '../../core/problem.js';
import type { StaticEndpoint } from '../endpoints.js';

const contexts = ['view', 'embed', 'edit'] as const;
export type Context = (typeof contexts)[number];

const anyContext = choice(contexts);

export const refuseEditing = ({ actor }: Call, context: unknown, right: Right): void => {
  if (context !== 'edit' || may(actor, right)) return;
  throw new Problem(actor.id === 0 ? 'context-unauthorized' : 'context-forbidden');
};

export const contextFor = (right: Right): Kind<Context> => ({
  ...anyContext,
  read: (input, call) => {
    const context = anyContext.read(input, call);
    refuseEditing(call, context, right);
    return context;
  },
});

export const isEditing = (found: Given): boolean => found.context === 'edit';

/** Applies the same rule to a static endpoint. */
export const withContext = ({ answer, ...endpoint }: StaticEndpoint): StaticEndpoint => ({
  ...endpoint,
  answer: (call, request) => {
    refuseEditing(call, request.query.context, 'write');
    return answer(call, request);
  },
});
