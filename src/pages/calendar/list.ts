// The list view of upcoming or past events.
import { type Html, html } from '../html.js';
import { agenda, emptyNote, eventHue, pager, picture, placeLine } from './components.js';
import { firstDayOf, hours, lastDayOf, lastsDays, plainDay, shortDay, shortDayRange } from './date-format.js';
import { monthOf, weeksOf } from './days.js';
import { states, titleOf } from './event-state.js';
import { choicesFor, toolbar } from './filter-form.js';
import { isFiltered, type Pair, pairsOf, type Resolved, readFilters, resolveFilters } from './filters.js';
import type { PageContent } from './frame.js';
import { legend } from './legend.js';
import { hrefOf, recordHref, viewHref, withoutDate } from './links.js';
import { miniMonth } from './mini-month.js';
import type { PageRequest } from './page-request.js';
import { datesOf, pastPairs, readPaging, timesOf } from './paging.js';
import { eventsDuring } from './period.js';
import { listEvents } from './queries.js';
import { isQuick, quickFilters } from './quick-filters.js';
import type { ListedEvent } from './records.js';
import { resultCount } from './search-results.js';
import { subscriptionTo } from './subscribe.js';

/** Up to three featured events, at the top of the first page. */
async function highlights(request: PageRequest): Promise<Html | false> {
  const { texts, locale } = request;
  const { items } = await listEvents(request, { featured: true }, { limit: 3 });
  const one = (event: ListedEvent) => {
    const last = lastDayOf(event);
    const days = lastsDays(event)
      ? shortDayRange(locale, firstDayOf(event), last)
      : [shortDay(locale, firstDayOf(event)), !event.all_day && hours(locale, event.start_date)]
          .filter(Boolean)
          .join(', ');
    return html`<li class="highlight ${eventHue(request, event)}">${event.image && html`<div class="highlight-image">${picture(request, event.image, 600)}</div>`}<p class="highlight-date"><time datetime="${firstDayOf(event)}">${days}</time></p><h3>${states(request, event)}<a href="${recordHref(request, event.url)}">${titleOf(event)}</a></h3><p class="highlight-place">${placeLine(event)}</p></li>`;
  };
  return (
    items.length > 0 &&
    html`<section class="highlights"><h2 class="unseen">${texts.featured}</h2><ul>${items.map(one)}</ul></section>`
  );
}

/** In the list the date is a filter like the others. */
function withDateChip({ texts, locale }: PageRequest, resolved: Resolved): Resolved {
  const { filters, chips } = resolved;
  if (!filters.date) return resolved;
  const label = texts.fromDay(plainDay(locale, filters.date));
  return { ...resolved, chips: [...chips, { name: 'date', label, rest: { ...filters, date: undefined } }] };
}

const countPast = async (request: PageRequest): Promise<number> =>
  (await listEvents(request, timesOf(request, true), { limit: 1 })).total;

export async function listPage(request: PageRequest): Promise<PageContent> {
  const { texts, locale, pageSite } = request;
  const filters = readFilters(request.query);
  const { page, past } = readPaging(request);
  const resolved = withDateChip(request, await resolveFilters(request, filters));
  const since = filters.date ?? request.today;
  const month = monthOf(since);
  const days = weeksOf(month, locale.weekStart).flat();
  const times = timesOf(request, past, filters);
  const isFirst = !isFiltered(filters) && !past && page === 1;
  const [listed, choices, around, best] = await Promise.all([
    listEvents(request, { ...resolved.input, ...times }, { limit: pageSite.site.eventsPerPage, page }),
    choicesFor(request),
    eventsDuring(request, resolved, days),
    isFirst && highlights(request),
  ]);
  const title = past ? texts.past : texts.upcoming;
  const count = await resultCount(request, resolved, listed, past);
  const own = pastPairs(past);
  const href = (pairs: readonly Pair[]) => viewHref(request, filters, '/calendar/list', [...own, ...pairs]);
  const paging = { page, listed, href };
  const other = past
    ? { href: viewHref(request, filters, '/calendar/list'), label: texts.showUpcoming }
    : {
        href: viewHref(request, withoutDate(filters), '/calendar/list', pastPairs(true)),
        label: texts.showPast,
      };
  // Nothing upcoming: a link to past events that do not exist either would be empty.
  const hasOther = past || listed.items.length > 0 || isFiltered(filters) || (await countPast(request)) > 0;
  const empty = isFiltered({ ...filters, date: undefined })
    ? emptyNote(texts.noMatch, texts.noMatchHint, {
        href: hrefOf(request, '/calendar/list'),
        label: texts.clearFilters,
      })
    : emptyNote(past ? texts.noPastEvents : texts.noEvents, texts.noEventsHint);
  return {
    title,
    main: html`${toolbar(request, { title, resolved: { ...resolved, chips: resolved.chips.filter(({ name }) => !isQuick(name)) }, choices, action: '/calendar/list', quick: quickFilters(request, filters, '/calendar/list'), dates: datesOf(times), ...(filters.date && { date: filters.date }) })}
${best}
<div class="with-aside">
<div class="column">
${count}
${listed.items.length ? agenda(request, listed.items, 2, past ? undefined : since) : empty}
${pager(request, paging)}
</div>
<aside class="side">
${miniMonth(request, filters, month, around.events)}
${legend(request, choices, filters, '/calendar/list')}
${hasOther && html`<p class="side-link"><a href="${other.href}">${other.label}</a></p>`}
</aside>
</div>`,
    view: 'list',
    day: since,
    filters,
    path: isFirst && pageSite.site.defaultView === 'list' ? '/' : '/calendar/list',
    pairs: [...pairsOf(filters), ...own, ...(page > 1 ? [['page', String(page)] as const] : [])],
    json: `${pageSite.site.baseUrl}${pageSite.native.prefix}/events`,
    feed: subscriptionTo(resolved).feed,
    noindex: isFiltered(filters),
  };
}
