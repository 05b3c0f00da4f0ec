// A month as a grid of whole weeks. Events of several days are drawn across; what has no room is counted.
import { type Html, html } from '../html.js';
import { type DayRow, dayCell, isQuiet, laidBit } from './cells.js';
import { firstOf, lastOf, type Month, monthOf, plusMonths, weeksOf } from './days.js';
import { type Filters, isFiltered, pairsOf, readFilters, resolveFilters } from './filters.js';
import { choicesFor, toolbar } from './form.js';
import type { Sheet } from './frame.js';
import { type Laid, onDay } from './lanes.js';
import { monthPath, viewHref, withoutDate } from './links.js';
import { miniMonth } from './mini.js';
import { emptyNote, stepTo } from './parts.js';
import type { ListedEvent } from './records.js';
import { noMatchNote } from './results.js';
import { eventsDuring, laidOn, type Span, touching } from './span.js';
import type { Visit } from './visit.js';
import { firstWeekday, monthName, shortWeekday } from './when.js';

interface Week extends DayRow {
  readonly laid: readonly Laid<ListedEvent>[];
  readonly counts: Span['counts'];
}

/** Lanes of a week that are shown. */
const shownLanes = 4;

function cell(visit: Visit, filters: Filters, month: Month, week: Week, at: number): Html {
  const { laid, days, counts } = week;
  const day = days[at] ?? '';
  const here = onDay(laid, at);
  const shown = here.filter(({ lane }) => lane < shownLanes);
  const count = Math.max(counts?.get(day) ?? 0, here.length);
  return dayCell(visit, filters, {
    day,
    classes: [monthOf(day) !== month && 'is-other', count === 0 && 'is-empty', isQuiet(here, day, week) && 'is-quiet'],
    count,
    shown: shown.length,
    content:
      shown.length > 0 && html`<ul class="bits">${shown.map((laidOne) => laidBit(visit, laidOne, week, at))}</ul>`,
  });
}

export function monthGrid(visit: Visit, filters: Filters, month: Month, { events, counts }: Span): Html {
  const weeks = weeksOf(month, firstWeekday(visit.locale));
  return html`<div class="month">
<ul class="weekdays" aria-hidden="true">${weeks[0]?.map((day) => html`<li>${shortWeekday(visit.locale, day)}</li>`)}</ul>
<ol class="days">${weeks.map((days) => {
    const laid = laidOn(events, days);
    return days.map((_, at) => cell(visit, filters, month, { laid, days, counts, opening: firstOf(month) }, at));
  })}</ol>
</div>`;
}

export async function monthPage(visit: Visit, month: Month): Promise<Sheet> {
  const { texts, locale, place } = visit;
  const filters = withoutDate(readFilters(visit.query));
  const resolved = await resolveFilters(visit, filters);
  const days = weeksOf(month, firstWeekday(locale)).flat();
  const [span, choices] = await Promise.all([eventsDuring(visit, resolved, days), choicesFor(visit)]);
  const title = monthName(locale, firstOf(month));
  const href = (other: Month) => viewHref(visit, filters, monthPath(other));
  const step = (by: number, label: string) => {
    const other = plusMonths(month, by);
    return stepTo(firstOf(other), href(other), `${label}: ${monthName(locale, firstOf(other))}`);
  };
  const [previous, next] = [step(-1, texts.previousMonth), step(1, texts.nextMonth)];
  const inside = touching(span.events, firstOf(month), lastOf(month)).length;
  const none = isFiltered(filters)
    ? noMatchNote(visit, filters, href(month).split('?')[0] ?? '')
    : emptyNote(texts.noEventsInMonth(title), texts.noEventsHint, {
        href: viewHref(visit, filters, '/calendar/list'),
        label: texts.seeUpcoming,
      });
  const day = monthOf(visit.today) === month ? visit.today : firstOf(month);
  return {
    title,
    main: html`${toolbar(visit, { title, resolved, choices, action: '/calendar/month', date: day, steps: { previous, next, today: href(monthOf(visit.today)) } })}
<div class="only-narrow">${miniMonth(visit, filters, month, span.events)}</div>
${inside === 0 && none}
${monthGrid(visit, filters, month, span)}`,
    view: 'month',
    day,
    filters,
    path: monthPath(month),
    pairs: pairsOf(filters),
    json: `${place.site.baseUrl}${place.native.prefix}/events?start_date=${firstOf(month)}&end_date=${lastOf(month)}`,
    previous: previous?.href,
    next: next?.href,
    // Months without anything lead nowhere that a crawler should go.
    hidden: isFiltered(filters) || inside === 0,
  };
}
