// Maps records to events of the calendar library, and back.
import type { Calendar } from '@event-calendar/core';
import type { ResourceInfo } from '../api/contract';
import { type ApiRecord, allRecords, nameOf, type Query } from '../api/records';
import { unusualChoices } from '../api/unusual';
import { colorOf } from './color';
import { type HiddenGroup, limitOverlap, limitPerDay, spanOf } from './day-limit';
import { timesIn } from './drag';
import { texts } from './texts';
import { plus } from './zone';

/** Events per day in the month view, and columns of a day in the others; the other events are counted. */
const maxPerDay = 3;
const maxColumns = { week: 4, day: 12 };

type Grid = 'month' | 'week' | 'day';

/** Undefined for lists, which show all events. */
function gridOf(viewType: string): Grid | undefined {
  if (viewType.startsWith('list')) return undefined;
  if (viewType.startsWith('dayGrid')) return 'month';
  return viewType === 'timeGridDay' ? 'day' : 'week';
}

const dayOf = (moment: unknown): string => String(moment).slice(0, 10);
const midnight = (day: string): string => `${day} 00:00:00`;

/** The record of an event; undefined for “+3 more” and for a selection in progress. */
export const recordOf = ({ extendedProps }: Pick<Calendar.Event, 'extendedProps'>): ApiRecord | undefined =>
  extendedProps.record as ApiRecord | undefined;

/** The day of a “+3 more” event. */
export const countedDay = ({ extendedProps }: Pick<Calendar.Event, 'extendedProps'>): string | undefined =>
  typeof extendedProps.day === 'string' ? extendedProps.day : undefined;

/** Grids show limited events and their counts, lists all events. */
export function isVisible({ extendedProps }: Pick<Calendar.Event, 'extendedProps'>, viewType: string): boolean {
  const grid = gridOf(viewType);
  if (typeof extendedProps.day === 'string') return extendedProps.countedIn === grid;
  const { hiddenIn } = extendedProps;
  return !(Array.isArray(hiddenIn) && hiddenIn.includes(grid));
}

export function eventsBetween(resource: ResourceInfo, zone: string | undefined, filters: () => Query) {
  return async ({ startStr, endStr }: Calendar.FetchInfo): Promise<Calendar.EventInput[]> => {
    const records = await allRecords(resource, {
      ...filters(),
      ends_after: plus(midnight(dayOf(startStr)), { days: -2, seconds: 0 }).slice(0, 10),
      starts_before: plus(midnight(dayOf(endStr)), { days: 1, seconds: 0 }).slice(0, 10),
    });
    const placed = records.map((record) => {
      const times = timesIn(record, zone);
      const [start, end] = [String(times.start), String(times.end)];
      return { record, times, ...spanOf(start, end), from: start, to: end };
    });
    const days = spanOf(midnight(dayOf(startStr)), midnight(dayOf(endStr)));
    const timed = placed.filter(({ times }) => !times.allDay);
    const month = limitPerDay(placed, days, maxPerDay);
    const [week, day] = [limitOverlap(timed, maxColumns.week), limitOverlap(timed, maxColumns.day)];
    const hiddenIn = (one: (typeof placed)[number]): readonly Grid[] => [
      ...(month.shown.has(one) ? [] : (['month'] as const)),
      ...(one.times.allDay || week.shown.has(one) ? [] : (['week'] as const)),
      ...(one.times.allDay || day.shown.has(one) ? [] : (['day'] as const)),
    ];
    const drawn = placed.map((one) => ({
      id: one.record.id,
      title: [...unusualChoices(resource, one.record).map(({ label }) => label), nameOf(resource, one.record)].join(
        ' · ',
      ),
      editable: one.record._input !== undefined,
      classNames: [
        `status-${one.record.status}`,
        ...unusualChoices(resource, one.record).map(({ value }) => `is-${value}`),
        ...(one.record._input ? [] : ['fixed']),
      ],
      extendedProps: { record: one.record, hiddenIn: hiddenIn(one) },
      ...styled(colorOf(one.record)),
      ...one.times,
    }));
    return [
      ...drawn,
      ...[...month.more].map(([on, count]) => moreOn('month', { from: `${on} 23:59:59`, to: `${on} 23:59:59`, count })),
      ...week.more.map((group) => moreOn('week', group)),
      ...day.more.map((group) => moreOn('day', group)),
    ];
  };
}

const styled = (color: string | undefined) => (color ? { styles: [`--mark: ${color}`] } : {});

/** Sorted after the events that it is shown with. */
const moreOn = (grid: Grid, { from, to, count }: HiddenGroup): Calendar.EventInput => ({
  id: `more-${grid}-${from}`,
  title: texts().more(count),
  start: from,
  end: to,
  editable: false,
  classNames: ['more'],
  extendedProps: { day: dayOf(from), countedIn: grid },
});
