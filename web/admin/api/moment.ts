// Dates and times as text. Times of events are wall-clock values (`2027-10-09 10:00:00`) in the event's own time zone and never
// converted; instants, such as the time of a change, are shown in the time zone of the site. The clock is that of the website.
import { type Language, localeFor } from '../../../src/core/languages.js';
import { language } from '../i18n/texts';
import { knownZone } from '../widgets/wall-clock';
import { preferredLanguage } from './language';
import { texts } from './texts';

/** The user's own locale of the language of the console, such as `fr-CA`. */
export const localeOf = (code: Language): string =>
  preferredLanguage(globalThis.navigator?.languages ?? [], localeFor(code), code);

interface SiteClock {
  readonly timezone: string;
  readonly time_format: string;
}

let site: SiteClock = { timezone: 'UTC', time_format: 'language' };

/** Set with the API document, before anything is rendered. */
export const setSiteClock = (clock: SiteClock): void => {
  site = clock;
};

const hourCycles = { 24: 'h23', 12: 'h12' } as const;

/** 12 or 24 hours: by the setting of the site, else as the website does in this language. */
function hourCycleOf(code: Language): Intl.LocaleHourCycleKey | undefined {
  const { time_format: format } = site;
  if (format === '24' || format === '12') return hourCycles[format];
  const { hourCycle } = new Intl.DateTimeFormat(localeFor(code), { hour: 'numeric' }).resolvedOptions();
  return hourCycle as Intl.LocaleHourCycleKey | undefined;
}

/** How times are written. */
export function clockOf(code: Language): Intl.DateTimeFormatOptions {
  const hourCycle = hourCycleOf(code);
  return { hour: hourCycle === 'h23' ? '2-digit' : 'numeric', minute: '2-digit', ...(hourCycle && { hourCycle }) };
}

const formatsOf = (code: Language) => {
  const locale = localeOf(code);
  const clock = clockOf(code);
  const day = { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  return {
    day: new Intl.DateTimeFormat(locale, day),
    dayOfYear: new Intl.DateTimeFormat(locale, { ...day, year: undefined }),
    time: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...clock }),
    shortDay: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' }),
    shortMonth: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short' }),
    month: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long' }),
    instant: new Intl.DateTimeFormat(locale, {
      timeZone: knownZone(site.timezone),
      ...{ day: 'numeric', month: 'short', year: 'numeric' },
      ...clock,
    }),
  };
};

const known = new Map<string, ReturnType<typeof formatsOf>>();

function formats(): ReturnType<typeof formatsOf> {
  const { time_format, timezone } = site;
  const key = [language.value, time_format, timezone].join();
  const found = known.get(key) ?? formatsOf(language.value);
  known.set(key, found);
  return found;
}

export const readWall = (wall: string): Date => new Date(`${wall.replace(' ', 'T')}Z`);
export const writeWall = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

export const showDay = (wall: string): string => formats().day.format(readWall(wall));
/** Without the year: `2027-05-04` → “4 May”. */
export const showShortDay = (day: string): string =>
  day ? formats().shortDay.format(readWall(`${day} 00:00:00`)) : '';
export const showMonth = (wall: string): string => formats().month.format(readWall(wall));
/** Fits on a button. */
export const showShortMonth = (wall: string): string => formats().shortMonth.format(readWall(wall));
/** A time in milliseconds since 1970, in the time zone of the site. */
export const showInstant = (at: number): string => formats().instant.format(at);
/** The same for a text in UTC. */
export const showUtc = (utc: string): string => showInstant(readWall(utc).getTime());
export const showMoment = (wall: string): string => `${showDay(wall)}, ${formats().time.format(readWall(wall))}`;

/** Days and times of an event, with shared parts written once; `short` leaves out the current year. */
export function showSpan(start: string, end: string, wholeDays: boolean, short = false): readonly [string, string] {
  const { day, dayOfYear, time } = formats();
  const [from, to] = [readWall(start), readWall(end)];
  const isThisYear = [from, to].every((date) => date.getUTCFullYear() === new Date().getFullYear());
  const days = (short && isThisYear ? dayOfYear : day).formatRange(from, to);
  if (wholeDays) return [days, texts().allDay];
  const sameDay = start.slice(0, 10) === end.slice(0, 10);
  return [days, sameDay ? time.formatRange(from, to) : `${time.format(from)} – ${time.format(to)}`];
}
