// Reads revisions: which of them a caller may see, and the state of a record after one of them.
import { type Actor, may } from '../core/actor.js';
import { after, all, any, before, type Condition, everything, is, nothing, refers } from '../core/condition.js';
import type { Context } from '../core/context.js';
import type { Model, Registry } from '../core/model.js';
import { Problem } from '../core/problem.js';
import { type RevisionRow, revisions, undone } from '../core/revision.js';
import type { Row } from '../core/store.js';

/** Those of records that the caller may change. Only administrators see revisions of records that no longer exist. */
export const readableRevisions = (actor: Actor, { models }: Registry): Condition =>
  may(actor, 'administer')
    ? everything
    : any(
        ...models.map(({ name, policy }) =>
          may(actor, policy.change)
            ? all(is('resource', name), refers('record_id', name, policy.changeable(actor)))
            : nothing,
        ),
      );

/** Where the caller may not see a revision, it is reported as missing. */
export async function findRevision({ store, call, registry }: Context, id: number): Promise<RevisionRow> {
  const where = all(is('id', id), readableRevisions(call.actor, registry));
  const row = await store.read({ table: revisions, where });
  if (!row) throw new Problem('not-found', { resource: revisions.name });
  return row;
}

const batchSize = 50;

/** The record after the revision: its current state without the changes of newer revisions, newest first. */
export async function stateAfter({ store }: Context, model: Model, row: Row, { id }: RevisionRow): Promise<Row> {
  const order = [{ column: 'id', descending: true }];
  let state = row;
  let upTo: Condition = everything;
  for (;;) {
    const where = all(is('resource', model.name), is('record_id', row.id), after('id', id), upTo);
    const newer = await store.list({ table: revisions, where, order, limit: batchSize });
    for (const { changes } of newer) state = undone(model, state, changes);
    const last = newer.at(-1);
    if (newer.length < batchSize || !last) return state;
    upTo = before('id', last.id);
  }
}
