// When events begin, how long they last and how public they are.
import { DAY } from '../../src/core/time/clock.js';
import type { Chance } from './chance.js';

const pastDays = 3_650;
const futureDays = 1_095;
/** Three in four lie in the past; what is to come thins out, since nobody plans that far ahead. */
const thinning = 300;

const fallen = (days: number): number => 1 - Math.exp(-days / thinning);

/** The share of the events to come that begin within so many days. */
export const futureShare = (days: number): number => fallen(days) / fallen(futureDays);

/** Evenings more often than mornings. */
const hours = [8, 9, 10, 10, 11, 12, 14, 14, 15, 16, 17, 18, 18, 19, 19, 19, 19, 20, 20, 20, 21];
const minutes = [0, 0, 0, 1_800, 1_800, 900];

/** Most working days give way to the end of the week. */
function towardsWeekend(chance: Chance, day: number): number {
  const weekday = (Math.floor(day / DAY) + 4) % 7;
  const working = weekday >= 1 && weekday <= 4;
  return working && chance.happens(0.45) ? day + (chance.whole(5, 7) - weekday) * DAY : day;
}

export function startFrom(chance: Chance, now: number): number {
  const days = chance.happens(0.75)
    ? -pastDays * chance.next()
    : -thinning * Math.log(1 - chance.next() * fallen(futureDays));
  const day = Math.floor((now + days * DAY) / DAY) * DAY;
  return towardsWeekend(chance, day) + chance.pick(hours) * 3_600 + chance.pick(minutes);
}

/** Hours mostly, one to three days now and then; few last weeks, fewer months, hardly any a year. */
export function lastsFor(chance: Chance): number {
  const share = chance.next();
  if (share < 0.0005) return chance.whole(300, 400) * DAY;
  if (share < 0.006) return chance.whole(30, 180) * DAY;
  if (share < 0.02) return chance.whole(7, 29) * DAY;
  if (share < 0.12) return chance.whole(1, 3) * DAY;
  return chance.whole(1, 10) * 1_800;
}

/** In a small calendar so many more are drafts or featured that there are a thousand of each. */
export const shares = (events: number) => {
  const draft = Math.max(0.02, 1_300 / events);
  return { draft, publish: 0.96 - draft, featured: Math.max(0.03, 1_500 / events) };
};

export function statusOf(chance: Chance, events: number): string {
  const share = chance.next();
  const { publish, draft } = shares(events);
  if (share < publish) return 'publish';
  if (share < publish + draft) return 'draft';
  return chance.pick(['pending', 'private', 'private', 'future', 'trash']);
}
