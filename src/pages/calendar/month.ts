// The month view: a grid of full weeks. Multi-day events are bars; events beyond the shown lanes are counted.
import { type Html, html } from '../html.js';
import { type DayRow, dayCell, isQuiet, laneEntry, pastDays, pastIn } from './cells.js';
import { emptyNote, stepTo } from './components.js';
import { monthName, shortWeekday } from './date-format.js';
import { type Day, firstOf, lastOf, type Month, monthOf, plusMonths, weeksOf } from './days.js';
import { choicesFor, toolbar } from './filter-form.js';
import { type Filters, isFiltered, pairsOf, readFilters, resolveFilters } from './filters.js';
import type { PageContent } from './frame.js';
import { type LaneItem, onDay } from './lanes.js';
import { legend } from './legend.js';
import { monthPath, viewHref, withoutDate } from './links.js';
import { miniMonth } from './mini-month.js';
import type { PageRequest } from './page-request.js';
import { duringDays, eventsDuring, lanesOf, type PeriodEvents, touching } from './period.js';
import type { ListedEvent } from './records.js';
import { noMatchNote } from './search-results.js';
import { subscriptionTo } from './subscribe.js';

interface Week extends DayRow {
  readonly laid: readonly LaneItem<ListedEvent>[];
  readonly counts: PeriodEvents['counts'];
  readonly isPast: (day: Day) => boolean;
}

/** Maximum number of lanes per week. */
const shownLanes = 4;

function cell(request: PageRequest, filters: Filters, month: Month, week: Week, at: number): Html {
  const { laid, days, counts } = week;
  const day = days[at] ?? '';
  const here = onDay(laid, at);
  const shown = here.filter(({ lane }) => lane < shownLanes);
  const count = Math.max(counts?.get(day) ?? 0, here.length);
  return dayCell(request, filters, {
    day,
    classes: [
      monthOf(day) !== month && 'is-other',
      week.isPast(day) && 'is-past',
      count === 0 && 'is-empty',
      isQuiet(here, day, week) && 'is-quiet',
    ],
    count,
    shown: shown.length,
    content: shown.length > 0 && html`<ul class="bits">${shown.map((item) => laneEntry(request, item, week, at))}</ul>`,
  });
}

export function monthGrid(
  request: PageRequest,
  filters: Filters,
  month: Month,
  { events, counts }: PeriodEvents,
): Html {
  const weeks = weeksOf(month, request.locale.weekStart);
  const all = weeks.flat().filter((day) => monthOf(day) === month);
  const isPast = pastIn(request, all);
  const opening = all.includes(request.today) ? request.today : firstOf(month);
  return html`<div class="month">${all.some(isPast) && pastDays(request)}
<ul class="weekdays" aria-hidden="true">${weeks[0]?.map((day) => html`<li>${shortWeekday(request.locale, day)}</li>`)}</ul>
<ol class="days">${weeks.map((days) => {
    const laid = lanesOf(events, days);
    return days.map((_, at) => cell(request, filters, month, { laid, days, counts, isPast, opening }, at));
  })}</ol>
</div>`;
}

export async function monthPage(request: PageRequest, month: Month): Promise<PageContent> {
  const { texts, locale, pageSite } = request;
  const filters = withoutDate(readFilters(request.query));
  const resolved = await resolveFilters(request, filters);
  const days = weeksOf(month, locale.weekStart).flat();
  const [span, choices] = await Promise.all([eventsDuring(request, resolved, days), choicesFor(request)]);
  const dates = duringDays(firstOf(month), lastOf(month));
  const title = monthName(locale, firstOf(month));
  const href = (other: Month) => viewHref(request, filters, monthPath(other));
  const step = (by: number, label: string) => {
    const other = plusMonths(month, by);
    return stepTo(firstOf(other), href(other), `${label}${texts.colon}${monthName(locale, firstOf(other))}`);
  };
  const [previous, next] = [step(-1, texts.previousMonth), step(1, texts.nextMonth)];
  const inside = touching(span.events, firstOf(month), lastOf(month)).length;
  const none = isFiltered(filters)
    ? noMatchNote(request, filters, href(month).split('?')[0] ?? '')
    : emptyNote(texts.noEventsInMonth(title), texts.noEventsHint, {
        href: viewHref(request, filters, '/calendar/list'),
        label: texts.seeUpcoming,
      });
  const day = monthOf(request.today) === month ? request.today : firstOf(month);
  return {
    title,
    main: html`${toolbar(request, { title, resolved, choices, action: '/calendar/month', dates, date: day, steps: { previous, next, today: href(monthOf(request.today)) } })}
<div class="only-narrow">${miniMonth(request, filters, month, span.events)}</div>
${inside === 0 && none}
${monthGrid(request, filters, month, span)}
<div class="legend">${legend(request, choices, filters, monthPath(month))}</div>`,
    view: 'month',
    day,
    filters,
    path: monthPath(month),
    pairs: pairsOf(filters),
    json: `${pageSite.site.baseUrl}${pageSite.native.prefix}/events?start_date=${firstOf(month)}&end_date=${lastOf(month)}`,
    feed: subscriptionTo(resolved).feed,
    // Keeps crawlers from following empty months forever.
    noindex: isFiltered(filters) || inside === 0,
  };
}
