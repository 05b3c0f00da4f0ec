// Flags of events for filters that match the same number of events in a calendar of any size: a venue, an organizer, a
// tag, a category with children, a rare word and a parent, each on about 1,000 future and 1,000 past events.
import type { Row } from '../../src/core/store.js';
import { DAY, secondsOf } from '../../src/core/time/clock.js';
import { futureShare, shares } from './distributions.js';
import type { Random } from './random.js';

export const matchesPerFilter = 1_000;
/** Occurs in no other text. */
export const rareWord = 'quixotic';

export interface Flags {
  readonly venue: boolean;
  readonly organizer: boolean;
  readonly tag: boolean;
  readonly category: boolean;
  readonly word: boolean;
  readonly parent: boolean;
}

export const noFlags: Flags = {
  venue: false,
  organizer: false,
  tag: false,
  category: false,
  word: false,
  parent: false,
};

/** Past or future for events in public lists, undefined for all others. */
function sideOf(row: Row, now: number): 'past' | 'future' | undefined {
  if (row.status !== 'publish' || row.hide_from_listings || row.password !== '') return undefined;
  const days = (secondsOf(String(row.start_date)) - now) / DAY;
  return days < -2 ? 'past' : days > 2 && days < 725 ? 'future' : undefined;
}

export function flagsOf(random: Random, row: Row, now: string, events: number): Flags {
  const side = sideOf(row, secondsOf(now));
  if (!side) return noFlags;
  const open = shares(events).publish * 0.985;
  const likely = matchesPerFilter / (events * open * (side === 'past' ? 0.75 : 0.25 * futureShare(725)));
  const drawn = () => random.happens(likely);
  return { venue: drawn(), organizer: drawn(), tag: drawn(), category: drawn(), word: drawn(), parent: drawn() };
}
