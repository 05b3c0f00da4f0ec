// Dates and times as text. Wall-clock values (`2027-10-09 10:00:00`) are never converted to the browser's time zone.
import { preferredLanguage } from './language';

/** The console is in English: dates follow the user's own English locale, `en-GB` when they have none. */
export const locale = preferredLanguage(navigator.languages, 'en-GB', 'en');

const day = new Intl.DateTimeFormat(locale, {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const time = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });
const local = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

export const readWall = (wall: string): Date => new Date(`${wall.replace(' ', 'T')}Z`);
export const writeWall = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

export const showDay = (wall: string): string => day.format(readWall(wall));
/** A time in milliseconds since 1970, in the browser's time zone. */
export const showLocal = (at: number): string => local.format(at);
export const showMoment = (wall: string): string => `${showDay(wall)}, ${time.format(readWall(wall))}`;

/** Days and times of an event, with shared parts written once. */
export function showSpan(start: string, end: string, wholeDays: boolean): readonly [string, string] {
  const [from, to] = [readWall(start), readWall(end)];
  const days = day.formatRange(from, to);
  if (wholeDays) return [days, 'All day'];
  const sameDay = start.slice(0, 10) === end.slice(0, 10);
  return [days, sameDay ? time.formatRange(from, to) : `${time.format(from)} – ${time.format(to)}`];
}
