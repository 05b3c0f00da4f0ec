// What ends with a user: credentials, preferences, and the sources that only this user may write.
import { is } from '../../core/condition.js';
import { sourceOwners } from '../../core/external.js';
import type { Writer } from '../../core/store.js';
import { credentialTables } from './account.js';
import { preferences } from './preferences.js';

export async function removeOwned(store: Writer, user: number): Promise<void> {
  for (const table of [...credentialTables, preferences, sourceOwners]) await store.remove(table, is('user_id', user));
}
