// Checks websites of events that earlier versions imported from The Events Calendar as its API shows them: with HTML entities,
// so that links with `&` are broken. Only records that are still as that import wrote them are repaired.
import { all, begins, is, not } from '../core/condition.js';
import type { Context } from '../core/context.js';
import { eachRow } from '../core/each-row.js';
import { sitePrefix } from '../core/external.js';
import { shapeOf } from '../core/facade.js';
import { lockRecord, type Reader, type Store } from '../core/store.js';
import { decodeEntities } from '../core/text/tags.js';
import { type ImportedRow, imported } from '../imports/tables.js';
import { plainWebsites } from '../imports/tec/event.js';
import { hasWritten, wasChangedSince, writtenAgain } from '../imports/written.js';
import type { EventRow } from '../models/event/columns.js';
import { event } from '../models/event/event.js';
import type { Check } from '../storage/maintenance.js';

interface Escaped {
  readonly state: ImportedRow;
  readonly row: EventRow;
  /** As it should be. */
  readonly website: string;
}

const shapeIn = ({ call }: Context) => shapeOf(call.facade, event.name);

async function escapedIn(reader: Reader, context: Context, state: ImportedRow): Promise<Escaped | undefined> {
  const row = (await reader.read({ table: event, where: is('id', state.record_id) })) as EventRow | undefined;
  const isOurs = hasWritten(state.version, 'website') && !state.hash.startsWith(plainWebsites);
  if (!row || !isOurs) return undefined;
  const website = decodeEntities(row.website);
  return website === row.website || wasChangedSince(shapeIn(context), state.version, row)
    ? undefined
    : { state, row, website };
}

async function escaped(store: Reader, context: Context): Promise<readonly Escaped[]> {
  const found: Escaped[] = [];
  const where = all(is('resource', event.name), begins('source', sitePrefix), not(begins('hash', plainWebsites)));
  await eachRow(store, imported, where, async (state) => {
    const one = await escapedIn(store, context, state);
    if (one) found.push(one);
  });
  return found;
}

async function repairOne(store: Store, context: Context, { id, record_id }: ImportedRow): Promise<void> {
  await store.transact(async (writer) => {
    await lockRecord(writer, event, record_id);
    const state = await writer.read({ table: imported, where: is('id', id) });
    const found = state && (await escapedIn(writer, context, state));
    if (!found) return;
    const { row, website } = found;
    await writer.update(event, row.id, { website });
    const version = writtenAgain(shapeIn(context), found.state.version, { ...row, website });
    // No record has this digest: the next import compares the event again.
    await writer.update(imported, id, { version, hash: `${plainWebsites}-${found.state.hash}` });
  });
}

export const importedWebsites = (store: Store, context: Context): Check => ({
  name: 'imported websites',
  faults: async () =>
    (await escaped(store, context)).map(
      ({ row, website }) => `event ${row.id}: the website ${row.website} should be ${website}`,
    ),
  repair: async () => {
    for (const { state } of await escaped(store, context)) await repairOne(store, context, state);
  },
});
