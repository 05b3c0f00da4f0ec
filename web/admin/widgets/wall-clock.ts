// Wall-clock values (`2027-10-09 10:00:00`): date and time in the event's time zone, never converted to the browser's.
// Arithmetic ignores daylight-saving changes: 01:30 plus one hour is 02:30 on every day of the year.

export interface DateAndTime {
  readonly date: string;
  /** `HH:MM`, or `HH:MM:SS` if the seconds are not 00. */
  readonly time: string;
}

export function splitWall(wall: unknown): DateAndTime {
  const [date = '', time = ''] = typeof wall === 'string' ? wall.trim().split(/[ T]/) : [];
  return { date, time: time.replace(/^(\d\d:\d\d):00$/, '$1') };
}

/** Empty without a date; midnight without a time. */
export function joinWall({ date, time }: DateAndTime): string {
  if (date === '') return '';
  const [hours = '00', minutes = '00', seconds = '00'] = time.split(':');
  return `${date} ${hours || '00'}:${minutes}:${seconds}`;
}

const secondsOf = (wall: string): number => {
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = wall.split(/[- :]/).map(Number);
  // `Date.UTC` maps the years 0 to 99 to 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month - 1, day) / 1_000 + hours * 3_600 + minutes * 60 + seconds;
};

const wallText = (seconds: number): string => {
  const iso = new Date(seconds * 1_000).toISOString();
  return iso.slice(0, 19).replace('T', ' ');
};

export const isWall = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value);

export const plus = (wall: string, seconds: number): string => wallText(secondsOf(wall) + seconds);

export const between = (start: string, end: string): number => secondsOf(end) - secondsOf(start);

/** The next full hour in a time zone. */
export function nextHour(zone: string, now: Date): string {
  const wall = plus(clockIn(zone, now), 3_599);
  return `${wall.slice(0, 14)}00:00`;
}

/** Each part by itself: the year of a `dateStyle` has two digits in some browsers. */
export const clockFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });

/** The current wall-clock time in a time zone. */
export function clockIn(zone: string, now: Date): string {
  const parts = Object.fromEntries(
    clockFormat(knownZone(zone))
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`;
}

/** Falls back to UTC for a zone that the browser does not know. */
export function knownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return 'UTC';
  }
}
