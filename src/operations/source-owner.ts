// Who may use a source of external IDs: the service has its own, users without the right to edit the records of others have
// the source of their name, and all other sources need that right.
import { may } from '../core/actor.js';
import { all, is, not } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import {
  importSources,
  isOwnSource,
  isSystemSource,
  namedSourceOf,
  ownSourceOf,
  sourceOwners,
} from '../core/external.js';
import { sourceLock } from '../core/locks.js';
import { Problem } from '../core/problem.js';

/** Throws unless the caller may give records external IDs of this source. The first use of a user's name makes it the
 * source of this user. */
export async function refuseSource(context: WriteContext, source: string): Promise<void> {
  const { actor, importSource } = context.call;
  // The command line and jobs are the system itself.
  if (source === importSource || (actor.id === 0 && may(actor, 'administer'))) return;
  if (isSystemSource(source)) throw new Problem('source-reserved', { names: source });
  if (source === ownSourceOf(actor)) return;
  const owner = isOwnSource(source) ? 'another user' : await ownerOf(context, source);
  if (owner === actor.id || (owner === undefined && may(actor, 'edit-others'))) return;
  if (owner !== undefined || !(await becomesOwner(context, source)))
    throw new Problem('source-not-yours', { names: source, reason: ownSourceOf(actor) });
}

export async function maySource(context: WriteContext, source: string): Promise<boolean> {
  try {
    await refuseSource(context, source);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.statusCode === 403) return false;
    throw error;
  }
}

const ownerOf = async ({ store }: WriteContext, source: string): Promise<number | undefined> =>
  (await store.read({ table: sourceOwners, where: is('source', source) }))?.user_id;

/** If it is the name of the caller, and the source of no record of someone else. */
async function becomesOwner(context: WriteContext, source: string): Promise<boolean> {
  const { store, registry } = context;
  const { actor } = context.call;
  if (source !== namedSourceOf(actor) || importSources.includes(source)) return false;
  await store.lock(sourceLock(source));
  const owner = await ownerOf(context, source);
  if (owner !== undefined) return owner === actor.id;
  const ofOthers = all(is('source', source), not(is('author', actor.id)));
  for (const table of registry.models.filter(({ columns }) => 'source' in columns && 'author' in columns))
    if ((await store.count({ table, where: ofOthers })) > 0) return false;
  await store.insert(sourceOwners, { source, user_id: actor.id });
  return true;
}
