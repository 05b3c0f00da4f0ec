// Moments for people. Clock readings (`2027-10-09 10:00:00`) are shown as they are, whatever the zone of the browser.
import { preferredLanguage } from './language';

/** The console is in English: dates are written as in the reader's own English, day first where they have none. */
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
/** A moment in milliseconds, on the clock of this device. */
export const showLocal = (at: number): string => local.format(at);
export const showMoment = (wall: string): string => `${showDay(wall)}, ${time.format(readWall(wall))}`;

/** The days and the times of a span, without saying anything twice. */
export function showSpan(start: string, end: string, wholeDays: boolean): readonly [string, string] {
  const [from, to] = [readWall(start), readWall(end)];
  const days = day.formatRange(from, to);
  if (wholeDays) return [days, 'All day'];
  const sameDay = start.slice(0, 10) === end.slice(0, 10);
  return [days, sameDay ? time.formatRange(from, to) : `${time.format(from)} – ${time.format(to)}`];
}
