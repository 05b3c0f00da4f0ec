// The day view: all-day and multi-day events first, then the hours.
import { type Html, html } from '../html.js';
import { card, emptyNote, pager, stepTo } from './components.js';
import { firstDayOf, longDay } from './date-format.js';
import { type Day, monthOf, plusDays, weeksOf } from './days.js';
import { choicesFor, toolbar } from './filter-form.js';
import { isFiltered, pairsOf, readFilters, resolveFilters } from './filters.js';
import type { PageContent } from './frame.js';
import { dayPath, viewHref, withoutDate } from './links.js';
import { miniMonth } from './mini-month.js';
import type { PageRequest } from './page-request.js';
import { readPaging } from './paging.js';
import { duringDays, eventsDuring, inOrder } from './period.js';
import { listEvents } from './queries.js';
import type { ListedEvent } from './records.js';
import { noMatchNote } from './search-results.js';
import { subscriptionTo } from './subscribe.js';
import { isAfterMidnight, isAllDay, layOutDay, omittedLink, timeScale } from './time-grid.js';

const perPage = 50;
/** A day is about 800 px wide. */
const maxColumns = 6;
const restId = 'rest';

/**
 * All-day events and events that started earlier, then the hours. In the time grid, events without a column follow in a
 * list; the agenda of small screens has them in order.
 */
function timetable(request: PageRequest, day: Day, events: readonly ListedEvent[]): Html {
  const isAbove = (event: ListedEvent) => isAllDay(event) || (firstDayOf(event) < day && !isAfterMidnight(event, day));
  const [above, timed] = [events.filter(isAbove), events.filter((event) => !isAbove(event))];
  const layout = layOutDay(timed, day, maxColumns);
  const { classesOf, omitted: rest } = layout;
  const { classes, scale } = timeScale(request, [layout]);
  const hours = html`<ol class="cards single blocks">${timed.map((event) => card(request, event, 2, classesOf(event)))}</ol>`;
  return html`${rest.length > 0 && html`<p class="more only-grid">${omittedLink(request, rest, `#${restId}`)}</p>`}<div class="timetable${timed.length > 0 && ` ${classes}`}">${timed.length > 0 && scale}
${above.length > 0 && html`<ol class="cards single above">${above.map((event) => card(request, event, 2))}</ol>`}
${timed.length > 0 && hours}</div>
${rest.length > 0 && html`<ol class="cards single rest-of-day" id="${restId}">${rest.map((event) => card(request, event, 2))}</ol>`}`;
}

export async function dayPage(request: PageRequest, day: Day): Promise<PageContent> {
  const { texts, locale, pageSite, today } = request;
  const filters = withoutDate(readFilters(request.query));
  const { page } = readPaging(request);
  const resolved = await resolveFilters(request, filters);
  const month = monthOf(day);
  const dates = duringDays(day, day);
  const [listed, choices, around] = await Promise.all([
    listEvents(request, { ...resolved.input, ...dates }, { limit: perPage, page }),
    choicesFor(request),
    eventsDuring(request, resolved, weeksOf(month, locale.weekStart).flat()),
  ]);
  const title = longDay(locale, day);
  const href = (other: Day) => viewHref(request, filters, dayPath(other));
  const step = (by: number, label: string) => stepTo(plusDays(day, by), href(plusDays(day, by)), label);
  const [previous, next] = [step(-1, texts.previousDay), step(1, texts.nextDay)];
  const paging = {
    page,
    listed,
    href: (pairs: Parameters<typeof viewHref>[3]) => viewHref(request, filters, dayPath(day), pairs),
  };
  const empty = isFiltered(filters)
    ? noMatchNote(request, filters, href(day).split('?')[0] ?? '')
    : emptyNote(texts.noEventsOnDay, texts.noEventsHint, {
        href: viewHref(request, { ...filters, date: day }, '/calendar/list'),
        label: texts.seeUpcoming,
      });
  return {
    title,
    main: html`${toolbar(request, { title: html`<time datetime="${day}">${title}</time>`, resolved, choices, action: '/calendar/day', dates, date: day, steps: { previous, next, today: href(today) } })}
<div class="with-aside">
<div class="column">
${listed.items.length ? timetable(request, day, inOrder(listed.items)) : empty}
${pager(request, paging)}
</div>
<aside class="side">${miniMonth(request, filters, month, around.events)}</aside>
</div>`,
    view: 'day',
    day,
    filters,
    path: dayPath(day),
    pairs: pairsOf(filters),
    json: `${pageSite.site.baseUrl}${pageSite.native.prefix}/events?start_date=${day}&end_date=${day}`,
    feed: subscriptionTo(resolved).feed,
    noindex: true,
  };
}
