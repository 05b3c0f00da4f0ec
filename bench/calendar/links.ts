// Draws the venues, organizers, categories and tags of each event.
import type { Cell } from '../../src/core/column.js';
import { holds } from '../../src/core/judge.js';
import type { Row } from '../../src/core/store.js';
import { eventCategories, eventOrganizers, eventTags, eventVenues } from '../../src/models/links.js';
import { registry } from '../../src/models/registry.js';
import type { Flags } from './flags.js';
import type { Random } from './random.js';

export interface LinkTargets {
  readonly venues: readonly Row[];
  readonly organizers: readonly Row[];
  readonly categories: readonly Row[];
  readonly tags: readonly Row[];
}

interface Owner {
  readonly row: Row;
  readonly flags: Flags;
}

/** `ownersOf` gives the ids that get the links drawn for a row. Most events have one venue and one organizer, one to three categories and up to five tags. */
export function linksOf(
  random: Random,
  owners: readonly Owner[],
  ends: LinkTargets,
  counts: Map<number, number>,
  ownersOf: (row: Row) => readonly number[] = ({ id }) => [id],
): ReadonlyMap<string, readonly (readonly Cell[])[]> {
  const plain = {
    venues: ends.venues.slice(0, -1),
    organizers: ends.organizers.slice(0, -1),
    categories: ends.categories.slice(0, -3),
    tags: ends.tags.slice(0, -1),
  };
  const links = new Map<string, (readonly Cell[])[]>();
  for (const { row, flags } of owners) {
    const drawn: readonly (readonly [string, readonly Row[]])[] = [
      [
        eventVenues.table,
        flags.venue ? ends.venues.slice(-1) : random.skewedPick(plain.venues, random.happens(0.95) ? 1 : 0),
      ],
      [
        eventOrganizers.table,
        flags.organizer
          ? ends.organizers.slice(-1)
          : random.skewedPick(plain.organizers, random.integer(0, 9) < 8 ? 1 : 2),
      ],
      [
        eventCategories.table,
        [
          ...random.skewedPick(plain.categories, random.integer(1, 3)),
          ...(flags.category ? [random.pick(ends.categories.slice(-3))] : []),
        ],
      ],
      [
        eventTags.table,
        [...random.skewedPick(plain.tags, random.integer(0, 5)), ...(flags.tag ? ends.tags.slice(-1) : [])],
      ],
    ];
    for (const [table, targets] of drawn) {
      const edges = links.get(table) ?? [];
      links.set(table, edges);
      const owners = ownersOf(row);
      for (const owner of owners) edges.push(...targets.map(({ id }, position) => [owner, id, position]));
      const { counted } = registry.link(table);
      if (counted && holds(counted.when, row))
        for (const { id } of targets) counts.set(id, (counts.get(id) ?? 0) + owners.length);
    }
  }
  return links;
}
