// Whether a quantity rises in a run: a line through the medians of its minutes, by Theil and Sen, which ignores single outliers.
import { median } from '../../bench/measure/numbers.js';

export interface Limit {
  /** Of the begin of the line. */
  readonly share: number;
  /** In the unit of the quantity. */
  readonly floor: number;
}

export interface Trend {
  /** Values of the line at the first and the last point. */
  readonly begin: number;
  readonly end: number;
  readonly perHour: number;
  /** Three times the median distance of the points from the line. */
  readonly noise: number;
  /** The largest rise from begin to end that counts as none. */
  readonly allowed: number;
  readonly rises: boolean;
}

export interface Point {
  readonly minute: number;
  readonly value: number;
}

/** The median of each minute. */
export function minutesOf(points: readonly Point[]): readonly Point[] {
  const byMinute = new Map<number, number[]>();
  for (const { minute, value } of points) {
    const values = byMinute.get(Math.floor(minute)) ?? [];
    values.push(value);
    byMinute.set(Math.floor(minute), values);
  }
  return [...byMinute].map(([minute, values]) => ({ minute, value: median(values) }));
}

/** Undefined for fewer than three minutes. */
export function trendOf(points: readonly Point[], { share, floor }: Limit): Trend | undefined {
  const minutes = minutesOf(points);
  const [first, last] = [minutes[0], minutes.at(-1)];
  if (!first || !last || minutes.length < 3) return undefined;
  const slopes = minutes.flatMap((from, at) =>
    minutes.slice(at + 1).map((to) => (to.value - from.value) / (to.minute - from.minute)),
  );
  const slope = median(slopes);
  const start = median(minutes.map(({ minute, value }) => value - slope * (minute - first.minute)));
  const lineAt = (minute: number): number => start + slope * (minute - first.minute);
  const noise = 3 * median(minutes.map(({ minute, value }) => Math.abs(value - lineAt(minute))));
  const [begin, end] = [lineAt(first.minute), lineAt(last.minute)];
  const allowed = share * begin + floor + noise;
  return { begin, end, perHour: slope * 60, noise, allowed, rises: end - begin > allowed };
}
