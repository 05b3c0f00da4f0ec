// Runs the jobs beside the server: each at once and then at its own pace, never twice at the same time.
import { isUnavailable } from '../core/problem.js';
import type { Job, JobContext } from './job.js';

export interface Jobs {
  /** From now on, until they are stopped. */
  readonly start: () => void;
  /** One turn of every job, one after the other. */
  readonly runDue: () => Promise<void>;
  /** Nothing new is begun; what is under way comes to the end of its transaction. */
  readonly stop: () => Promise<void>;
}

type LogError = (text: string, error?: unknown) => void;

export function openJobs(jobs: readonly Job[], context: Omit<JobContext, 'signal'>, logError: LogError): Jobs {
  const stopping = new AbortController();
  const { signal } = stopping;
  const errorLog = logErrorOnce(logError);

  const runners = jobs.map((job) => {
    let running: Promise<void> | undefined;
    let timer: NodeJS.Timeout | undefined;

    async function runJob(): Promise<void> {
      try {
        await job.run({ ...context, signal });
        errorLog.clear(job);
      } catch (error) {
        if (!signal.aborted) errorLog.report(job, error);
      }
    }
    const run = (): Promise<void> => {
      running ??= runJob().finally(() => {
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
      run()
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

/** What goes wrong at every turn is told once; a store that is away, once for all jobs. */
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
      const text = isDown ? 'the store does not answer: work in the background waits' : String(error);
      const subject = isDown ? allJobs : name;
      if (lastLogged.get(subject) === text) return;
      lastLogged.set(subject, text);
      if (isDown) logError(text);
      else logError(`the job ${name} failed`, error);
    },
  };
}
