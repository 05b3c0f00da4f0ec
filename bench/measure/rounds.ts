// Two sides measured in turns, so that whatever else the machine does meets both; who goes first changes every round.
import { median } from './numbers.js';

/** What one round came to, by name. */
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
  /** Of the middles; least and most are of single rounds. */
  readonly middle: number;
  readonly least: number;
  readonly most: number;
}

export function ratioOf({ ours, baseline }: Sides, name: string): Ratio {
  const [mine, theirs] = [ours, baseline].map((side) => side.map((sample) => sample[name] ?? Number.NaN)) as [
    number[],
    number[],
  ];
  const each = mine.map((value, round) => value / (theirs[round] ?? Number.NaN));
  const [own, base] = [median(mine), median(theirs)];
  return { ours: own, baseline: base, middle: own / base, least: Math.min(...each), most: Math.max(...each) };
}
