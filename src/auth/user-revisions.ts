// Revisions of users for changes outside the API: by the command line, and by sign-in with a provider.
import { operator } from '../core/actor.js';
import { recordRevisions } from '../core/revision.js';
import type { Writer } from '../core/store.js';
import type { UserRow } from '../models/account/account.js';
import { user } from '../models/account/user.js';

export const commandLine = 'cli';

/** By no user: `via` names the program. */
export const recordUserChange = (
  writer: Writer,
  via: string,
  before: UserRow | undefined,
  after: UserRow | undefined,
  now: string,
): Promise<void> =>
  recordRevisions(writer, { actor: { ...operator, via }, now }, [
    {
      model: user,
      id: (after ?? before)?.id ?? 0,
      ...(before && { before }),
      ...(after && { after }),
      alsoWritten: [],
    },
  ]);
