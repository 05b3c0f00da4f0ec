// A time grid on wide screens: hours on the left, events at their time, side by side where they overlap. The policy
// allows no inline style, so positions are classes (`web/calendar/time-grid-positions.css`). On smaller screens the same
// lists are an agenda.
import { type Html, html } from '../html.js';
import { type Columns, hoursAround, inColumns, type Omitted, type Placed, quartersOf, type Range } from './columns.js';
import { hourLabel, lastsDays } from './date-format.js';
import type { PageRequest } from './page-request.js';
import type { ListedEvent } from './records.js';

/** Events above the hours: all-day and multi-day ones. */
export const isAllDay = (event: ListedEvent): boolean => event.all_day === true || lastsDays(event);

const rangeClasses = ({ from, to }: Range): readonly string[] => [
  `h-${Math.floor(from / 4)}`,
  ...(from % 4 ? [`q-${from % 4}`] : []),
  `eh-${Math.floor(to / 4)}`,
  ...(to % 4 ? [`eq-${to % 4}`] : []),
];

/** Blocks under 45 minutes have one line; from 90 minutes on they also show the visitor's own time. */
const isShort = ({ from, to }: Range): boolean => to - from < 3;
const isTall = ({ from, to }: Range): boolean => to - from >= 6;

const placedClasses = ({ item, range, column, width, columns, hasOmitted }: Placed<ListedEvent>): readonly string[] => [
  ...rangeClasses(range),
  `col-${column + 1}`,
  `of-${columns}`,
  ...(width > 1 ? [`cols-${width}`] : []),
  ...(width < columns ? ['is-narrow'] : []),
  ...(hasOmitted ? ['with-omitted'] : []),
  ...(isShort(range) ? ['is-short'] : []),
  ...(isTall(range) ? ['is-tall'] : []),
  ...(item.end_date.slice(0, 10) > item.start_date.slice(0, 10) ? ['past-midnight'] : []),
];

export interface DayLayout {
  readonly classesOf: (event: ListedEvent) => readonly string[];
  readonly omitted: Columns<ListedEvent>['omitted'];
}

/** CSS classes of each event of a day; events without a column are in the agenda only. */
export function layOutDay(events: readonly ListedEvent[], maxColumns: number): DayLayout {
  const { placed, omitted } = inColumns(events, quartersOf, maxColumns);
  const classes = new Map(placed.map((one) => [one.item.id, placedClasses(one)]));
  return { classesOf: ({ id }) => classes.get(id) ?? ['no-room'], omitted };
}

const maxHintTitles = 10;

/** A link with the number of events without a column, to the list of them. */
export function omittedLink({ texts }: PageRequest, { items, range }: Omitted<ListedEvent>, href: string): Html {
  const titles = items.slice(0, maxHintTitles).map(({ title }) => title);
  return html`<li class="omitted only-grid ${rangeClasses(range).join(' ')}"><a href="${href}" aria-label="${texts.more(items.length)}" title="${titles.join(' · ')}">+${items.length}</a></li>`;
}

/** Hours of a grid: its CSS classes, and the labels beside it. */
export function timeScale({ locale, texts }: PageRequest, events: readonly ListedEvent[]) {
  const { first, last } = hoursAround(events.map(quartersOf));
  const hours = Array.from({ length: last - first }, (_, at) => first + at);
  return {
    classes: `time-grid h-${first} eh-${last}`,
    scale: html`<div class="scale only-grid" aria-hidden="true"><p class="scale-all-day">${texts.allDay}</p><ol class="scale-hours">${hours.map((hour) => html`<li>${hourLabel(locale, hour)}</li>`)}</ol></div>`,
  };
}
