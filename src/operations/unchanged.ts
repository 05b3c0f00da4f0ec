// Whether an update would change anything that people see, so that a repeated request leaves the version as it is.
import type { Column } from '../core/column.js';
import { everything, is } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import type { LinkTarget } from '../core/kinds/linked.js';
import type { Model } from '../core/model.js';
import { isRecorded } from '../core/revision.js';
import { linkedIds, type Row } from '../core/store.js';
import { idOfExisting, resolveReferences } from './references.js';
import { settleChange } from './texts.js';

/** A described record that does not exist yet would be created, which is a change. */
class NewRecord extends Error {}

const refuseNew = async (): Promise<never> => {
  throw new NewRecord();
};

/** `given` as for an update. Reads only. A password always counts as a change: its digest cannot be compared. */
export async function wouldChange(context: WriteContext, model: Model, stored: Row, given: Given): Promise<boolean> {
  try {
    const resolved = await resolveReferences(context, model, given, refuseNew);
    const values = await settleChange(context, model, stored, { given: resolved });
    for (const [name, value] of Object.entries(values)) {
      const column: Column<unknown> | undefined = model.columns[name];
      if (column && isRecorded(column) && column.encode(value) !== column.encode(stored[name])) return true;
    }
    return await wouldRelink(context, model, stored, resolved);
  } catch (error) {
    if (error instanceof NewRecord) return true;
    throw error;
  }
}

async function wouldRelink(context: WriteContext, model: Model, stored: Row, given: Given): Promise<boolean> {
  const fields = Object.keys(model.links).filter((field) => Array.isArray(given[field]));
  if (fields.length === 0) return false;
  // The row at hand lacks the links to records that the caller may not read.
  const embeds = fields.map((field) => ({ field, visible: everything }));
  const whole = (await context.store.read({ table: model, where: is('id', stored.id), embeds })) ?? stored;
  for (const field of fields) {
    const link = model.links[field];
    if (!link) continue;
    const ids = new Set<number>();
    for (const item of given[field] as readonly LinkTarget[])
      ids.add((await idOfExisting(context, context.registry.named(link.target), item)) ?? (await refuseNew()));
    // Links that are sorted by the target have no order of their own.
    const inOrder = (some: readonly number[]) => (link.sortedBy ? [...some].sort((a, b) => a - b) : some).join();
    if (inOrder([...ids]) !== inOrder(linkedIds(whole, field))) return true;
  }
  return false;
}
