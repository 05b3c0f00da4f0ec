// Processes of the benchmarks' own: started through the TypeScript loader, and spoken with one question at a time.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface Child {
  readonly pid: number;
  readonly ask: <Answer>(question: unknown) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

const compiled = new URL('../compiled.mjs', import.meta.url).href;

export function startChild(file: URL, environment: Readonly<Record<string, string>> = {}): Child {
  const child = fork(file, {
    execArgv: ['--import', 'tsx', '--import', compiled],
    env: { ...process.env, ...environment },
  });
  const ended = once(child, 'exit');
  return {
    pid: child.pid as number,
    ask: <Answer>(question: unknown) => askOf<Answer>(child, ended, question),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export async function askOf<Answer>(child: ChildProcess, ended: Promise<unknown>, question: unknown): Promise<Answer> {
  const answer = once(child, 'message') as Promise<[Answer]>;
  child.send(question as object);
  const [heard] = await Promise.race([
    answer,
    ended.then((): never => {
      throw new Error('a process ended before it answered');
    }),
  ]);
  return heard;
}
