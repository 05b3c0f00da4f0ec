// Lists of ten of which no two are the same: days, categories, tags, venues, words and pages by a skewed law, and days
// spread over all years.
import { DAY, wallOf } from '../../src/core/time/clock.js';
import { type ListKind, listKinds } from '../baselines/statements.js';
import { flagged, sizes } from '../data.js';
import { mount } from '../processes/service.js';
import { type Random, seededRandom } from './random.js';
import { towns } from './words.js';

const pathCount = 24_000;
/** Most requests are for the next weeks: the mean distance of the first day from today. */
const meanDays = 20;
const lengths = [1, 1, 2, 3, 7, 7, 14, 30];
const share: Readonly<Record<ListKind, number>> = { day: 0.4, categories: 0.2, tags: 0.15, venue: 0.15, search: 0.1 };

const dayAt = (seconds: number): string => wallOf(seconds).slice(0, 10);

/** Low numbers far more often than high ones. */
const skewed = (random: Random, min: number, max: number): number =>
  min + Math.floor(random.next() ** 3 * (max - min + 1));

const filterValue: Readonly<Record<ListKind, (random: Random) => string>> = {
  day: () => '',
  // Without children, as the statement knows none.
  categories: (random) => String(skewed(random, Math.ceil(sizes.categories / 3) + 1, flagged.category - 1)),
  tags: (random) => String(skewed(random, sizes.categories + 1, flagged.tag - 1)),
  venue: (random) => String(skewed(random, 1, flagged.venue - 1)),
  search: (random) => String(towns[skewed(random, 0, towns.length - 1)]).toLowerCase(),
};

function kindOf(random: Random): ListKind {
  const at = random.next();
  let sum = 0;
  for (const kind of listKinds) {
    sum += share[kind];
    if (at < sum) return kind;
  }
  return 'day';
}

/** Weeks have several pages; the other lists may not, and a page past the end is an error. */
function warmPath(random: Random, today: number): string {
  const kind = kindOf(random);
  const days = Math.floor(-meanDays * Math.log(1 - random.next())) * (random.happens(0.8) ? 1 : -1);
  const length = kind === 'day' ? random.pick(lengths) : 30 + random.integer(0, 60);
  const [from, to] = [dayAt(today + days * DAY), dayAt(today + (days + length - 1) * DAY)];
  const page = kind === 'day' && length >= 7 ? skewed(random, 1, 8) : 1;
  const filter = kind === 'day' ? '' : `&${kind}=${filterValue[kind](random)}`;
  return `${mount}/events?start_date=${from}&end_date=${to}${filter}&page=${page}`;
}

/** Most of their events are shown by others as well. `today` in seconds. */
export function warmPaths(today: number): readonly string[] {
  const random = seededRandom(7);
  const paths = new Set<string>();
  for (let tries = 0; paths.size < pathCount && tries < 20 * pathCount; tries++) paths.add(warmPath(random, today));
  return [...paths];
}

/** Each day of the past years has other events; together they are several times as large as the cache. */
export const coldPaths = (today: number): readonly string[] =>
  Array.from({ length: 3_600 }, (_, at) => dayAt(today - (30 + ((at * 1_231) % 3_600)) * DAY)).map(
    (day) => `${mount}/events?start_date=${day}&end_date=${day}&page=1`,
  );
