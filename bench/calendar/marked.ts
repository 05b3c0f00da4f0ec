// Values that match the same number of events however many there are: a venue, an organizer, a tag, a category with
// others below it, a rare word and a parent, each on about a thousand events to come and as many past ones.
import type { Row } from '../../src/core/store.js';
import { DAY, secondsOf } from '../../src/core/time/clock.js';
import type { Chance } from './chance.js';
import { futureShare, shares } from './shapes.js';

export const wanted = 1_000;
/** Found in no other text. */
export const rareWord = 'quixotic';

export interface Marks {
  readonly venue: boolean;
  readonly organizer: boolean;
  readonly tag: boolean;
  readonly category: boolean;
  readonly word: boolean;
  readonly parent: boolean;
}

const none: Marks = { venue: false, organizer: false, tag: false, category: false, word: false, parent: false };

/** Whether a visitor finds the event in lists, and on which side of now. */
function sideOf(row: Row, now: number): 'past' | 'future' | undefined {
  if (row.status !== 'publish' || row.hide_from_listings || row.password !== '') return undefined;
  const days = (secondsOf(String(row.start_date)) - now) / DAY;
  return days < -2 ? 'past' : days > 2 && days < 725 ? 'future' : undefined;
}

export function marksOf(chance: Chance, row: Row, now: string, events: number): Marks {
  const side = sideOf(row, secondsOf(now));
  if (!side) return none;
  const open = shares(events).publish * 0.985;
  const likely = wanted / (events * open * (side === 'past' ? 0.75 : 0.25 * futureShare(725)));
  const drawn = () => chance.happens(likely);
  return { venue: drawn(), organizer: drawn(), tag: drawn(), category: drawn(), word: drawn(), parent: drawn() };
}
