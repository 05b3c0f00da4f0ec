// A week: events of whole days are drawn across the top, the others below in a time grid or, on small screens, an agenda.
import { type Html, html } from '../html.js';
import { dayCell, isQuiet, laidBit } from './cells.js';
import { type Day, daysFrom, plusDays, startOfWeek, weekName } from './days.js';
import { type Filters, isFiltered, pairsOf, readFilters, resolveFilters } from './filters.js';
import { choicesFor, toolbar } from './form.js';
import type { Sheet } from './frame.js';
import { onDay } from './lanes.js';
import { dayHref, hrefOf, recordHref, viewHref, weekPath, withoutDate } from './links.js';
import { emptyNote, eventHue, isOver, ownTime, placeLine, signs, stepTo, zoneMark } from './parts.js';
import type { ListedEvent } from './records.js';
import { noMatchNote } from './results.js';
import { eventsDuring, laidOn, type Span } from './span.js';
import { isAllDay, layOutDay, omittedLink, timeScale } from './time-grid.js';
import type { Visit } from './visit.js';
import { dayRange, firstDayOf, firstWeekday, hours, hoursOf } from './when.js';
import { isOnline, shortZone, showsZone } from './zones.js';

const shownLanes = 6;
/** Events of a day in the agenda; the time grid has all of them. */
const agendaLength = 12;
/** A day is about 160 px wide: three columns can still be read. */
const maxColumns = 3;

function blockTime(visit: Visit, event: ListedEvent): Html {
  const { locale } = visit;
  const end = event.end_date > event.start_date && html`<span class="to"> – ${hours(locale, event.end_date)}</span>`;
  return html`<time datetime="${event.start}"${isOnline(event) && ownTime(event, 'show')}>${hours(locale, event.start_date)}${end}</time>${zoneMark(visit, event)}`;
}

function block(visit: Visit, event: ListedEvent, classes: readonly string[]): Html {
  const place = placeLine(event);
  const names = [
    'block',
    eventHue(event),
    ...(event.featured ? ['is-featured'] : []),
    ...(isOver(visit, event) ? ['is-over'] : []),
    ...classes,
  ];
  const zone = showsZone(event, visit.place.site.zone) ? ` ${shortZone(visit.locale, event)}` : '';
  const hint = [`${hoursOf(visit.locale, event)}${zone}`, event.title, place].filter(Boolean).join(' · ');
  return html`<li class="${names.join(' ')}" title="${hint}"><p class="block-time">${blockTime(visit, event)}</p> <p class="block-title">${signs(visit, event)}<a href="${recordHref(visit, event.url)}">${event.title}</a></p>${place && html`<p class="block-place">${place}</p>`}</li>`;
}

/** The events with hours of one day. */
function blocks(visit: Visit, events: readonly ListedEvent[], href: string): Html | false {
  const { classesOf, omitted } = layOutDay(events, maxColumns);
  const classes = (event: ListedEvent, at: number) => [
    ...classesOf(event),
    ...(at < agendaLength ? [] : ['beyond-agenda']),
  ];
  return (
    events.length > 0 &&
    html`<ul class="blocks">${events.map((event, at) => block(visit, event, classes(event, at)))}${omitted.map((one) => omittedLink(visit, one, href))}</ul>`
  );
}

function weekGrid(visit: Visit, filters: Filters, days: readonly Day[], { events, counts }: Span): Html {
  const bars = laidOn(events.filter(isAllDay), days);
  const lanes = Math.min(Math.max(0, ...bars.map(({ lane }) => lane + 1)), shownLanes);
  const timed = events.filter((event) => !isAllDay(event) && days.includes(firstDayOf(event)));
  const row = { days, opening: days[0] ?? '' };
  const column = (day: Day, at: number) => {
    const across = onDay(bars, at);
    const shown = across.filter(({ lane }) => lane < shownLanes);
    const inDay = timed.filter((event) => firstDayOf(event) === day);
    const count = Math.max(counts?.get(day) ?? 0, across.length + inDay.length);
    return dayCell(visit, filters, {
      day,
      classes: [count === 0 && 'is-empty', inDay.length === 0 && isQuiet(across, day, row) && 'is-quiet'],
      count,
      shown: shown.length + Math.min(inDay.length, agendaLength),
      shownInGrid: shown.length + inDay.length,
      content: html`<ul class="bits lanes-${lanes}">${shown.map((laid) => laidBit(visit, laid, row, at))}</ul>
${blocks(visit, inDay, dayHref(visit, filters, day))}`,
    });
  };
  const { classes, scale } = timeScale(visit, timed);
  return html`<div class="week ${classes}">${scale}<ol class="days">${days.map(column)}</ol></div>`;
}

export async function weekPage(visit: Visit, days: readonly Day[]): Promise<Sheet> {
  const { texts, locale, place, today } = visit;
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
  const [previous, next] = [step(-7, texts.previousWeek), step(7, texts.nextWeek)];
  const present = weekName(daysFrom(startOfWeek(today, firstWeekday(locale)), 7));
  const day = days.includes(today) ? today : first;
  const none = isFiltered(filters)
    ? noMatchNote(visit, filters, hrefOf(visit, weekPath(weekName(days))))
    : emptyNote(texts.noEventsOnDay, texts.noEventsHint, {
        href: viewHref(visit, filters, '/calendar/list'),
        label: texts.seeUpcoming,
      });
  return {
    title,
    main: html`${toolbar(visit, { title, resolved, choices, action: '/calendar/week', date: day, steps: { previous, next, today: href(present) } })}
${span.events.length === 0 && none}
${weekGrid(visit, filters, days, span)}`,
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
