// Freezes `Date` for one test, so that rate limits refill only when the test advances it, however slow the machine is.
import { onTestFinished, vi } from 'vitest';

/** Timers run; only `Date` is frozen. Returns a function that advances it. */
export function holdDate(): (seconds: number) => void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return (seconds) => {
    vi.setSystemTime(Date.now() + seconds * 1_000);
  };
}
