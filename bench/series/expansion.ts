// Ten years of a daily rule, against rrule-temporal.
import { RRuleTemporal } from 'rrule-temporal';
import { datesOf } from '../../src/core/time/recurrence.js';
import { warmed } from '../measure/load.js';
import { repeating } from '../measure/repeat.js';
import { alternate, ratioOf } from '../measure/rounds.js';
import type { Bench } from '../scenarios/scenario.js';

const years = 10;
const rule = 'FREQ=DAILY';

/** Another year each time, so that no result can be reused. */
const yearOf = (turn: number): number => 2_000 + (turn % 60);

function ours(turn: number): number {
  const [year, recurrence] = [yearOf(turn), { rule, dates: [], except: [] }];
  return [...datesOf(recurrence, `${year}-03-01 19:00:00`, { to: `${year + years}-02-28 23:59:59` })].length;
}

function theirs(turn: number): number {
  const year = yearOf(turn);
  const rruleString = `DTSTART:${year}0301T190000Z\nRRULE:${rule};UNTIL=${year + years}0228T235959Z`;
  return new RRuleTemporal({ rruleString }).all().length;
}

export async function compareExpansion(bench: Bench): Promise<void> {
  if (ours(3) !== theirs(3)) throw new Error(`The numbers of dates differ: ${ours(3)} and ${theirs(3)}.`);
  const time = bench.quick ? 50 : 500;
  const sides = await alternate(
    bench.rounds,
    await warmed(
      repeating(time, async (turn) => ours(turn)),
      1,
    ),
    await warmed(
      repeating(time, async (turn) => theirs(turn)),
      1,
    ),
  );
  const note = `${ours(3)} dates, against rrule-temporal`;
  const fixture = { engine: 'embedded', events: 0 } as const;
  bench.row({
    label: 'ten years of a daily rule',
    fixture,
    unit: 'µs CPU each',
    ratio: ratioOf(sides, 'cpu'),
    goal: { max: 1 },
    note,
  });
}
