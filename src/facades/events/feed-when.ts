// The times of an event in words, for feeds that are read by people: `Fri, 11 Dec 2026, 22:00 – 03:00`.
import { localeFor } from '../../core/languages.js';
import type { SiteSettings } from '../../core/site.js';
import { isoInstant } from '../../core/time/clock.js';
import type { EventRow } from '../../models/event/columns.js';

type Times = Pick<EventRow, 'start_date' | 'end_date' | 'all_day'>;
type Clock = SiteSettings['timeFormat'];

interface Formatters {
  readonly day: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
}

const known = new Map<string, Formatters>();

/** Cached: constructing a formatter costs as much as using it a thousand times. */
function formattersFor(locale: string, clock: Clock): Formatters {
  const key = `${locale} ${clock}`;
  const hourCycle = clock === 'language' ? {} : { hourCycle: clock === '12' ? 'h12' : 'h23' };
  const found = known.get(key) ?? {
    day: new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }),
    time: new Intl.DateTimeFormat(locale, {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
      ...(hourCycle as object),
    }),
  };
  known.set(key, found);
  return found;
}

/** Wall-clock times are formatted as they are. An end by 05:00 belongs to the evening before. */
export function whenText({ start_date, end_date, all_day }: Times, language: string | undefined, clock: Clock): string {
  const { day, time } = formattersFor(localeFor(language), clock);
  const [start, end] = [new Date(isoInstant(start_date)), new Date(isoInstant(end_date))];
  const isOneDay = start_date.slice(0, 10) === end_date.slice(0, 10);
  if (all_day) return isOneDay ? day.format(start) : `${day.format(start)} – ${day.format(end)}`;
  const from = `${day.format(start)}, ${time.format(start)}`;
  if (end_date <= start_date) return from;
  const isOneNight = end.getTime() - start.getTime() < 86_400_000 && end_date.slice(11) <= '05:00:00';
  return `${from} – ${isOneDay || isOneNight ? '' : `${day.format(end)}, `}${time.format(end)}`;
}
