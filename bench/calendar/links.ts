// Which venues, organizers, categories and tags the events have.
import type { Cell } from '../../src/core/column.js';
import { holds } from '../../src/core/judge.js';
import type { Row } from '../../src/core/store.js';
import { eventCategories, eventOrganizers, eventTags, eventVenues } from '../../src/models/links.js';
import { registry } from '../../src/models/registry.js';
import type { Chance } from './chance.js';
import type { Marks } from './marked.js';

export interface Ends {
  readonly venues: readonly Row[];
  readonly organizers: readonly Row[];
  readonly categories: readonly Row[];
  readonly tags: readonly Row[];
}

interface Owner {
  readonly row: Row;
  readonly marks: Marks;
}

/** Most events have one venue and one organizer, one to three categories and up to five tags. */
export function linksOf(
  chance: Chance,
  owners: readonly Owner[],
  ends: Ends,
  counts: Map<number, number>,
): ReadonlyMap<string, readonly (readonly Cell[])[]> {
  const plain = {
    venues: ends.venues.slice(0, -1),
    organizers: ends.organizers.slice(0, -1),
    categories: ends.categories.slice(0, -3),
    tags: ends.tags.slice(0, -1),
  };
  const links = new Map<string, (readonly Cell[])[]>();
  for (const { row, marks } of owners) {
    const drawn: readonly (readonly [string, readonly Row[]])[] = [
      [
        eventVenues.table,
        marks.venue ? ends.venues.slice(-1) : chance.favourites(plain.venues, chance.happens(0.95) ? 1 : 0),
      ],
      [
        eventOrganizers.table,
        marks.organizer
          ? ends.organizers.slice(-1)
          : chance.favourites(plain.organizers, chance.whole(0, 9) < 8 ? 1 : 2),
      ],
      [
        eventCategories.table,
        [
          ...chance.favourites(plain.categories, chance.whole(1, 3)),
          ...(marks.category ? [chance.pick(ends.categories.slice(-3))] : []),
        ],
      ],
      [
        eventTags.table,
        [...chance.favourites(plain.tags, chance.whole(0, 5)), ...(marks.tag ? ends.tags.slice(-1) : [])],
      ],
    ];
    for (const [table, targets] of drawn) {
      const edges = links.get(table) ?? [];
      links.set(table, edges);
      edges.push(...targets.map(({ id }, position) => [row.id, id, position]));
      const { counted } = registry.link(table);
      if (counted && holds(counted.when, row)) for (const { id } of targets) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return links;
}
