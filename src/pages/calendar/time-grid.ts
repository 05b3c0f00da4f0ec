// A time grid on wide screens: hours on the left, events at their time, side by side where they overlap. The policy
// allows no inline style, so positions are classes (`web/calendar/time-grid-places.css`). On smaller screens the same
// lists are an agenda.
import { type Html, html } from '../html.js';
import { type Columns, hoursAround, inColumns, type Omitted, type Placed, quartersOf, type Range } from './columns.js';
import { hourLabel, lastsDays } from './date-format.js';
import type { PageRequest } from './page-request.js';
import type { ListedEvent } from './records.js';

/** Events above the hours: whole days, and several of them. */
export const isAllDay = (event: ListedEvent): boolean => event.all_day === true || lastsDays(event);

const rangeClasses = ({ from, to }: Range): readonly string[] => [
  `h-${Math.floor(from / 4)}`,
  ...(from % 4 ? [`q-${from % 4}`] : []),
  `eh-${Math.floor(to / 4)}`,
  ...(to % 4 ? [`eq-${to % 4}`] : []),
];

/** A block of half an hour has one line; from an hour and a half on there is room for the visitor's own time. */
const isShort = ({ from, to }: Range): boolean => to - from < 3;
const isTall = ({ from, to }: Range): boolean => to - from >= 6;

const placedClasses = ({ item, range, column, width, columns, crowded }: Placed<ListedEvent>): readonly string[] => [
  ...rangeClasses(range),
  `col-${column + 1}`,
  `of-${columns}`,
  ...(width > 1 ? [`cols-${width}`] : []),
  ...(width < columns ? ['is-narrow'] : []),
  ...(crowded ? ['is-crowded'] : []),
  ...(isShort(range) ? ['is-short'] : []),
  ...(isTall(range) ? ['is-tall'] : []),
  ...(item.end_date.slice(0, 10) > item.start_date.slice(0, 10) ? ['past-midnight'] : []),
];

export interface DayLayout {
  readonly classesOf: (event: ListedEvent) => readonly string[];
  readonly omitted: Columns<ListedEvent>['omitted'];
}

/** The classes of each event of a day; without room in the columns an event is only part of the agenda. */
export function layOutDay(events: readonly ListedEvent[], maxColumns: number): DayLayout {
  const { placed, omitted } = inColumns(events, quartersOf, maxColumns);
  const classes = new Map(placed.map((one) => [one.item.id, placedClasses(one)]));
  return { classesOf: ({ id }) => classes.get(id) ?? ['no-room'], omitted };
}

const maxHintTitles = 10;

/** The events that have no room at a time, counted; leads to all of them. */
export function omittedLink({ texts }: PageRequest, { items, range }: Omitted<ListedEvent>, href: string): Html {
  const titles = items.slice(0, maxHintTitles).map(({ title }) => title);
  return html`<li class="omitted only-grid ${rangeClasses(range).join(' ')}"><a href="${href}" aria-label="${texts.more(items.length)}" title="${titles.join(' · ')}">+${items.length}</a></li>`;
}

/** The hours that all days of a grid share: classes of the grid, and the labels beside it. */
export function timeScale({ locale, texts }: PageRequest, events: readonly ListedEvent[]) {
  const { first, last } = hoursAround(events.map(quartersOf));
  const hours = Array.from({ length: last - first }, (_, at) => first + at);
  return {
    classes: `time-grid h-${first} eh-${last}`,
    scale: html`<div class="scale only-grid" aria-hidden="true"><p class="scale-all-day">${texts.allDay}</p><ol class="scale-hours">${hours.map((hour) => html`<li>${hourLabel(locale, hour)}</li>`)}</ol></div>`,
  };
}
