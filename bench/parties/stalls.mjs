// Loaded into the service beside its own code: how long its event loop was held up, told to whoever started it.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const every = 1;
const delays = monitorEventLoopDelay({ resolution: every });
delays.enable();

// The time between two looks holds the pause between them, too.
const held = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - every);

process.on('message', (word) => {
  if (word === 'stalls: begin') delays.reset();
  if (word === 'stalls: tell') {
    process.send?.({
      p50: held(delays.percentile(50)),
      p99: held(delays.percentile(99)),
      p999: held(delays.percentile(99.9)),
      most: held(delays.max),
    });
  }
});
process.channel?.unref();
