// Runs work that SIGINT and SIGTERM stop at its next safe point.
import { CommandError, exitCodes } from './command-error.js';

/** The first signal aborts the work with this message, a second one ends the process. */
export async function untilInterrupted<Result>(
  message: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort(new CommandError(message, exitCodes.interrupted));
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
}
