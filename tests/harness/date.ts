// The date stands still for one test, so that limits refill only when the test says so, however slow the machine is.
import { onTestFinished, vi } from 'vitest';

/** Timers go on; only `Date` is held. Answers a way to move it on. */
export function holdDate(): (seconds: number) => void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return (seconds) => {
    vi.setSystemTime(Date.now() + seconds * 1_000);
  };
}
