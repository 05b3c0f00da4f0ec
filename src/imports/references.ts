// References of incoming records to other incoming records: from external IDs to IDs.
import type { WriteContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import type { Shape } from '../core/shape.js';
import type { ApplyOptions } from './apply-options.js';
import type { Incoming, Warning } from './incoming.js';
import { mappedTargets, type Target } from './mapping.js';

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
  { source, assumed = new Set(), reported = new Map() }: Pick<ApplyOptions, 'source' | 'assumed' | 'reported'>,
): Promise<(incoming: Incoming) => Resolved> {
  const wanted = new Map<string, Set<string>>();
  for (const { references = {} } of run) {
    for (const [field, ids] of Object.entries(references)) {
      const target = targetOf(shape, field);
      wanted.set(target, new Set([...(wanted.get(target) ?? []), ...ids]));
    }
  }
  const found = new Map<string, ReadonlyMap<string, Target>>();
  for (const [target, ids] of wanted) {
    found.set(target, await mappedTargets(store, registry.named(target), source, [...ids]));
  }
  return (incoming) => {
    const { references = {}, place } = incoming;
    const warnings: Warning[] = [];
    const warn = (kind: string, text: string) => warnings.push({ kind, place, text });
    /** Once per import, and again if the page is written again. */
    const isReported = (externalId: string): boolean => (reported.get(externalId) ?? incoming) !== incoming;
    const resolved = Object.entries(references).flatMap(
      ([field, externalIds]): readonly (readonly [string, unknown])[] => {
        const known = found.get(targetOf(shape, field));
        const targets = externalIds.flatMap((externalId) => {
          const target = known?.get(externalId);
          if (target?.isTrashed && !isReported(externalId)) {
            reported.set(externalId, incoming);
            warn('linked record in the trash', `${field}: ${externalId} is in the trash and is not linked to it.`);
          }
          if (!target && !assumed.has(externalId))
            warn('unknown reference', `${field}: ${externalId} was not imported.`);
          return target ?? [];
        });
        const ids = targets.filter(({ isTrashed }) => !isTrashed).map(({ id }) => id);
        // Links that exist stay: the record may come back.
        const isKept = targets.length > 0 && ids.length === 0;
        if (field in shape.model.links) return isKept ? [] : [[field, ids]];
        return ids[0] === undefined ? [] : [[field, ids[0]]];
      },
    );
    return { references: Object.fromEntries(resolved), warnings };
  };
}
