// Health checks on demand. They read the whole database, so one run at a time serves all callers, and its result is
// reused for a minute.
import type { Finding } from './finding.js';

export interface HealthReport {
  /** Instant of the start, in UTC. */
  readonly checkedAt: string;
  readonly findings: readonly Finding[];
}

const reuseMs = 60_000;

/** Rejects if the checks could not run; the next call tries again. */
export function openDoctor(run: () => Promise<readonly Finding[]>): (now: string) => Promise<HealthReport> {
  let last: { readonly report: Promise<HealthReport>; readonly doneAt: () => number } | undefined;
  return (now) => {
    if (last && performance.now() - last.doneAt() < reuseMs) return last.report;
    // Not expired while it runs.
    let doneAt = Number.POSITIVE_INFINITY;
    const report = run()
      .then((findings) => ({ checkedAt: now, findings }))
      .finally(() => {
        doneAt = performance.now();
      })
      .catch((error: unknown) => {
        last = undefined;
        throw error;
      });
    last = { report, doneAt: () => doneAt };
    return report;
  };
}
