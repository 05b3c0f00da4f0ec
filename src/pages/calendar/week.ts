// The week view: all-day events in bars on top, the others in a time grid or, on small screens, an agenda.
import { type Html, html } from '../html.js';
import { dayCell, isQuiet, laneEntry, pastDays, pastIn } from './cells.js';
import { emptyNote, eventHue, isOver, ownTime, placeLine, signs, stepTo, zoneMark } from './components.js';
import { dayRange, firstDayOf, hours, hoursOf } from './date-format.js';
import { type Day, daysFrom, plusDays, startOfWeek, weekName } from './days.js';
import { leadingStates, statesOf, titleOf } from './event-state.js';
import { choicesFor, toolbar } from './filter-form.js';
import { type Filters, isFiltered, pairsOf, readFilters, resolveFilters } from './filters.js';
import type { PageContent } from './frame.js';
import { onDay } from './lanes.js';
import { dayHref, hrefOf, recordHref, viewHref, weekPath, withoutDate } from './links.js';
import type { PageRequest } from './page-request.js';
import { duringDays, eventsDuring, lanesOf, type PeriodEvents } from './period.js';
import type { ListedEvent } from './records.js';
import { noMatchNote } from './search-results.js';
import { subscriptionTo } from './subscribe.js';
import { type DayLayout, isAfterMidnight, isAllDay, layOutDay, omittedLink, timeScale } from './time-grid.js';
import { isOnline, shortZone, showsZone } from './zones.js';

const shownLanes = 6;
/** Maximum number of events per day in the agenda; the time grid shows all. */
const agendaLength = 12;
/** A day is about 160 px wide, enough for three columns. */
const maxColumns = 3;

function blockTime(request: PageRequest, event: ListedEvent): Html {
  const { locale } = request;
  const from = hours(locale, event.start_date);
  const to = hoursOf(locale, event).slice(from.length);
  return html`<time datetime="${event.start}"${isOnline(event) && ownTime(event, 'show')}>${from}${to && html`<span class="to">${to}</span>`}</time>${zoneMark(request, event)}`;
}

function block(request: PageRequest, event: ListedEvent, classes: readonly string[]): Html {
  const place = placeLine(event);
  const names = [
    'block',
    eventHue(request, event),
    ...(event.featured ? ['is-featured'] : []),
    ...(isOver(request, event) ? ['is-over'] : []),
    ...classes,
  ];
  const zone = showsZone(event, request.pageSite.site.zone) ? ` ${shortZone(request.locale, event)}` : '';
  const labels = statesOf(request, event).map(([, label]) => label);
  const hint = [`${hoursOf(request.locale, event)}${zone}`, ...labels, event.title, place].filter(Boolean).join(' · ');
  return html`<li class="${names.join(' ')}" title="${hint}"><p class="block-time">${blockTime(request, event)}</p> <p class="block-title">${signs(request, event)}${leadingStates(request, event)}<a href="${recordHref(request, event.url)}">${titleOf(event)}</a></p>${place && html`<p class="block-place">${place}</p>`}</li>`;
}

/** The timed events of one day; in the time grid also those of the night before. */
function blocks(
  request: PageRequest,
  events: readonly ListedEvent[],
  continued: readonly ListedEvent[],
  { classesOf }: DayLayout,
): Html | false {
  const classes = (event: ListedEvent, at: number) => [
    ...classesOf(event),
    ...(at < agendaLength ? [] : ['beyond-agenda']),
  ];
  return (
    events.length + continued.length > 0 &&
    html`<ul class="blocks">${continued.map((event) => block(request, event, ['only-grid', ...classesOf(event)]))}${events.map((event, at) => block(request, event, classes(event, at)))}</ul>`
  );
}

function weekGrid(
  request: PageRequest,
  filters: Filters,
  days: readonly Day[],
  { events, counts }: PeriodEvents,
): Html {
  const bars = lanesOf(events.filter(isAllDay), days);
  const lanes = Math.min(Math.max(0, ...bars.map(({ lane }) => lane + 1)), shownLanes);
  const timed = events.filter((event) => !isAllDay(event) && days.includes(firstDayOf(event)));
  const row = { days, opening: days[0] ?? '' };
  const columns = days.map((day) => {
    const inDay = timed.filter((event) => firstDayOf(event) === day);
    const continued = events.filter((event) => isAfterMidnight(event, day));
    return { inDay, continued, layout: layOutDay([...continued, ...inDay], day, maxColumns) };
  });
  const column = (day: Day, at: number) => {
    const across = onDay(bars, at);
    const shown = across.filter(({ lane }) => lane < shownLanes);
    const { inDay = [], continued = [], layout = layOutDay([], day, maxColumns) } = columns[at] ?? {};
    const { omitted } = layout;
    const count = Math.max(counts?.get(day) ?? 0, across.length + inDay.length);
    return dayCell(request, filters, {
      day,
      classes: [
        isPast(day) && 'is-past',
        count === 0 && 'is-empty',
        inDay.length === 0 && isQuiet(across, day, row) && 'is-quiet',
      ],
      count,
      shown: shown.length + Math.min(inDay.length, agendaLength),
      shownInGrid: shown.length + inDay.length,
      content: html`<ul class="bits lanes-${lanes}">${shown.map((laid) => laneEntry(request, laid, row, at))}${
        omitted.length > 0 &&
        html`<li class="bit only-grid lane-${lanes + 1}">${omittedLink(request, omitted, dayHref(request, filters, day))}</li>`
      }</ul>
${blocks(request, inDay, continued, layout)}`,
    });
  };
  const isPast = pastIn(request, days);
  const { classes, scale } = timeScale(
    request,
    columns.map(({ layout }) => layout),
  );
  return html`<div class="week ${classes}">${scale}${days.some(isPast) && pastDays(request)}<ol class="days">${days.map(column)}</ol></div>`;
}

export async function weekPage(request: PageRequest, days: readonly Day[]): Promise<PageContent> {
  const { texts, locale, pageSite, today } = request;
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const filters = withoutDate(readFilters(request.query));
  const resolved = await resolveFilters(request, filters);
  const [span, choices] = await Promise.all([eventsDuring(request, resolved, days), choicesFor(request)]);
  const dates = duringDays(first, last);
  const title = dayRange(locale, first, last);
  const href = (name: string) => viewHref(request, filters, weekPath(name));
  const step = (by: number, label: string) => {
    const week = days.map((day) => plusDays(day, by));
    return stepTo(week[3] ?? '', href(weekName(week)), label);
  };
  const [previous, next] = [step(-7, texts.previousWeek), step(7, texts.nextWeek)];
  const present = weekName(daysFrom(startOfWeek(today, locale.weekStart), 7));
  const day = days.includes(today) ? today : first;
  const none = isFiltered(filters)
    ? noMatchNote(request, filters, hrefOf(request, weekPath(weekName(days))))
    : emptyNote(texts.noEventsOnDay, texts.noEventsHint, {
        href: viewHref(request, filters, '/calendar/list'),
        label: texts.seeUpcoming,
      });
  return {
    title,
    main: html`${toolbar(request, { title, resolved, choices, action: '/calendar/week', dates, date: day, steps: { previous, next, today: href(present) } })}
${span.events.length === 0 && none}
${weekGrid(request, filters, days, span)}`,
    view: 'week',
    day,
    filters,
    path: weekPath(weekName(days)),
    pairs: pairsOf(filters),
    json: `${pageSite.site.baseUrl}${pageSite.native.prefix}/events?start_date=${first}&end_date=${last}`,
    feed: subscriptionTo(resolved).feed,
    noindex: true,
  };
}
