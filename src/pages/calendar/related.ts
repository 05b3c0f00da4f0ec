// Other upcoming events at the venue and in the category of an event.
import { type Html, html } from '../html.js';
import { eventLines } from './components.js';
import type { PageRequest } from './page-request.js';
import { listEvents } from './queries.js';
import { type EventBody, type ListedEvent, venuesOf } from './records.js';

const maxShown = 4;

/** The event itself, another date of its series, or a part of it. */
const belongsTo = (event: EventBody, { id, occurrence_of: series, parent }: ListedEvent): boolean =>
  id === event.id || parent === event.id || (series !== undefined && series === event.occurrence_of);

/** A series counts once. One query per list, which leaves out what the visitor may not see. */
const others = async (request: PageRequest, event: EventBody, by: object): Promise<readonly ListedEvent[]> => {
  const { items } = await listEvents(request, { ...by, occurrences: 'series' }, { limit: 2 * maxShown + 1 });
  return items.filter((item) => !belongsTo(event, item));
};

/** Two short lists; an event at the same venue is not repeated below its category. */
export async function relatedEvents(request: PageRequest, event: EventBody): Promise<Html | false> {
  const { texts } = request;
  const [venue] = venuesOf(event);
  const [category] = event.categories;
  const [atVenue, inCategory] = await Promise.all([
    venue ? others(request, event, { venue: [venue.id] }) : [],
    category ? others(request, event, { categories: [category.id] }) : [],
  ]);
  const near = atVenue.slice(0, maxShown);
  const alike = inCategory.filter(({ id }) => near.every((shown) => shown.id !== id)).slice(0, maxShown);
  const section = (title: string, events: readonly ListedEvent[]) =>
    events.length > 0 && html`<section><h2>${title}</h2>${eventLines(request, events)}</section>`;
  return (
    near.length + alike.length > 0 &&
    html`<div class="related">${venue && section(texts.moreAt(venue.venue), near)}${category && section(texts.moreIn(category.name), alike)}</div>`
  );
}
