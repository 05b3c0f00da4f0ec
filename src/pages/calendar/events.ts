// Events as the pages list them: with a filter by town.
import { all, linked, oneOf } from '../../core/condition.js';
import { filter } from '../../core/filter.js';
import type { Kind } from '../../core/kind.js';
import type { Registry, Resource } from '../../core/resource.js';

/** Spellings of a town as venues have them. */
const towns: Kind<readonly string[]> = {
  declared: { type: 'array', items: { type: 'string' } },
  schema: { type: 'array', items: { type: 'string' } },
  read: (input) => input as readonly string[],
};

export function calendarEvents(registry: Registry): Resource {
  const [event, venue] = [registry.named('event'), registry.named('venue')];
  const table = event.links.venue?.table ?? '';
  const inTown = filter(towns, 'Events in this town', (spellings, _, { actor }) =>
    linked(table, all(oneOf('city', spellings), venue.policy.visible(actor, false))),
  );
  return { ...event, filters: { ...event.filters, city: inTown } };
}
