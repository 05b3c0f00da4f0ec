// A week: what lasts days is drawn across the top, the hours stand below in their days.
import { type Html, html } from '../html.js';
import { type Day, daysFrom, plusDays, startOfWeek, weekName } from './days.js';
import { type Filters, pairsOf, readFilters, resolveFilters } from './filters.js';
import { choicesFor, toolbar } from './form.js';
import type { Sheet } from './frame.js';
import { dayHref, recordHref, viewHref, weekPath, withoutDate } from './links.js';
import { emptyNote, eventHue, isOver, placeLine, signs, stepTo, timeOf } from './parts.js';
import type { ListedEvent } from './records.js';
import { barClasses, eventsDuring, laidOn, type Span } from './span.js';
import type { Visit } from './visit.js';
import {
  dayRange,
  firstDayOf,
  firstWeekday,
  isWeekend,
  lastsDays,
  monthDay,
  plainDay,
  shortWeekday,
  weekday,
} from './when.js';

const shownLanes = 6;
const shownHours = 12;

const isBar = (event: ListedEvent): boolean => event.all_day === true || lastsDays(event);

function block(visit: Visit, event: ListedEvent): Html {
  const place = placeLine(event);
  return html`<li class="block ${eventHue(event)}${event.featured && ' is-featured'}${isOver(visit, event) && ' is-over'}"><p class="block-time">${timeOf(visit, event)}</p><p class="block-title">${signs(visit, event)}<a href="${recordHref(visit, event.url)}">${event.title}</a></p>${place && html`<p class="block-place">${place}</p>`}</li>`;
}

export function weekGrid(visit: Visit, filters: Filters, days: readonly Day[], { events, counts }: Span): Html {
  const { locale, words, today } = visit;
  const bars = laidOn(events.filter(isBar), days);
  const lanes = Math.min(Math.max(0, ...bars.map(({ lane }) => lane + 1)), shownLanes);
  const column = (day: Day, at: number) => {
    const across = bars.filter(({ span }) => span.from <= at && at <= span.to);
    const shown = across.filter(({ lane }) => lane < shownLanes);
    const inDay = events.filter((event) => !isBar(event) && firstDayOf(event) === day);
    const blocks = inDay.slice(0, shownHours);
    const count = Math.max(counts?.get(day) ?? 0, across.length + inDay.length);
    const hidden = count - shown.length - blocks.length;
    const href = dayHref(visit, filters, day);
    const classes = [
      'day',
      ...(day === today ? ['is-today'] : []),
      ...(isWeekend(day) ? ['is-weekend'] : []),
      ...(count ? [] : ['is-empty']),
    ];
    return html`<li class="${classes.join(' ')}">
<h2 class="day-date"><a href="${href}"${day === today && html` aria-current="date"`}><time datetime="${day}"><span class="day-weekday">${weekday(locale, day)} </span><span class="day-short" aria-hidden="true">${shortWeekday(locale, day)} </span><span class="day-number">${Number(day.slice(8))}</span><span class="day-month"> ${monthDay(locale, day).replace(/\d+\s*/, '')}</span></time></a></h2>
<ul class="bits bars lanes-${lanes}">${shown.map((laid) =>
      laid.span.from === at
        ? html`<li class="bit ${barClasses(laid, days)} ${eventHue(laid.item)}${laid.item.featured && ' is-featured'}${isOver(visit, laid.item) && ' is-over'}"><a href="${recordHref(visit, laid.item.url)}" title="${laid.item.title}">${signs(visit, laid.item)}<span class="bit-title">${laid.item.title}</span></a></li>`
        : html`<li class="rest"><a href="${recordHref(visit, laid.item.url)}" tabindex="-1">${laid.item.title} <span>(${words.continues})</span></a></li>`,
    )}</ul>
${blocks.length > 0 && html`<ul class="blocks">${blocks.map((event) => block(visit, event))}</ul>`}
${hidden > 0 && html`<p class="more"><a href="${href}">${words.more(hidden)}<span class="unseen"> · ${plainDay(locale, day)}</span></a></p>`}
</li>`;
  };
  return html`<div class="week"><ol class="days">${days.map(column)}</ol></div>`;
}

export async function weekPage(visit: Visit, days: readonly Day[]): Promise<Sheet> {
  const { words, locale, place, today } = visit;
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const filters = withoutDate(readFilters(visit.query));
  const resolved = await resolveFilters(visit, filters);
  const [span, choices] = await Promise.all([eventsDuring(visit, resolved, days), choicesFor(visit)]);
  const title = dayRange(locale, first, last);
  const href = (name: string) => viewHref(visit, filters, weekPath(name));
  const step = (by: number, label: string) => {
    const week = days.map((day) => plusDays(day, by));
    return stepTo(week[3] ?? '', href(weekName(week)), label);
  };
  const [previous, next] = [step(-7, words.previousWeek), step(7, words.nextWeek)];
  const present = weekName(daysFrom(startOfWeek(today, firstWeekday(locale)), 7));
  const day = days.includes(today) ? today : first;
  return {
    title,
    main: html`${toolbar(visit, { title, resolved, choices, action: '/calendar/week', date: day, steps: { previous, next, today: href(present) } })}
${weekGrid(visit, filters, days, span)}
${span.events.length === 0 && emptyNote(words.noEvents, words.noEventsAbout, { href: viewHref(visit, filters, '/calendar/list'), label: words.seeComing })}`,
    view: 'week',
    day,
    filters,
    path: weekPath(weekName(days)),
    pairs: pairsOf(filters),
    json: `${place.site.baseUrl}${place.native.prefix}/events?start_date=${first}&end_date=${last}`,
    previous: previous?.href,
    next: next?.href,
    hidden: true,
  };
}
