// The shape of events on the pages: that of the API with a filter by city.
import { all, linked, oneOf } from '../../core/condition.js';
import { type Facade, shapeOf } from '../../core/facade.js';
import { filter } from '../../core/filter.js';
import type { Kind } from '../../core/kind.js';
import type { Shape } from '../../core/shape.js';

/** Spellings of a city, as the venues have them. */
const cities: Kind<readonly string[]> = {
  declared: { type: 'array', items: { type: 'string' } },
  schema: { type: 'array', items: { type: 'string' } },
  read: (input) => (Array.isArray(input) ? input.map(String) : []),
};

export function calendarEvents(facade: Facade): Shape {
  const [event, venue] = [shapeOf(facade, 'event'), shapeOf(facade, 'venue')];
  const table = event.model.links.venue?.table ?? '';
  const inCity = filter(cities, 'Events in this city', (spellings, _, { actor }) =>
    linked(table, all(oneOf('city', spellings), venue.model.policy.visible(actor, false))),
  );
  return { ...event, list: { ...event.list, filters: { ...event.list.filters, city: inCity } } };
}
