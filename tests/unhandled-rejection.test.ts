// The process-wide handler of unhandled rejections.
import { afterAll, expect, test } from 'vitest';
import { cleanUp, newFolder, serve } from './harness/program.js';

afterAll(cleanUp);

/** A module that leaves a rejection unhandled whenever the process gets this signal. */
const faulty = "data:text/javascript,process.on('SIGUSR2',()=>{Promise.reject(new%20Error('left%20alone'))})";

test('logs an unhandled rejection and keeps running', async () => {
  const served = await serve([], { data: newFolder(), environment: { NODE_OPTIONS: `--import=${faulty}` } });
  process.kill(served.pid, 'SIGUSR2');
  await expect
    .poll(() => served.output.stderr, { timeout: 60_000 })
    .toMatch(/"left alone".*a rejected promise was not handled/);
  expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
  expect(served.isRunning()).toBe(true);
  expect((await served.stop()).code).toBe(0);
});
