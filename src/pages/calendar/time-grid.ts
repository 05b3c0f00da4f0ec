// A time grid on wide screens: hours on the left, events at their time, side by side where they overlap. The policy
// allows no inline style, so positions are classes (`web/calendar/time-grid-positions.css`). On smaller screens the same
// lists are an agenda.
import { type Html, html } from '../html.js';
import { hoursAround, inColumns, type Placed, quartersOf, type Range } from './columns.js';
import { crossesMidnight, firstDayOf, hourLabel, lastsDays } from './date-format.js';
import type { Day } from './days.js';
import type { PageRequest } from './page-request.js';
import type { ListedEvent } from './records.js';

/** Events above the hours: all-day and multi-day ones. */
export const isAllDay = (event: ListedEvent): boolean => event.all_day === true || lastsDays(event);

/** An event of the night before that ends on this day. */
export const isAfterMidnight = (event: ListedEvent, day: Day): boolean =>
  !isAllDay(event) && firstDayOf(event) < day && crossesMidnight(event) && event.end_date.startsWith(day);

const rangeClasses = ({ from, to }: Range): readonly string[] => [
  `h-${Math.floor(from / 4)}`,
  ...(from % 4 ? [`q-${from % 4}`] : []),
  `eh-${Math.floor(to / 4)}`,
  ...(to % 4 ? [`eq-${to % 4}`] : []),
];

/** Blocks under 45 minutes have one line; from 90 minutes on they also show the visitor's own time. */
const isShort = ({ from, to }: Range): boolean => to - from < 3;
const isTall = ({ from, to }: Range): boolean => to - from >= 6;

const placedClasses = ({ item, range, column, width, columns }: Placed<ListedEvent>, day: Day): readonly string[] => [
  ...rangeClasses(range),
  `col-${column + 1}`,
  `of-${columns}`,
  ...(width > 1 ? [`cols-${width}`] : []),
  ...(width < columns ? ['is-narrow'] : []),
  ...(isShort(range) ? ['is-short'] : []),
  ...(isTall(range) ? ['is-tall'] : []),
  ...(item.end_date.slice(0, 10) > day ? ['past-midnight'] : []),
  ...(firstDayOf(item) < day ? ['from-midnight'] : []),
];

export interface DayLayout {
  readonly ranges: readonly Range[];
  readonly classesOf: (event: ListedEvent) => readonly string[];
  readonly omitted: readonly ListedEvent[];
}

/** CSS classes of each event of a day; events without a column are in the agenda only. */
export function layOutDay(events: readonly ListedEvent[], day: Day, maxColumns: number): DayLayout {
  const rangeOf = (event: ListedEvent) => quartersOf(event, day);
  const { placed, omitted } = inColumns(events, rangeOf, maxColumns);
  const classes = new Map(placed.map((one) => [one.item.id, placedClasses(one, day)]));
  return {
    ranges: events.map(rangeOf),
    classesOf: ({ id }) => classes.get(id) ?? ['no-room'],
    omitted: omitted.flatMap(({ items }) => items),
  };
}

const maxHintTitles = 10;

/** A link with the number of events without a column, to the list of them. */
export function omittedLink({ texts }: PageRequest, items: readonly ListedEvent[], href: string): Html {
  const titles = items.slice(0, maxHintTitles).map(({ title }) => title);
  return html`<a class="omitted" href="${href}" title="${titles.join(' · ')}">${texts.more(items.length)}</a>`;
}

/** Hours of a grid: its CSS classes, and the labels beside it. */
export function timeScale({ locale, texts }: PageRequest, days: readonly DayLayout[]) {
  const { first, last } = hoursAround(days.flatMap(({ ranges }) => ranges));
  const hours = Array.from({ length: last - first }, (_, at) => first + at);
  return {
    classes: `time-grid h-${first} eh-${last}`,
    scale: html`<div class="scale only-grid" aria-hidden="true"><p class="scale-all-day">${texts.allDay}</p><ol class="scale-hours">${hours.map((hour) => html`<li>${hourLabel(locale, hour)}</li>`)}</ol></div>`,
  };
}
