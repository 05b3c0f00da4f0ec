// Random sequences of changes of one series, as data. Numbers choose from the dates that exist.
import fc from 'fast-check';

const pick = <T>(...items: readonly T[]) => fc.constantFrom(...items);

export interface StartOfSeries {
  readonly start: string;
  readonly hours: number;
  readonly recurrence: string;
  readonly status: string;
}

/** Rules whose start fits; some have past dates, some no end. */
export const startOfSeries: fc.Arbitrary<StartOfSeries> = fc.record({
  start: pick('2027-06-08 19:00:00', '2027-05-04 10:00:00', '2027-07-06 01:30:00', '2027-06-29 10:00:00'),
  hours: pick(2, 3, 30),
  recurrence: pick(
    'FREQ=WEEKLY;COUNT=6',
    'FREQ=WEEKLY;COUNT=12',
    'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270801',
    'FREQ=DAILY;COUNT=9',
    'FREQ=WEEKLY;INTERVAL=4',
    'FREQ=MONTHLY;BYDAY=TU;BYSETPOS=1',
    'FREQ=WEEKLY;BYDAY=TU;COUNT=8',
  ),
  status: pick('publish', 'publish', 'publish', 'draft'),
});

const kinds = [
  ...['title', 'title', 'status', 'move', 'move', 'own', 'skip', 'skip', 'restore', 'erase'],
  ...['following', 'following', 'followingRule', 'end'],
  ...['all', 'shift', 'rule', 'rule', 'rule', 'zone', 'allStatus', 'trash', 'untrash'],
  ...['single', 'singleAll', 'wait', 'wait', 'month', 'month'],
] as const;

export interface SeriesStep {
  readonly kind: (typeof kinds)[number];
  /** Chooses the series and the date. */
  readonly series: number;
  readonly at: number;
  readonly minutes: number;
  readonly rule: string;
  readonly status: string;
  readonly isDryRun: boolean;
}

export const seriesStep: fc.Arbitrary<SeriesStep> = fc.record({
  kind: pick(...kinds),
  series: fc.nat(100),
  at: fc.nat(100),
  minutes: pick(30, -30, 60, 90, 1_440, -1_440),
  rule: pick(
    'FREQ=WEEKLY;COUNT=5',
    'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=9',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=6',
    'FREQ=DAILY;COUNT=10',
    'FREQ=WEEKLY;BYDAY=TU;BYHOUR=10,19;COUNT=7',
    'FREQ=WEEKLY;INTERVAL=3',
    'FREQ=MONTHLY;BYDAY=-1TU;COUNT=4',
  ),
  status: pick('draft', 'private', 'publish'),
  isDryRun: pick(false, false, false, false, false, false, true),
});
