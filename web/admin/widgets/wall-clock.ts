// Arithmetic on clock readings (`2027-10-09 10:00:00`), which belong to no zone: an hour later on the clock is an hour
// later on the clock, on every day of the year.

export interface Reading {
  readonly date: string;
  /** `HH:MM`, with seconds where they count. */
  readonly time: string;
}

export function readingOf(wall: unknown): Reading {
  const [date = '', time = ''] = typeof wall === 'string' ? wall.trim().split(/[ T]/) : [];
  return { date, time: time.replace(/^(\d\d:\d\d):00$/, '$1') };
}

/** Nothing without a date; midnight without a time. */
export function wallOf({ date, time }: Reading): string {
  if (date === '') return '';
  const [hours = '00', minutes = '00', seconds = '00'] = time.split(':');
  return `${date} ${hours || '00'}:${minutes}:${seconds}`;
}

const secondsOf = (wall: string): number => {
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = wall.split(/[- :]/).map(Number);
  // `Date.UTC` takes the years up to 99 for those of the last century.
  return new Date(0).setUTCFullYear(year, month - 1, day) / 1_000 + hours * 3_600 + minutes * 60 + seconds;
};

const textOf = (seconds: number): string => {
  const iso = new Date(seconds * 1_000).toISOString();
  return iso.slice(0, 19).replace('T', ' ');
};

export const isWall = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value);

export const plus = (wall: string, seconds: number): string => textOf(secondsOf(wall) + seconds);

export const between = (start: string, end: string): number => secondsOf(end) - secondsOf(start);

/** What a zone's clock shows now, up to the next full hour. */
export function nextHour(zone: string, now: Date): string {
  const wall = plus(clockIn(zone, now), 3_599);
  return `${wall.slice(0, 14)}00:00`;
}

export function clockIn(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA-u-hc-h23', {
    timeZone: known(zone),
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const told = Object.fromEntries(parts.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${told.year}-${told.month}-${told.day} ${told.hour}:${told.minute}:${told.second}`;
}

/** The zone if this browser knows it. */
function known(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return 'UTC';
  }
}
