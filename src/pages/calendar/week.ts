// A week: what lasts days is drawn across the top, the hours stand below in their days.
import { type Html, html } from '../html.js';
import { dayCell, isQuiet, laidBit } from './cells.js';
import { type Day, daysFrom, plusDays, startOfWeek, weekName } from './days.js';
import { type Filters, pairsOf, readFilters, resolveFilters } from './filters.js';
import { choicesFor, toolbar } from './form.js';
import type { Sheet } from './frame.js';
import { onDay } from './lanes.js';
import { recordHref, viewHref, weekPath, withoutDate } from './links.js';
import { emptyNote, eventHue, isOver, placeLine, signs, stepTo, timeOf } from './parts.js';
import type { ListedEvent } from './records.js';
import { eventsDuring, laidOn, type Span } from './span.js';
import type { Visit } from './visit.js';
import { dayRange, firstDayOf, firstWeekday, lastsDays } from './when.js';

const shownLanes = 6;
const shownHours = 12;

const isBar = (event: ListedEvent): boolean => event.all_day === true || lastsDays(event);

function block(visit: Visit, event: ListedEvent): Html {
  const place = placeLine(event);
  return html`<li class="block ${eventHue(event)}${event.featured && ' is-featured'}${isOver(visit, event) && ' is-over'}"><p class="block-time">${timeOf(visit, event)}</p><p class="block-title">${signs(visit, event)}<a href="${recordHref(visit, event.url)}">${event.title}</a></p>${place && html`<p class="block-place">${place}</p>`}</li>`;
}

export function weekGrid(visit: Visit, filters: Filters, days: readonly Day[], { events, counts }: Span): Html {
  const bars = laidOn(events.filter(isBar), days);
  const lanes = Math.min(Math.max(0, ...bars.map(({ lane }) => lane + 1)), shownLanes);
  const row = { days, opening: days[0] ?? '' };
  const column = (day: Day, at: number) => {
    const across = onDay(bars, at);
    const shown = across.filter(({ lane }) => lane < shownLanes);
    const inDay = events.filter((event) => !isBar(event) && firstDayOf(event) === day);
    const blocks = inDay.slice(0, shownHours);
    const count = Math.max(counts?.get(day) ?? 0, across.length + inDay.length);
    return dayCell(visit, filters, {
      day,
      classes: [count === 0 && 'is-empty', blocks.length === 0 && isQuiet(across, day, row) && 'is-quiet'],
      count,
      shown: shown.length + blocks.length,
      content: html`<ul class="bits lanes-${lanes}">${shown.map((laid) => laidBit(visit, laid, row, at))}</ul>
${blocks.length > 0 && html`<ul class="blocks">${blocks.map((event) => block(visit, event))}</ul>`}`,
    });
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
