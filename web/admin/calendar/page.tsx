// Records on a calendar: by month, week, day or as a list; dragged to another time, drawn longer, or made where there is
// room. Times are those of the site's clock.
import {
  type Calendar,
  createCalendar,
  DayGrid,
  destroyCalendar,
  Interaction,
  List,
  TimeGrid,
} from '@event-calendar/core';
import '@event-calendar/core/index.css';
import { useEffect, useRef } from 'preact/hooks';
import { contract, oneOf, type ResourceInfo } from '../api/contract';
import { locale, showSpan } from '../api/moment';
import { allRecords, type Listed, nameOf } from '../api/records';
import { address, hrefOf, navigate, refine } from '../router';
import { useTitle } from '../shell/title';
import { ButtonLink } from '../ui/button';
import { inBackground, toast, toastFailure } from '../ui/toast';
import './calendar.css';
import { move } from './change';
import { dragged, resized, type Span, shown, spanOf, turned } from './moved';
import { withoutRoles } from './roles';
import { offsetAt, plus } from './zone';

const views = { dayGridMonth: 'Month', timeGridWeek: 'Week', timeGridDay: 'Day', listMonth: 'List' };
const narrow = matchMedia('(max-width: 48rem)');

const recordOf = ({ extendedProps }: Calendar.Event): Listed => extendedProps.record as Listed;

/** The calendar hands out days and hours as the browser's own. */
function wallOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:00`;
}

/** Only offsets are understood there: the one that holds now tells what is today. */
function offsetText(zone: string): string {
  const minutes = Math.round(offsetAt(new Date(), zone) / 60);
  const two = (number: number) => String(Math.floor(Math.abs(number))).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(Math.abs(minutes) % 60)}`;
}

function eventsBetween(resource: ResourceInfo, siteZone: string) {
  return async ({ startStr, endStr }: Calendar.FetchInfo): Promise<Calendar.EventInput[]> => {
    const records = await allRecords(resource, {
      ends_after: plus(`${startStr.slice(0, 10)} 00:00:00`, { days: -2, seconds: 0 }).slice(0, 10),
      starts_before: endStr.slice(0, 10),
    });
    return records.map((record) => ({
      id: record.id,
      title: nameOf(resource, record),
      editable: record._input !== undefined,
      classNames: [`status-${record.status}`, ...(record._input ? [] : ['fixed'])],
      extendedProps: { record },
      ...shown(record, siteZone),
    }));
  };
}

function optionsFor(resource: ResourceInfo, refetch: () => void): Calendar.Options {
  const siteZone = contract.site.timezone;
  const save = (record: Listed, span: Span, revert: () => void) =>
    move(resource, record, span).then(
      () => {
        toast(`“${nameOf(resource, record)}” moved.`);
        refetch();
      },
      (error: unknown) => {
        revert();
        toastFailure(error);
        refetch();
      },
    );
  const { query } = address.value;
  const view = query.get('view') ?? '';
  const date = query.get('date');
  return {
    view: view in views ? view : narrow.matches ? 'listMonth' : 'dayGridMonth',
    ...(date && { date }),
    headerToolbar: { start: 'prev,next today', center: 'title', end: Object.keys(views).join(',') },
    buttonText: (texts) => ({ ...texts, ...views, today: 'Today' }),
    height: narrow.matches ? 'auto' : 'calc(100dvh - 8rem)',
    timeZone: offsetText(siteZone),
    locale,
    firstDay: 1,
    dayMaxEvents: true,
    nowIndicator: true,
    scrollTime: '08:00:00',
    selectable: true,
    editable: true,
    lazyFetching: false,
    eventSources: [{ events: eventsBetween(resource, siteZone) }],
    datesSet: ({ view: { type, currentStart } }) => refine({ view: type, date: wallOf(currentStart).slice(0, 10) }),
    eventDidMount: ({ el, event }) => {
      // What is being drawn over free time is no record yet.
      if (!event.extendedProps.record) return;
      const record = recordOf(event);
      const { start_date, end_date } = spanOf(record);
      const when = showSpan(start_date, end_date, record.all_day === true);
      el.title = [nameOf(resource, record), ...when].join(', ');
    },
    eventClick: ({ event }) => {
      const record = recordOf(event);
      if (record._input) inBackground(navigate(`/${resource.path}/${record.id}`));
      else if (record.url) window.open(record.url, '_blank', 'noreferrer');
    },
    eventDrop: ({ event, oldEvent, delta, revert }) => {
      const record = recordOf(oldEvent);
      const same = event.allDay === oldEvent.allDay;
      const span = same
        ? dragged(record, delta)
        : turned(record, wallOf(event.start), wallOf(event.end), event.allDay, siteZone);
      inBackground(save(record, span, revert));
    },
    eventResize: ({ oldEvent, endDelta, revert }) => {
      const record = recordOf(oldEvent);
      inBackground(save(record, resized(record, endDelta), revert));
    },
    select: ({ start, end, allDay }) => {
      // Whole days are counted up to and with the last one.
      const last = allDay ? plus(wallOf(end), { days: 0, seconds: -1 }) : wallOf(end);
      const initial = new URLSearchParams({ start_date: wallOf(start), end_date: last, all_day: String(allDay) });
      inBackground(navigate(`/${resource.path}/new?${initial}`));
    },
  };
}

export function CalendarPage({ resource }: { readonly resource: ResourceInfo }) {
  useTitle('Calendar');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return;
    const stop = withoutRoles(box.current);
    const calendar: Calendar = createCalendar(
      box.current,
      [DayGrid, TimeGrid, List, Interaction],
      optionsFor(resource, () => calendar.refetchEvents()),
    );
    return () => {
      stop();
      inBackground(destroyCalendar(calendar));
    };
  }, [resource]);
  return (
    <>
      <header class="page-head">
        <h1>Calendar</h1>
        <span class="quiet-text clock">Times of {contract.site.timezone.replaceAll('_', ' ')}</span>
        <ButtonLink kind="primary" icon="add" href={hrefOf(`/${resource.path}/new`)}>
          New {oneOf(resource)}
        </ButtonLink>
      </header>
      <div ref={box} class="calendar" />
    </>
  );
}
