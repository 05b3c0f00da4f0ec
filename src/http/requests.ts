// Counts every answered request for /metrics: routed ones, cached ones, and those refused while the service is overloaded.
import { Counter, Histogram, type Metric } from 'prom-client';

export interface Answered {
  readonly method: string | undefined;
  /** The pattern of the route; `none` before routing, and where no route matches. */
  readonly route?: string | undefined;
  readonly code: number;
  readonly seconds: number;
}

export interface Requests {
  readonly count: (answered: Answered) => void;
  readonly metrics: readonly Metric[];
}

export function openRequests(): Requests {
  const total = new Counter({
    name: 'almanac_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'code'],
    registers: [],
  });
  const duration = new Histogram({
    name: 'almanac_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route'],
    registers: [],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
  });
  return {
    count: ({ method = 'none', route = 'none', code, seconds }) => {
      total.inc({ method, route, code: String(code) });
      duration.observe({ method, route }, seconds);
    },
    metrics: [total, duration],
  };
}
