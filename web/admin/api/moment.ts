// Dates and times as text. Wall-clock values (`2027-10-09 10:00:00`) are never converted to the browser's time zone.
import { type Language, localeFor } from '../../../src/core/languages.js';
import { language } from '../i18n/texts';
import { preferredLanguage } from './language';
import { texts } from './texts';

/** The user's own locale of the language of the console, such as `fr-CA`. */
export const localeOf = (code: Language): string =>
  preferredLanguage(globalThis.navigator?.languages ?? [], localeFor(code), code);

const formatsOf = (code: Language) => {
  const locale = localeOf(code);
  const day = { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  return {
    day: new Intl.DateTimeFormat(locale, day),
    time: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' }),
    shortDay: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' }),
    month: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long' }),
    local: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  };
};

const known = new Map<Language, ReturnType<typeof formatsOf>>();

function formats(): ReturnType<typeof formatsOf> {
  const found = known.get(language.value) ?? formatsOf(language.value);
  known.set(language.value, found);
  return found;
}

export const readWall = (wall: string): Date => new Date(`${wall.replace(' ', 'T')}Z`);
export const writeWall = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

export const showDay = (wall: string): string => formats().day.format(readWall(wall));
/** Without the year: `2027-05-04` → “4 May”. */
export const showShortDay = (day: string): string =>
  day ? formats().shortDay.format(readWall(`${day} 00:00:00`)) : '';
export const showMonth = (wall: string): string => formats().month.format(readWall(wall));
/** A time in milliseconds since 1970, in the browser's time zone. */
export const showLocal = (at: number): string => formats().local.format(at);
/** The same for a text in UTC. */
export const showUtc = (utc: string): string => showLocal(readWall(utc).getTime());
export const showMoment = (wall: string): string => `${showDay(wall)}, ${formats().time.format(readWall(wall))}`;

/** Days and times of an event, with shared parts written once. */
export function showSpan(start: string, end: string, wholeDays: boolean): readonly [string, string] {
  const { day, time } = formats();
  const [from, to] = [readWall(start), readWall(end)];
  const days = day.formatRange(from, to);
  if (wholeDays) return [days, texts().allDay];
  const sameDay = start.slice(0, 10) === end.slice(0, 10);
  return [days, sameDay ? time.formatRange(from, to) : `${time.format(from)} – ${time.format(to)}`];
}
