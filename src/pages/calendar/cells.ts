// Cells of the month and week grids: a day with its heading, and events in lanes.
import { type Html, html, type Part } from '../html.js';
import { eventHue, isOver, signs, zoneMark } from './components.js';
import { firstDayOf, hours, isWeekend, monthOnly, plainDay, shortWeekday, weekday } from './date-format.js';
import type { Day } from './days.js';
import { leadingStates, statesOf, titleOf } from './event-state.js';
import type { Filters } from './filters.js';
import type { LaneItem } from './lanes.js';
import { dayHref, recordHref } from './links.js';
import type { PageRequest } from './page-request.js';
import { barClasses, isUnderAWeek } from './period.js';
import type { ListedEvent } from './records.js';
import { shortZone } from './zones.js';

export interface Cell {
  readonly day: Day;
  readonly classes: readonly (string | false)[];
  /** Number of events of the day, and how many of them the content shows. */
  readonly count: number;
  readonly shown: number;
  /** Number shown in a time grid, where it differs. */
  readonly shownInGrid?: number;
  readonly content: Part;
}

/** A row of days, and the first day of the view, which lists all ongoing events. */
export interface DayRow {
  readonly days: readonly Day[];
  readonly opening: Day;
}

/** In the agenda, events of a week or longer appear on their first day and on the first day of the view only. */
const isBackground = (event: ListedEvent, day: Day, { opening }: DayRow): boolean =>
  !isUnderAWeek(event) && firstDayOf(event) !== day && opening !== day;

export const isQuiet = (laid: readonly LaneItem<ListedEvent>[], day: Day, row: DayRow): boolean =>
  laid.every(({ item }) => isBackground(item, day, row));

/** The days before today in a view that contains today. On phones they are folded, so that the list begins at today. */
export const pastIn =
  ({ today }: PageRequest, days: readonly Day[]) =>
  (day: Day): boolean =>
    day < today && days.includes(today);

/** Its state alone shows and hides the past days, without a script; only the list of phones has it. */
export const pastDays = ({ texts }: PageRequest): Html =>
  html`<details class="past-days"><summary>${texts.pastDays}</summary></details>`;

export function dayCell(request: PageRequest, filters: Filters, cell: Cell): Html {
  const { locale, texts, today } = request;
  const { day, classes, count, shown, shownInGrid = shown, content } = cell;
  const href = dayHref(request, filters, day);
  const more = (rest: number, only?: string) =>
    rest > 0 &&
    html`<p class="more ${only}"><a href="${href}">${texts.more(rest)}<span class="unseen"> · ${plainDay(locale, day)}</span></a></p>`;
  const names = ['day', day === today && 'is-today', isWeekend(day) && 'is-weekend', ...classes];
  return html`<li class="${names.filter(Boolean).join(' ')}">
<h2 class="day-date"><a href="${href}"${day === today && html` aria-current="date"`}><time datetime="${day}"><span class="day-weekday">${weekday(locale, day)} </span><span class="day-short" aria-hidden="true">${shortWeekday(locale, day)} </span><span class="day-number">${Number(day.slice(8))}</span><span class="day-month"> ${monthOnly(locale, day)}</span></time></a></h2>
<div class="day-body">${content}
${shown === shownInGrid ? more(count - shown) : [more(count - shown, 'only-agenda'), more(count - shownInGrid, 'only-grid')]}</div>
</li>`;
}

/** An event on its first day in the row is a bar across its days; on the other days it is text for screen readers. */
export function laneEntry(request: PageRequest, laid: LaneItem<ListedEvent>, row: DayRow, at: number): Html {
  const background = isBackground(laid.item, row.days[at] ?? '', row);
  return laid.span.from === at ? bit(request, laid, row.days, background) : rest(request, laid.item, background);
}

function bit(request: PageRequest, laid: LaneItem<ListedEvent>, days: readonly Day[], background: boolean): Html {
  const { item: event } = laid;
  const drawn = barClasses(laid, days);
  const names = [
    'bit',
    ...drawn,
    eventHue(request, event),
    background && 'is-background',
    event.featured && 'is-featured',
    isOver(request, event) && 'is-over',
  ];
  const timed = !drawn.includes('is-bar');
  const zone = timed && zoneMark(request, event);
  const time = html`<time class="bit-time" datetime="${event.start}">${hours(request.locale, event.start_date)}</time>${zone} `;
  const hint = [
    ...(zone ? [`${hours(request.locale, event.start_date)} ${shortZone(request.locale, event)}`] : []),
    ...statesOf(request, event).map(([, label]) => label),
    event.title,
  ];
  return html`<li class="${names.filter(Boolean).join(' ')}"><a href="${recordHref(request, event.url)}" title="${hint.join(' · ')}">${timed && time}${signs(request, event)}<span class="bit-title">${leadingStates(request, event)}${titleOf(event)}</span></a></li>`;
}

const rest = (request: PageRequest, event: ListedEvent, background: boolean): Html =>
  html`<li class="rest${background && ' is-background'}"><a href="${recordHref(request, event.url)}" tabindex="-1">${leadingStates(request, event)}${titleOf(event)} <span>(${request.texts.continues})</span></a></li>`;
