// References of incoming records to other incoming records: from external IDs to IDs.
import type { WriteContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import type { Shape } from '../core/shape.js';
import type { ApplyOptions } from './apply.js';
import type { Incoming, Warning } from './incoming.js';
import { mappedIds } from './mapping.js';

export interface Resolved {
  /** IDs by field. */
  readonly references: Given;
  readonly warnings: readonly Warning[];
}

const targetOf = ({ model, fields }: Shape, field: string): string =>
  model.links[field]?.target ?? model.references?.[field] ?? fields[field]?.pickFrom ?? model.name;

/** Few queries per model that the records refer to. */
export async function resolveReferences(
  { store, registry }: WriteContext,
  shape: Shape,
  run: readonly Incoming[],
  { source, assumed = new Set() }: Pick<ApplyOptions, 'source' | 'assumed'>,
): Promise<(incoming: Incoming) => Resolved> {
  const wanted = new Map<string, Set<string>>();
  for (const { references = {} } of run) {
    for (const [field, ids] of Object.entries(references)) {
      const target = targetOf(shape, field);
      wanted.set(target, new Set([...(wanted.get(target) ?? []), ...ids]));
    }
  }
  const found = new Map<string, ReadonlyMap<string, number>>();
  for (const [target, ids] of wanted) {
    found.set(target, await mappedIds(store, registry.named(target), source, [...ids]));
  }
  return ({ references = {}, place }) => {
    const warnings: Warning[] = [];
    const resolved = Object.entries(references).flatMap(
      ([field, externalIds]): readonly (readonly [string, unknown])[] => {
        const known = found.get(targetOf(shape, field));
        const ids = externalIds.flatMap((externalId) => {
          const id = known?.get(externalId);
          if (id === undefined && !assumed.has(externalId))
            warnings.push({ kind: 'unknown reference', place, text: `${field}: ${externalId} was not imported.` });
          return id ?? [];
        });
        if (field in shape.model.links) return [[field, ids]];
        return ids[0] === undefined ? [] : [[field, ids[0]]];
      },
    );
    return { references: Object.fromEntries(resolved), warnings };
  };
}
