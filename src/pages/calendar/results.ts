// What a search found: how many events, and where to look next when little or nothing is found.
import { type Html, html } from '../html.js';
import { type Listed, listEvents } from './ask.js';
import type { Filters, Resolved } from './filters.js';
import { viewHref, withoutDate } from './links.js';
import { pastPairs, timesOf } from './paging.js';
import { emptyNote } from './parts.js';
import type { ListedEvent } from './records.js';
import type { Visit } from './visit.js';

/** Below this many results the past ones are offered. */
const fewResults = 5;

async function pastLink(visit: Visit, { filters, input }: Resolved): Promise<Html | false> {
  const { total } = await listEvents(visit, { ...input, ...timesOf(visit, true, undefined) }, { limit: 1 });
  const href = viewHref(visit, withoutDate(filters), '/calendar/list', pastPairs(true));
  return total > 0 && html` <a href="${href}">${visit.texts.searchPast(total)}</a>`;
}

/** The line above the results of a search; nothing where nothing was searched for. */
export async function resultCount(
  visit: Visit,
  resolved: Resolved,
  { total }: Pick<Listed<ListedEvent>, 'total'>,
  past = false,
): Promise<Html | false> {
  const { texts } = visit;
  const { search } = resolved.filters;
  if (!search) return false;
  const text = past ? texts.foundPastFor(total, search) : texts.foundFor(total, search);
  return html`<p class="result-count"><span role="status">${text}</span>${!past && total < fewResults && (await pastLink(visit, resolved))}</p>`;
}

/** A period in which no event matches: a search goes on in the list, other filters can be cleared. */
export function noMatchNote(visit: Visit, filters: Filters, cleared: string): Html {
  const { texts } = visit;
  const action = filters.search
    ? { href: viewHref(visit, withoutDate(filters), '/calendar/list'), label: texts.searchAll }
    : { href: cleared, label: texts.clearFilters };
  return emptyNote(texts.noMatch, texts.noMatchHint, action);
}
