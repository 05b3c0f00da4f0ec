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

type Complain = (text: string, error?: unknown) => void;

export function openJobs(jobs: readonly Job[], context: Omit<JobContext, 'signal'>, complain: Complain): Jobs {
  const stopping = new AbortController();
  const { signal } = stopping;
  const complaints = complainOnce(complain);

  const turns = jobs.map((job) => {
    let underWay: Promise<void> | undefined;
    let timer: NodeJS.Timeout | undefined;

    async function turn(): Promise<void> {
      try {
        await job.run({ ...context, signal });
        complaints.forget(job);
      } catch (error) {
        if (!signal.aborted) complaints.tell(job, error);
      }
    }
    const run = (): Promise<void> => {
      underWay ??= turn().finally(() => {
        underWay = undefined;
      });
      return underWay;
    };
    function schedule(): void {
      if (signal.aborted) return;
      timer = setTimeout(goOn, job.intervalSeconds * 1_000);
      timer.unref();
    }
    function goOn(): void {
      run()
        .finally(schedule)
        .catch((error: unknown) => complain(`the job ${job.name} failed`, error));
    }
    const end = (): Promise<void> | undefined => {
      clearTimeout(timer);
      return underWay;
    };
    return { run, goOn, end };
  });

  return {
    start: () => {
      for (const { goOn } of turns) goOn();
    },
    runDue: async () => {
      for (const { run } of turns) await run();
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(turns.map(({ end }) => end()));
    },
  };
}

/** What goes wrong at every turn is told once; a store that is away, once for all jobs. */
function complainOnce(complain: Complain) {
  const told = new Map<string, string>();
  const everyone = '';
  return {
    forget: ({ name }: Job): void => {
      told.delete(name);
      told.delete(everyone);
    },
    tell: ({ name }: Job, error: unknown): void => {
      const away = isUnavailable(error);
      const text = away ? 'the store does not answer: work in the background waits' : String(error);
      const subject = away ? everyone : name;
      if (told.get(subject) === text) return;
      told.set(subject, text);
      if (away) complain(text);
      else complain(`the job ${name} failed`, error);
    },
  };
}
