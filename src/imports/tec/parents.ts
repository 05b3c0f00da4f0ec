// The order of records that have a parent of their own kind: parents before children. Pure.
import type { Mapped } from './page.js';

/** A parent that would close a loop is left out and reported. */
export function parentsFirst(found: readonly Mapped[]): readonly Mapped[] {
  const byId = new Map(found.map((one) => [one.record.externalId, one]));
  const done = new Set<string>();
  const sorted: Mapped[] = [];
  for (const one of found) {
    // From this record up to the root, or to one that is done; without recursion, as trees can be deep.
    const path: Mapped[] = [];
    const onPath = new Set<string>();
    let at: Mapped | undefined = one;
    let isLoop = false;
    while (at && !done.has(at.record.externalId)) {
      path.push(at);
      onPath.add(at.record.externalId);
      const parent = parentOf(at);
      isLoop = parent !== undefined && onPath.has(parent);
      at = parent === undefined || isLoop ? undefined : byId.get(parent);
    }
    for (const [index, next] of path.reverse().entries()) {
      done.add(next.record.externalId);
      sorted.push(isLoop && index === 0 ? withoutParent(next) : next);
    }
  }
  return sorted;
}

const parentOf = ({ record }: Mapped): string | undefined => record.references?.parent?.[0];

function withoutParent({ record, warnings }: Mapped): Mapped {
  const { parent = [], ...references } = record.references ?? {};
  const text = `${parent[0]} is its parent and its descendant. It is imported without a parent.`;
  return {
    record: { ...record, references },
    warnings: [...warnings, { kind: 'cyclic parents', place: record.place, text }],
  };
}
