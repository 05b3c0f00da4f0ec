// The changes of events and the records around them, for clients that keep a copy of the calendar.
import type { Endpoint } from '../core/facade.js';
import { bodyLike } from '../core/output.js';
import { Invalid, invalidParams, Problem, problemWith } from '../core/problem.js';
import { described, flagSchema, integer, listOf, objectOf, reference, type Schema, text } from '../core/schema.js';
import type { Shape } from '../core/shape.js';
import { followedLists } from '../facades/events/changes.js';
import { followChanges } from '../http/changes/follow.js';
import { endpoint, operation } from '../http/handler.js';
import { event } from '../models/event/event.js';

/** Bodies are those of lists, with IDs in place of linked records. */
const changeSchema = (resources: readonly string[]): Schema => {
  const record: Schema = {
    type: 'object',
    description: 'The record as in lists, with IDs in place of linked records.',
  };
  return objectOf(
    {
      resource: { ...text, enum: resources },
      id: integer,
      change: { ...text, enum: ['updated', 'removed'] },
      at: {
        ...text,
        format: 'date-time',
        description: 'Time of the latest change. Of removed records only for editors.',
      },
      version: described(text, 'Version of an updated record, as in its ETag.'),
      ...Object.fromEntries(resources.map((name) => [name, record])),
    },
    { description: 'A record that changed.', optional: ['at', 'version', ...resources] },
  );
};

export function changesEndpoint(all: readonly Shape[]): Endpoint {
  const { shapes, input } = followedLists(all);
  const resources = shapes.map(({ model }) => model.name);
  const pageSchema = objectOf({
    changes: listOf(reference('Change')),
    next: described(text, 'Token for `since` of the next request.'),
    more: described(flagSchema, 'True if there are further changes already.'),
  });
  const list = operation({
    right: 'anyone',
    operationId: 'listChanges',
    summary: 'List changes',
    description:
      'Returns new, changed and removed records in order, each once with its current state. Keep `next` and send it as `since` to get later changes; while `more` is true, ask again at once. ' +
      '`updated` records are new or changed, `removed` ones were deleted, unpublished or no longer match; only those are named that were public or belong to the caller. Linked records in bodies are IDs. A change may be returned twice. ' +
      'With `Accept: text/event-stream` changes are sent as server-sent events named `change`; reconnect with `Last-Event-ID`.',
    tag: { name: 'Changes', description: 'New, changed and removed records, for copies that are kept up to date.' },
    input,
    result: 'One page of changes.',
    headers: ['Link', 'X-Sync-Token', 'Allow'],
    streamType: 'text/event-stream',
    output: {
      ...bodyLike('ChangeList', pageSchema, {
        changes: [{ resource: resources[0], id: 40, change: 'removed' }],
        next: 'MTIzNDU2Nzg5',
        more: false,
      }),
      parts: { Change: changeSchema(resources) },
    },
    problems: [
      new Problem('not-found', problemWith(event)),
      invalidParams({ limit: new Invalid('Must be a whole number from 1 to 500.') }),
      ...(['sync-token-mismatch', 'wrong-credentials', 'sync-token-expired', 'overloaded'] as const).map(
        (name) => new Problem(name),
      ),
    ],
    handler: followChanges,
  });
  return endpoint('/changes', { GET: list }, { follows: [...shapes] });
}
