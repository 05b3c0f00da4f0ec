// A month as a grid of whole weeks. Events of several days are drawn across; what has no room is counted.
import { type Html, html } from '../html.js';
import { type Day, firstOf, lastOf, type Month, monthOf, plusMonths, weeksOf } from './days.js';
import { type Filters, isFiltered, pairsOf, readFilters, resolveFilters } from './filters.js';
import { choicesFor, toolbar } from './form.js';
import type { Sheet } from './frame.js';
import { countOn, type Laid } from './lanes.js';
import { dayHref, monthPath, recordHref, viewHref, withoutDate } from './links.js';
import { miniMonth } from './mini.js';
import { emptyNote, eventHue, isOver, signs, stepTo, zoneMark } from './parts.js';
import type { ListedEvent } from './records.js';
import { barClasses, eventsDuring, laidOn, type Span, touching } from './span.js';
import type { Visit } from './visit.js';
import { firstWeekday, hours, isWeekend, monthDay, monthName, plainDay, shortWeekday, weekday } from './when.js';

/** Lanes of a week that are shown. */
const shownLanes = 4;

function bit(visit: Visit, laid: Laid<ListedEvent>, days: readonly Day[]): Html {
  const { item: event } = laid;
  const timed = !event.all_day && !barClasses(laid, days).includes('is-bar');
  const time =
    (timed || undefined) &&
    html`<time class="bit-time" datetime="${event.start}">${hours(visit.locale, event.start_date)}</time> `;
  return html`<li class="bit ${barClasses(laid, days)} ${eventHue(event)}${event.featured && ' is-featured'}${isOver(visit, event) && ' is-over'}"><a href="${recordHref(visit, event.url)}" title="${event.title}">${time}${signs(visit, event)}<span class="bit-title">${event.title}</span>${timed && zoneMark(visit, event)}</a></li>`;
}

/** For those who read the days one by one: it is still on. */
const rest = (visit: Visit, { item }: Laid<ListedEvent>): Html =>
  html`<li class="rest"><a href="${recordHref(visit, item.url)}" tabindex="-1">${item.title} <span>(${visit.words.continues})</span></a></li>`;

interface Cell {
  readonly laid: readonly Laid<ListedEvent>[];
  readonly days: readonly Day[];
  readonly at: number;
  readonly month: Month;
  readonly counts: Span['counts'];
}

function cell(visit: Visit, filters: Filters, { laid, days, at, month, counts }: Cell): Html {
  const { locale, words, today } = visit;
  const day = days[at] ?? '';
  const here = laid.filter(({ span }) => span.from <= at && at <= span.to);
  const shown = here.filter(({ lane }) => lane < shownLanes);
  const count = Math.max(counts?.get(day) ?? 0, countOn(laid, at));
  const classes = [
    'day',
    ...(day === today ? ['is-today'] : []),
    ...(monthOf(day) === month ? [] : ['is-other']),
    ...(isWeekend(day) ? ['is-weekend'] : []),
    ...(count === 0 ? ['is-empty'] : []),
  ];
  const href = dayHref(visit, filters, day);
  return html`<li class="${classes.join(' ')}">
<h2 class="day-date"><a href="${href}"${day === today && html` aria-current="date"`}><time datetime="${day}"><span class="day-weekday">${weekday(locale, day)} </span><span class="day-number">${Number(day.slice(8))}</span><span class="day-month"> ${monthDay(locale, day).replace(/\d+\s*/, '')}</span></time></a></h2>
${shown.length > 0 && html`<ul class="bits">${shown.map((one) => (one.span.from === at ? bit(visit, one, days) : rest(visit, one)))}</ul>`}
${count > shown.length && html`<p class="more"><a href="${href}">${words.more(count - shown.length)}<span class="unseen"> · ${plainDay(locale, day)}</span></a></p>`}
</li>`;
}

export function monthGrid(visit: Visit, filters: Filters, month: Month, { events, counts }: Span): Html {
  const weeks = weeksOf(month, firstWeekday(visit.locale));
  return html`<div class="month">
<ul class="weekdays" aria-hidden="true">${weeks[0]?.map((day) => html`<li>${shortWeekday(visit.locale, day)}</li>`)}</ul>
<ol class="days">${weeks.map((days) => {
    const laid = laidOn(events, days);
    return days.map((_, at) => cell(visit, filters, { laid, days, at, month, counts }));
  })}</ol>
</div>`;
}

export async function monthPage(visit: Visit, month: Month): Promise<Sheet> {
  const { words, locale, place } = visit;
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
  const [previous, next] = [step(-1, words.previousMonth), step(1, words.nextMonth)];
  const inside = touching(span.events, firstOf(month), lastOf(month)).length;
  const none = isFiltered(filters)
    ? emptyNote(words.noMatch, words.noMatchAbout, { href: href(month).split('?')[0] ?? '', label: words.clearFilters })
    : emptyNote(words.noEventsIn(title), words.noEventsAbout, {
        href: viewHref(visit, filters, '/calendar/list'),
        label: words.seeComing,
      });
  const day = monthOf(visit.today) === month ? visit.today : firstOf(month);
  return {
    title,
    main: html`${toolbar(visit, { title, resolved, choices, action: '/calendar/month', date: day, steps: { previous, next, today: href(monthOf(visit.today)) } })}
<div class="only-narrow">${miniMonth(visit, filters, month, span.events)}</div>
${monthGrid(visit, filters, month, span)}
${inside === 0 && none}`,
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
