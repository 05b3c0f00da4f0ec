// Slow work for incoming records before their transaction, such as fetching images. Records that are unchanged since the
// last import need none.
import { all, is, oneOf } from '../core/condition.js';
import type { PrepareContext } from '../core/context.js';
import { shapeOf } from '../core/facade.js';
import { type Fields, type Given, prepareFields, readFields, updatable } from '../core/field.js';
import { hashOf } from './apply.js';
import type { Incoming, Warning } from './incoming.js';
import { imported } from './tables.js';

export interface Ready {
  readonly ready: ReadonlyMap<Incoming, Given>;
  readonly warnings: readonly Warning[];
}

/** Numbers are IDs of existing records; drafts of linked records have no files. */
const needsWork = (value: unknown): boolean =>
  typeof value === 'object' || (typeof value === 'string' && !/^\d*$/.test(value));

function slowFieldsOf({ resource, fields: given, initial }: Incoming, context: PrepareContext): Fields {
  const { fields, model } = shapeOf(context.call.facade, resource);
  const input = { ...given, ...initial };
  const names = Object.keys(input).filter(
    (name) => fields[name]?.prepare && !(name in model.links) && needsWork(input[name]),
  );
  return Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
}

/** A field that cannot be prepared is left out and reported. */
export async function prepareRecords(
  context: PrepareContext,
  records: readonly Incoming[],
  source: string,
): Promise<Ready> {
  const ready = new Map<Incoming, Given>();
  const warnings: Warning[] = [];
  for (const incoming of records) {
    const needed = slowFieldsOf(incoming, context);
    if (Object.keys(needed).length === 0) continue;
    const state = await stateOf(context, incoming, source);
    const slow = state === 'new' ? needed : updatable(needed);
    if (state === 'unchanged' || Object.keys(slow).length === 0) continue;
    const read = readFields(slow, { ...incoming.fields, ...incoming.initial }, context.call, state === 'new');
    const { found, faults } = await prepareFields(slow, read.given, context);
    const failed = Object.entries({ ...read.faults, ...faults });
    ready.set(incoming, { ...found, ...Object.fromEntries(failed.map(([name]) => [name, undefined])) });
    for (const [name, { message }] of failed)
      warnings.push({ kind: `${name} left out`, place: incoming.place, text: message });
  }
  return { ready, warnings };
}

async function stateOf(
  { store, registry }: PrepareContext,
  incoming: Incoming,
  source: string,
): Promise<'new' | 'unchanged' | 'changed'> {
  const table = registry.named(incoming.resource);
  const where = all(is('source', source), is('external_id', incoming.externalId));
  const row = await store.read({ table, where });
  if (!row) return 'new';
  const ofRecord = all(is('resource', table.name), oneOf('record_id', [row.id]));
  const hash = (await store.read({ table: imported, where: ofRecord }))?.hash;
  return hash === hashOf(incoming) ? 'unchanged' : 'changed';
}
