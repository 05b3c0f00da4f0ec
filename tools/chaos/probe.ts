// Sends requests at short intervals without retries, so that every gap in availability is measured.
import { setTimeout as sleep } from 'node:timers/promises';

export interface Probe {
  readonly name: string;
  /** Longest time between two successes, in milliseconds. */
  longestGap: number;
  /** Times of failed attempts. */
  readonly failures: number[];
  stopped: boolean;
}

const intervalMs = 50;

export const newProbe = (name: string): Probe => ({ name, longestGap: 0, failures: [], stopped: false });

export async function watch(probe: Probe, succeeds: () => Promise<boolean>): Promise<void> {
  let last = performance.now();
  while (!probe.stopped) {
    const succeeded = await succeeds();
    const now = performance.now();
    if (succeeded) {
      probe.longestGap = Math.max(probe.longestGap, now - last);
      last = now;
    } else probe.failures.push(now);
    await sleep(intervalMs);
  }
}

/** Milliseconds from this moment to the last failure within the window; 0 if there was none. */
export const lastFailureAfter = ({ failures }: Probe, moment: number, window: number): number =>
  Math.max(0, ...failures.filter((at) => at >= moment && at < moment + window).map((at) => at - moment));
