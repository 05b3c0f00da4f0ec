// Preloaded into the service (`--import`): measures the delay of its event loop and sends it to the parent process.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 1;
const delays = monitorEventLoopDelay({ resolution: resolutionMs });
delays.enable();

// A sample is the time between two timer ticks, so it includes the resolution.
const delayMs = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolutionMs);

process.on('message', (message) => {
  if (message === 'event loop delay: reset') delays.reset();
  if (message === 'event loop delay: read') {
    process.send?.({
      p50: delayMs(delays.percentile(50)),
      p99: delayMs(delays.percentile(99)),
      p999: delayMs(delays.percentile(99.9)),
      max: delayMs(delays.max),
    });
  }
});
process.channel?.unref();
