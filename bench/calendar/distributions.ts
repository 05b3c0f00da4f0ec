// Distributions of start, duration and status of events.
import { DAY } from '../../src/core/time/clock.js';
import type { Random } from './random.js';

const pastDays = 3_650;
const futureDays = 1_095;
/** Three in four events are past. Future ones decrease exponentially; this is the mean in days. */
const meanDaysAhead = 300;

const cumulative = (days: number): number => 1 - Math.exp(-days / meanDaysAhead);

/** Share of the future events that start within this many days. */
export const futureShare = (days: number): number => cumulative(days) / cumulative(futureDays);

/** Evenings more often than mornings. */
const hours = [8, 9, 10, 10, 11, 12, 14, 14, 15, 16, 17, 18, 18, 19, 19, 19, 19, 20, 20, 20, 21];
const minutes = [0, 0, 0, 1_800, 1_800, 900];

/** Moves almost half of the events on Monday to Thursday to the weekend. */
function towardsWeekend(random: Random, day: number): number {
  const weekday = (Math.floor(day / DAY) + 4) % 7;
  const working = weekday >= 1 && weekday <= 4;
  return working && random.happens(0.45) ? day + (random.integer(5, 7) - weekday) * DAY : day;
}

export function startFrom(random: Random, now: number): number {
  const days = random.happens(0.75)
    ? -pastDays * random.next()
    : -meanDaysAhead * Math.log(1 - random.next() * cumulative(futureDays));
  const day = Math.floor((now + days * DAY) / DAY) * DAY;
  return towardsWeekend(random, day) + random.pick(hours) * 3_600 + random.pick(minutes);
}

/** Duration in seconds: mostly hours, sometimes one to three days, rarely weeks, months or a year. */
export function lastsFor(random: Random): number {
  const share = random.next();
  if (share < 0.0005) return random.integer(300, 400) * DAY;
  if (share < 0.006) return random.integer(30, 180) * DAY;
  if (share < 0.02) return random.integer(7, 29) * DAY;
  if (share < 0.12) return random.integer(1, 3) * DAY;
  return random.integer(1, 10) * 1_800;
}

/** Small calendars have a larger share of drafts and featured events, so that there are about 1,000 of each. */
export const shares = (events: number) => {
  const draft = Math.max(0.02, 1_300 / events);
  return { draft, publish: 0.96 - draft, featured: Math.max(0.03, 1_500 / events) };
};

export function statusOf(random: Random, events: number): string {
  const share = random.next();
  const { publish, draft } = shares(events);
  if (share < publish) return 'publish';
  if (share < publish + draft) return 'draft';
  return random.pick(['pending', 'private', 'private', 'future', 'trash']);
}
