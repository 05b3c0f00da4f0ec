// Child processes of the benchmarks: started with the TypeScript loader, one message and one reply at a time.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface Child {
  readonly pid: number;
  readonly request: <Reply>(message: unknown) => Promise<Reply>;
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
    request: <Reply>(message: unknown) => requestFrom<Reply>(child, ended, message),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export async function requestFrom<Reply>(
  child: ChildProcess,
  ended: Promise<unknown>,
  message: unknown,
): Promise<Reply> {
  const received = once(child, 'message') as Promise<[Reply]>;
  child.send(message as object);
  const [reply] = await Promise.race([
    received,
    ended.then((): never => {
      throw new Error('a process ended before it replied');
    }),
  ]);
  return reply;
}
