// Series of 10 to 260 dates, 50 on average: weekly, fortnightly, daily or monthly. Each can become slim rows that read
// their content from the master, or as many single events with the same dates and texts.
import type { Row } from '../../src/core/store.js';
import { DAY, secondsOf } from '../../src/core/time/clock.js';
import { datesOf } from '../../src/core/time/recurrence.js';
import { type EventRow, noSeries } from '../../src/models/event/columns.js';
import { slimRows } from '../../src/models/event/series/generate.js';
import { datesAt, inheritedValues } from '../../src/models/event/series/rows.js';
import { startFrom } from './distributions.js';
import { date, drawEvent, type EventGenerator, type GeneratedEvent, generateEvent } from './events.js';
import type { Random } from './random.js';

export interface GeneratedSeries {
  /** The master with its texts. */
  readonly master: GeneratedEvent;
  readonly dates: readonly Row[];
}

const lengthOf = (random: Random): number => 10 + Math.floor(251 * random.next() ** 5.25);

interface Frequency {
  readonly rule: string;
  /** About, to center the series. */
  readonly days: number;
}

function frequencyOf(random: Random, length: number): Frequency {
  const share = random.next();
  if (share < 0.15) return { rule: 'FREQ=DAILY', days: 1 };
  if (share < 0.3 && length <= 30) return { rule: 'FREQ=MONTHLY', days: 30 };
  if (share < 0.45 && length <= 100) return { rule: 'FREQ=WEEKLY;INTERVAL=2', days: 14 };
  return { rule: 'FREQ=WEEKLY', days: 7 };
}

/** The master has the id, its dates have the following ones. At most `most` dates. */
export function generateSeries(generator: EventGenerator, id: number, most: number): GeneratedSeries {
  const { random, call } = generator;
  const drawn = drawEvent(generator);
  const length = Math.min(lengthOf(random), most);
  const { rule, days } = frequencyOf(random, length);
  const start = startFrom(random, secondsOf(call.now)) - Math.floor(length / 2) * days * DAY;
  const end = start + (random.happens(0.97) ? random.integer(1, 10) * 1_800 : 1.5 * DAY);
  const given = {
    ...drawn.given,
    start_date: date(start),
    end_date: date(end),
    recurrence: { rule: `${rule};COUNT=${length}`, dates: [], except: [] },
  };
  const master = generateEvent(generator, id, { ...drawn, given });
  const row = master.row as EventRow;
  if (!row.recurrence) throw new Error('A generated series has no rule.');
  const dates = Array.from(datesOf(row.recurrence, row.recurrence.start), (each, at) => ({
    id: id + 1 + at,
    date: each,
    slugNumber: 0,
  }));
  return { master, dates: slimRows(row, dates, row.modified_utc) };
}

/** The dates as single events with copies of the content. The first has the id. */
export const copiesOf = ({ master: { row }, dates }: GeneratedSeries, id: number): readonly Row[] =>
  dates.map((slim, at) => ({
    ...row,
    ...inheritedValues(row as EventRow),
    ...noSeries,
    ...datesAt({ start: String(slim.original_start) }, row as EventRow),
    id: id + at,
    content_id: id + at,
    slug: row.slug && `${row.slug}-${String(slim.original_start).slice(0, 10)}`,
  }));
