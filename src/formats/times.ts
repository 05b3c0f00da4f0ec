// Times of feeds in the notations of RFC 3339, RFC 822 (English names in every locale) and RFC 5545.
import { civilDay, DAY, type Instant, secondsOf, type Wall, weekdayOf } from '../core/time/clock.js';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 2027-05-01T18:00:00 */
export const localTime = (wall: Wall): string => `${wall.slice(0, 10)}T${wall.slice(11)}`;

/** 2027-05-01T18:00:00Z */
export const utcTime = (instant: Instant): string => `${localTime(instant)}Z`;

/** Sat, 01 May 2027 18:00:00 +0000 */
export function mailTime(instant: Instant): string {
  const day = Math.floor(secondsOf(instant) / DAY);
  const { month } = civilDay(day);
  const date = `${instant.slice(8, 10)} ${months[month - 1]} ${instant.slice(0, 4)}`;
  return `${weekdays[weekdayOf(day)]}, ${date} ${instant.slice(11)} +0000`;
}

/** 20270501T180000, the notation of iCalendar. */
export const basic = (wall: Wall): string =>
  `${wall.slice(0, 4)}${wall.slice(5, 7)}${wall.slice(8, 10)}T${wall.slice(11, 13)}${wall.slice(14, 16)}${wall.slice(17, 19)}`;
