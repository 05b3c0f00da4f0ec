// Values that several feed formats make of an entry in the same way.
import type { CalendarEntry } from '../core/calendar-entry.js';
import { DAY, secondsBetween } from '../core/time/clock.js';

/** The name of the place and its address. */
export const locationOf = ({ place }: Pick<CalendarEntry, 'place'>): string =>
  place ? [place.name, place.address].filter((text) => text !== '').join(', ') : '';

/** The title, with its status in front: `Cancelled: Jazz night`. */
export const labelledTitle = ({ title, statusLabel }: CalendarEntry): string =>
  statusLabel === '' ? title : `${statusLabel}: ${title}`;

/** Date and place on one line, which readers of news see first. */
export const whenAndWhere = (entry: CalendarEntry): string =>
  [entry.when(), entry.place?.name ?? ''].filter((text) => text !== '').join(', ');

export function topicsOf({ topics, keywords }: CalendarEntry): readonly string[] {
  const names = new Set(topics);
  for (const word of keywords) names.add(word);
  names.delete('');
  return [...names];
}

/** Entries that leave people available: all-day ones and those longer than a day. */
export const isTransparent = ({ allDay, utcStart, utcEnd }: CalendarEntry): boolean =>
  allDay || secondsBetween(utcStart, utcEnd) > DAY;
