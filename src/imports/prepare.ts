// Slow work for incoming records before their transaction, such as fetching images. Records that are unchanged since the
// last import need none.
import { setTimeout as sleep } from 'node:timers/promises';
import type { PrepareContext } from '../core/context.js';
import { shapeOf } from '../core/facade.js';
import { type Fields, type FoundFields, type Given, prepareFields, readFields, updatable } from '../core/field.js';
import { Invalid, isUnavailable, Problem } from '../core/problem.js';
import { hashOf } from './apply.js';
import type { Incoming, Warning } from './incoming.js';
import { mappedRecords } from './mapping.js';

export interface Ready {
  readonly ready: ReadonlyMap<Incoming, Given>;
  /** By the record that they are about. */
  readonly warnings: ReadonlyMap<Incoming, readonly Warning[]>;
}

const inputOf = ({ fields, initial, ifEmpty }: Incoming): Given => ({ ...fields, ...initial, ...ifEmpty });

/** Drafts of linked records have no files. */
function slowFieldsOf(incoming: Incoming, context: PrepareContext): Fields {
  const { fields, model } = shapeOf(context.call.facade, incoming.resource);
  const names = Object.keys(inputOf(incoming)).filter((name) => fields[name]?.prepare && !(name in model.links));
  return Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
}

/** A field that cannot be prepared is left out and reported: its value is undefined. */
export async function prepareRecords(
  context: PrepareContext,
  records: readonly Incoming[],
  source: string,
): Promise<Ready> {
  const ready = new Map<Incoming, Given>();
  const warnings = new Map<Incoming, readonly Warning[]>();
  for (const incoming of records) {
    const needed = slowFieldsOf(incoming, context);
    if (Object.keys(needed).length === 0) continue;
    const state = await stateOf(context, incoming, source);
    const slow = state === 'new' ? needed : updatable(needed);
    if (state === 'unchanged' || Object.keys(slow).length === 0) continue;
    const read = readFields(slow, inputOf(incoming), context.call, state === 'new');
    const { found, faults } = await prepared(slow, read.given, context);
    const failed = Object.entries({ ...read.faults, ...faults });
    ready.set(incoming, { ...found, ...Object.fromEntries(failed.map(([name]) => [name, undefined])) });
    const { place } = incoming;
    const noted = failed.map(([name, { message }]) => ({ kind: `${name} left out`, place, text: message }));
    if (noted.length > 0) warnings.set(incoming, noted);
  }
  return { ready, warnings };
}

const maxAttempts = 3;
const retryMs = 1_000;

/** A busy or full storage is not the fault of the record: it is tried again, and then ends the import. */
async function prepared(fields: Fields, given: Given, context: PrepareContext): Promise<FoundFields> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await prepareFields(fields, given, context);
    } catch (error) {
      const fault = faultOf(error, context);
      if (fault) return { found: given, faults: Object.fromEntries(Object.keys(given).map((name) => [name, fault])) };
      if (!isUnavailable(error) || attempt === maxAttempts) throw error;
      await sleep(retryMs);
    }
  }
}

function faultOf(error: unknown, { signal }: PrepareContext): Invalid | undefined {
  if (signal.aborted) return new Invalid('Fetching took too long.');
  return error instanceof Problem && error.statusCode < 500 ? new Invalid(error.message) : undefined;
}

async function stateOf(
  { store, registry }: PrepareContext,
  incoming: Incoming,
  source: string,
): Promise<'new' | 'unchanged' | 'changed'> {
  const table = registry.named(incoming.resource);
  const mapped = (await mappedRecords(store, table, source, [incoming.externalId])).get(incoming.externalId);
  if (!mapped?.row) return 'new';
  // A record of another source is linked, never changed.
  return !mapped.isOrigin || (mapped.state?.hash === hashOf(incoming) && !mapped.state.removed)
    ? 'unchanged'
    : 'changed';
}
