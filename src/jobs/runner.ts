// Runs the background jobs: each immediately and then at its own interval, never concurrently with itself. An idle job only asks
// the change log, until something is due or was changed by any process.
import type { Call } from '../core/call.js';
import { isUnavailable } from '../core/problem.js';
import type { Job, JobContext } from './job.js';

export interface Jobs {
  /** Runs all jobs until `stop`. */
  readonly start: () => void;
  /** Runs every job once, one after the other. */
  readonly runDue: () => Promise<void>;
  /** Starts no further run, aborts the signal, and waits until running jobs have ended. */
  readonly stop: () => Promise<void>;
}

/** An idle job runs at least so often: some rows are not in the change log. */
const maxIdleMs = 30_000;

const actingAs = ({ name }: Job, call: Call): Call => ({ ...call, actor: { ...call.actor, via: name } });

type LogError = (text: string, error?: unknown) => void;

interface RunnerContext extends Omit<JobContext, 'signal'> {
  /** Reads the settings of the site if another process changed them. Without that a job does not run. */
  readonly refreshSettings: () => Promise<void>;
}

export function openJobs(
  jobs: readonly Job[],
  { refreshSettings, ...context }: RunnerContext,
  logError: LogError,
): Jobs {
  const stopping = new AbortController();
  const { signal } = stopping;
  const errorLog = logErrorOnce(logError);
  let changes = 0;
  context.store.subscribe(() => changes++);

  const runners = jobs.map((job) => {
    let running: Promise<void> | undefined;
    let timer: NodeJS.Timeout | undefined;
    let idle: { readonly until: string; readonly since: number; readonly changes: number } | undefined;

    const isIdle = (): boolean =>
      idle !== undefined &&
      idle.changes === changes &&
      context.call().now < idle.until &&
      performance.now() - idle.since < maxIdleMs;

    async function runJob(isDue: () => boolean): Promise<void> {
      try {
        await refreshSettings();
        // Revisions name the job.
        const call = () => actingAs(job, context.call());
        if (signal.aborted || !isDue()) return;
        const before = changes;
        const until = await job.run({ ...context, call, signal });
        idle = until ? { until, since: performance.now(), changes: before } : undefined;
        errorLog.clear(job);
      } catch (error) {
        idle = undefined;
        if (!signal.aborted) errorLog.report(job, error);
      }
    }
    const run = (isDue = () => true): Promise<void> => {
      running ??= runJob(isDue).finally(() => {
        running = undefined;
      });
      return running;
    };
    function schedule(): void {
      if (signal.aborted) return;
      timer = setTimeout(runAndSchedule, job.intervalSeconds * 1_000);
      timer.unref();
    }
    function runAndSchedule(): void {
      run(() => !isIdle())
        .finally(schedule)
        .catch((error: unknown) => logError(`the job ${job.name} failed`, error));
    }
    const end = (): Promise<void> | undefined => {
      clearTimeout(timer);
      return running;
    };
    return { run, runAndSchedule, end };
  });

  return {
    start: () => {
      for (const { runAndSchedule } of runners) runAndSchedule();
    },
    runDue: async () => {
      for (const { run } of runners) await run();
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(runners.map(({ end }) => end()));
    },
  };
}

/** Logs an error that repeats at every run once; an unavailable store once for all jobs. */
function logErrorOnce(logError: LogError) {
  const lastLogged = new Map<string, string>();
  const allJobs = '';
  return {
    clear: ({ name }: Job): void => {
      lastLogged.delete(name);
      lastLogged.delete(allJobs);
    },
    report: ({ name }: Job, error: unknown): void => {
      const isDown = isUnavailable(error);
      const text = isDown ? 'the database is unavailable: background jobs wait' : String(error);
      const subject = isDown ? allJobs : name;
      if (lastLogged.get(subject) === text) return;
      lastLogged.set(subject, text);
      if (isDown) logError(text);
      else logError(`the job ${name} failed`, error);
    },
  };
}
