// The calendar page: month, week, day and list views. Events can be dragged, resized, and created by selecting free time.

import {
  type Calendar,
  createCalendar,
  DayGrid,
  destroyCalendar,
  Interaction,
  List,
  TimeGrid,
} from '@event-calendar/core';
import { texts as apiTexts } from '../api/texts';
import '@event-calendar/core/index.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { contract, newOf, type ResourceInfo, singularOf } from '../api/contract';
import { clockOf, localeOf, showSpan } from '../api/moment';
import { type ApiRecord, nameOf } from '../api/records';
import type { Values } from '../form/values';
import { language } from '../i18n/texts';
import { address, hrefOf, navigate, setQuery } from '../router';
import { toastUndo } from '../series/chosen-dates';
import { useTitle } from '../shell/title';
import { Button, ButtonLink } from '../ui/button';
import { inBackground, toastFailure } from '../ui/toast';
import { clockIn } from '../widgets/wall-clock';
import './calendar.css';
import { convertedAllDay, dragged, resized, type Span, spanOf } from './drag';
import { CalendarFilters, filterQuery } from './filters';
import { QuickCreate } from './quick-create';
import { withoutRoles } from './roles';
import { move } from './save-move';
import { countedDay, eventsBetween, isVisible, recordOf } from './source';
import { texts } from './texts';
import { instantOf, offsetAt, plus, wallAt } from './zone';
import { chosenZone, shownZone } from './zone-choice';
import { ZoneSelect } from './zone-select';

const viewNames = ['dayGridMonth', 'timeGridWeek', 'timeGridDay', 'listMonth'];
/** All events of a day that has too many for the day view. */
const dayList = 'listDay';
/** Start of an event that is created by a click on a day. */
const newEventTime = '10:00:00';
const narrow = matchMedia('(max-width: 48rem)');

/** The library returns wall-clock times as `Date` objects in the browser's zone. */
function wallOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:00`;
}

/** The library accepts UTC offsets only; the current one decides which day is today. */
function offsetText(zone: string): string {
  const minutes = Math.round(offsetAt(new Date(), zone) / 60);
  const two = (number: number) => String(Math.floor(Math.abs(number))).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(Math.abs(minutes) % 60)}`;
}

interface Acting {
  readonly refetch: () => void;
  readonly quickCreate: (initial: Values) => void;
  readonly showDay: (day: string, view: string) => void;
}

function optionsFor(
  resource: ResourceInfo,
  zone: string | undefined,
  { refetch, showDay, quickCreate }: Acting,
): Calendar.Options {
  const clock = zone ?? contract.site.timezone;
  let isAtToday = true;
  const save = (record: ApiRecord, span: Span, revert: () => void) =>
    move(resource, record, span).then(
      (undo) => {
        if (!undo) return revert();
        toastUndo(texts().moved(nameOf(resource, record)), undo, refetch);
        refetch();
      },
      (error: unknown) => {
        revert();
        toastFailure(error);
        refetch();
      },
    );
  // A new record is in the site's time zone, whichever is shown.
  const onSite = (wall: string, allDay: boolean) =>
    allDay || zone === undefined ? wall : wallAt(instantOf(wall, zone), contract.site.timezone);
  const create = (start: string, end: string, allDay: boolean) =>
    quickCreate({ start_date: onSite(start, allDay), end_date: onSite(end, allDay), all_day: allDay });
  const { query } = address.value;
  const view = query.get('view') ?? '';
  const date = query.get('date');
  return {
    view: [...viewNames, dayList].includes(view) ? view : narrow.matches ? 'listMonth' : 'dayGridMonth',
    ...(date && { date }),
    headerToolbar: { start: 'prev,next today', center: 'title', end: viewNames.join(',') },
    buttonText: (given) => ({ ...given, ...texts().views, today: texts().today }),
    views: Object.fromEntries(
      viewNames.map((name) => [
        name,
        { buttonText: (given) => ({ ...given, next: texts().next, prev: texts().previous }) },
      ]),
    ),
    allDayContent: apiTexts().allDay,
    noEventsContent: texts().noEvents,
    height: narrow.matches ? 'auto' : 'calc(100dvh - 12rem)',
    timeZone: offsetText(clock),
    locale: localeOf(language.value),
    eventTimeFormat: clockOf(language.value),
    slotLabelFormat: clockOf(language.value),
    firstDay: 1,
    // `day-limit.ts` limits events per day: the library would measure every event of the month first.
    dayMaxEvents: false,
    eventFilter: ({ event, view: { type } }) => isVisible(event, type),
    listDayFormat: { weekday: 'long', day: 'numeric', month: 'long' },
    listDaySideFormat: () => '',
    nowIndicator: true,
    scrollTime: '08:00:00',
    selectable: true,
    editable: true,
    lazyFetching: false,
    eventSources: [{ events: eventsBetween(resource, zone, () => filterQuery(address.peek().query)) }],
    datesSet: ({ view: { type, currentStart, currentEnd } }) => {
      setQuery({ view: type, date: wallOf(currentStart).slice(0, 10) });
      const today = clockIn(clock, new Date());
      isAtToday = !(type.startsWith('list') && wallOf(currentStart) <= today && today < wallOf(currentEnd));
    },
    // On phones the list of a month is long: it begins at today.
    eventAllUpdated: () => {
      if (isAtToday || !narrow.matches) return;
      isAtToday = scrollToToday(clockIn(clock, new Date()).slice(0, 10));
    },
    eventContent: ({ event }) => (countedDay(event) ? { domNodes: [moreLabel(event)] } : undefined),
    eventDidMount: ({ el, event }) => {
      const record = recordOf(event);
      if (!record) return;
      const { start_date, end_date } = spanOf(record);
      const when = showSpan(start_date, end_date, record.all_day === true);
      el.title = [nameOf(resource, record), ...when].join(', ');
    },
    eventClick: ({ event, view: { type } }) => {
      const [record, day] = [recordOf(event), countedDay(event)];
      if (day) return showDay(day, type === 'timeGridDay' ? dayList : 'timeGridDay');
      if (!record) return;
      if (record._input) inBackground(navigate(`/${resource.path}/${record.id}`));
      else if (record.url) window.open(record.url, '_blank', 'noreferrer');
    },
    eventDrop: ({ event, oldEvent, delta, revert }) => {
      const record = recordOf(oldEvent);
      if (!record) return;
      const same = event.allDay === oldEvent.allDay;
      const span = same
        ? dragged(record, delta)
        : convertedAllDay(record, wallOf(event.start), wallOf(event.end), event.allDay, zone);
      inBackground(save(record, span, revert));
    },
    eventResize: ({ oldEvent, endDelta, revert }) => {
      const record = recordOf(oldEvent);
      if (record) inBackground(save(record, resized(record, endDelta), revert));
    },
    select: ({ start, end, allDay }) =>
      // The library's end is exclusive; an all-day event ends on its last day.
      create(wallOf(start), allDay ? plus(wallOf(end), { days: 0, seconds: -1 }) : wallOf(end), allDay),
    // In the month view a click is a day, at the usual hour of a new event.
    dateClick: ({ date, allDay }) => {
      const start = wallOf(date);
      const at = allDay ? `${start.slice(0, 10)} ${newEventTime}` : start;
      create(at, plus(at, { days: 0, seconds: 3_600 }), false);
    },
  };
}

/** False while the list is not drawn. */
function scrollToToday(today: string): boolean {
  const days = [...document.querySelectorAll<HTMLTimeElement>('.ec-list .ec-day-head time[datetime]')];
  if (days.length === 0) return false;
  days
    .find(({ dateTime }) => dateTime >= today)
    ?.closest('.ec-day')
    ?.scrollIntoView();
  return true;
}

function moreLabel({ title }: Calendar.Event): HTMLElement {
  const label = document.createElement('span');
  label.textContent = String(title);
  return label;
}

export function CalendarPage({ resource }: { readonly resource: ResourceInfo }) {
  useTitle(texts().calendar);
  const [creating, setCreating] = useState<Values>();
  const refetch = useRef<() => void>();
  const box = useRef<HTMLDivElement>(null);
  const choice = chosenZone.value;
  useEffect(() => {
    if (!box.current) return;
    const stop = withoutRoles(box.current);
    const calendar: Calendar = createCalendar(
      box.current,
      [DayGrid, TimeGrid, List, Interaction],
      optionsFor(resource, shownZone(choice), {
        refetch: () => calendar.refetchEvents(),
        quickCreate: setCreating,
        showDay: (day, view) => {
          calendar.setOption('date', day);
          calendar.setOption('view', view);
        },
      }),
    );
    refetch.current = () => calendar.refetchEvents();
    return () => {
      stop();
      inBackground(destroyCalendar(calendar));
    };
  }, [resource, choice, language.value]);
  const filters = JSON.stringify(filterQuery(address.value.query));
  const shownFilters = useRef(filters);
  useEffect(() => {
    if (shownFilters.current === filters) return;
    shownFilters.current = filters;
    refetch.current?.();
  }, [filters]);
  return (
    <>
      <header class="page-head">
        <h1>{texts().calendar}</h1>
        <ZoneSelect noun={singularOf(resource)} />
        <Button icon="add" onClick={() => setCreating({})}>
          {texts().quickCreate}
        </Button>
        <ButtonLink kind="primary" icon="add" href={hrefOf(`/${resource.path}/new`)}>
          {newOf(resource)}
        </ButtonLink>
      </header>
      <CalendarFilters resource={resource} />
      <div ref={box} class="calendar" />
      {creating && (
        <QuickCreate
          resource={resource}
          initial={creating}
          onClose={() => setCreating(undefined)}
          onCreated={() => {
            setCreating(undefined);
            refetch.current?.();
          }}
        />
      )}
    </>
  );
}
