// Measures two sides alternately, so that other load on the machine affects both; the first side changes every round.
import { median } from './numbers.js';

/** The values of one round, by name. */
export type Sample = Readonly<Record<string, number>>;
export type Side = (round: number) => Promise<Sample>;

export interface Sides {
  readonly ours: readonly Sample[];
  readonly baseline: readonly Sample[];
}

export async function alternate(rounds: number, ours: Side, baseline: Side): Promise<Sides> {
  const found: { ours: Sample[]; baseline: Sample[] } = { ours: [], baseline: [] };
  const sides = [
    async (round: number) => found.ours.push(await ours(round)),
    async (round: number) => found.baseline.push(await baseline(round)),
  ];
  for (let round = 1; round <= rounds; round++) {
    for (const side of round % 2 ? sides : sides.toReversed()) await side(round);
  }
  return found;
}

export interface Ratio {
  readonly ours: number;
  readonly baseline: number;
  /** Ratio of the medians; `min` and `max` are of single rounds. */
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function ratioOf({ ours, baseline }: Sides, name: string): Ratio {
  const [mine, theirs] = [ours, baseline].map((side) => side.map((sample) => sample[name] ?? Number.NaN)) as [
    number[],
    number[],
  ];
  const each = mine.map((value, round) => value / (theirs[round] ?? Number.NaN));
  const [own, base] = [median(mine), median(theirs)];
  return { ours: own, baseline: base, median: own / base, min: Math.min(...each), max: Math.max(...each) };
}
