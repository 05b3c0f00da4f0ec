// Number of search results, and links to past or all upcoming events when there are few or none.
import { type Html, html } from '../html.js';
import { emptyNote } from './components.js';
import type { Filters, Resolved } from './filters.js';
import { viewHref, withoutDate } from './links.js';
import type { PageRequest } from './page-request.js';
import { pastPairs, timesOf } from './paging.js';
import { type Listed, listEvents } from './queries.js';
import type { ListedEvent } from './records.js';

/** Below this number of results, past events are offered. */
const offerPastBelow = 5;

async function pastLink(request: PageRequest, { filters, input }: Resolved): Promise<Html | false> {
  const { total } = await listEvents(request, { ...input, ...timesOf(request, true) }, { limit: 1 });
  const href = viewHref(request, withoutDate(filters), '/calendar/list', pastPairs(true));
  return total > 0 && html` <a href="${href}">${request.texts.searchPast(total)}</a>`;
}

/** The line above search results; false without a search. */
export async function resultCount(
  request: PageRequest,
  resolved: Resolved,
  { total }: Pick<Listed<ListedEvent>, 'total'>,
  past = false,
): Promise<Html | false> {
  const { texts } = request;
  const { search } = resolved.filters;
  if (!search) return false;
  const text = past ? texts.foundPastFor(total, search) : texts.foundFor(total, search);
  return html`<p class="result-count"><span role="status">${text}</span>${!past && total < offerPastBelow && (await pastLink(request, resolved))}</p>`;
}

/** A period without matches: offers the search in the list, or to clear the filters. */
export function noMatchNote(request: PageRequest, filters: Filters, cleared: string): Html {
  const { texts } = request;
  const action = filters.search
    ? { href: viewHref(request, withoutDate(filters), '/calendar/list'), label: texts.searchAll }
    : { href: cleared, label: texts.clearFilters };
  return emptyNote(texts.noMatch, texts.noMatchHint, action);
}
