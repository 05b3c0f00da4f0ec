// Entry point: hands the arguments to the command line.
import { run } from './cli/run.js';

// A reader that has seen enough, such as `head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

async function main(): Promise<void> {
  const exit = await run(process.argv);
  // A worker that failed has set its code already.
  if (exit !== 0) process.exitCode = exit;
}

/** Resolves when the command has ended. A bundle of CommonJS cannot wait by itself. */
export const ended = main();
