// The filter of event lists by city. Venues spell the same city differently, so that case and accents are ignored.
import { all, linked, oneOf } from '../../core/condition.js';
import type { Context } from '../../core/context.js';
import { filter } from '../../core/filter.js';
import { filterText } from '../../core/kinds/text.js';
import type { Shape } from '../../core/shape.js';
import { fold } from '../../core/text/fold.js';
import { eventVenues } from '../../models/links.js';
import type { VenueRow } from '../../models/venue/columns.js';
import { venue } from '../../models/venue/venue.js';
import { matchingText } from '../search.js';

/** Newest venues in whose address the city is looked for. */
const maxVenues = 100;

/** All spellings of a city among the venues that the caller may read. */
export async function spellingsOf({ store, call }: Context, city: string): Promise<readonly string[]> {
  const phrase = city.replaceAll('"', ' ').trim();
  if (phrase === '') return [];
  const where = all(venue.policy.visible(call.actor, false), matchingText(`"${phrase}"`));
  const rows = await store.list({ table: venue, where, order: [{ column: 'id', descending: true }], limit: maxVenues });
  const cities = (rows as readonly VenueRow[]).map((row) => row.city);
  return [...new Set(cities.filter((spelling) => spelling !== '' && fold(spelling) === fold(city)))];
}

export const cityFilter = filter<string, readonly string[]>(
  filterText,
  'Events in this city, by the address of the venue. Ignores case and accents.',
  (spellings, _, { actor }) =>
    linked(eventVenues.table, all(oneOf('city', spellings), venue.policy.visible(actor, false))),
  { lookUp: (city, context) => spellingsOf(context, city), example: 'Oakton' },
);

/** The drop-in API has no such filter. */
export const withoutCity = (shape: Shape): Shape => {
  const { city: _, ...filters } = shape.list.filters;
  return { ...shape, list: { ...shape.list, filters } };
};
