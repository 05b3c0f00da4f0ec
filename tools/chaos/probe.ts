// Asks again and again, without the patience of a good client, so that every gap in the service is seen and measured.
import { setTimeout as sleep } from 'node:timers/promises';

export interface Probe {
  readonly name: string;
  /** Milliseconds between two successes, at most. */
  longestGap: number;
  /** When attempts failed. */
  readonly failures: number[];
  stopped: boolean;
}

const every = 50;

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
    await sleep(every);
  }
}

/** How long after that moment the last failure came, within a window; 0 when there was none. */
export const lastFailureAfter = ({ failures }: Probe, moment: number, window: number): number =>
  Math.max(0, ...failures.filter((at) => at >= moment && at < moment + window).map((at) => at - moment));
