// Request metrics for /metrics: routed, cached and shed requests. Counted in plain numbers, because prom-client's label
// lookup costs more than serving a cached response; prom-client reads them on demand.
import { Counter, Gauge, type Metric } from 'prom-client';

export interface RequestMetrics {
  /** `route` is the pattern of the route; `none` if the request was not routed or no route matched. */
  readonly count: (method: string | undefined, route: string | undefined, code: number, seconds: number) => void;
  readonly metrics: readonly Metric[];
}

/** Upper bounds of the histogram's buckets, in seconds. */
const bounds = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10];

interface RouteMetrics {
  readonly labels: { readonly method: string; readonly route: string };
  readonly codes: Map<number, number>;
  /** Counts per bucket, not cumulative; the last one is `+Inf`. */
  readonly buckets: number[];
  seconds: number;
}

export function openRequestMetrics(): RequestMetrics {
  const routesByMethod = new Map<string, Map<string, RouteMetrics>>();

  function addRoute(method: string, route: string): RouteMetrics {
    const routes = routesByMethod.get(method) ?? new Map<string, RouteMetrics>();
    const metrics = { labels: { method, route }, codes: new Map(), buckets: [...bounds, 0].fill(0), seconds: 0 };
    routesByMethod.set(method, routes.set(route, metrics));
    return metrics;
  }
  const all = (): readonly RouteMetrics[] => [...routesByMethod.values()].flatMap((routes) => [...routes.values()]);

  const total = new Counter({
    name: 'almanac_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'code'],
    registers: [],
    collect() {
      this.reset();
      for (const { labels, codes } of all()) {
        for (const [code, count] of codes) this.inc({ ...labels, code: String(code) }, count);
      }
    },
  });
  const name = 'almanac_request_seconds';
  const help = 'Time to answer a request';
  // prom-client's histogram takes only single observations, so this metric builds its values itself.
  const durations = Object.assign(new Gauge({ name, help, registers: [] }), {
    get: async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: all().flatMap(seriesOf) }),
  });

  function seriesOf({ labels, buckets, seconds }: RouteMetrics) {
    let count = 0;
    const cumulative = buckets.map((more, at) => {
      count += more;
      return { metricName: `${name}_bucket`, labels: { le: bounds[at] ?? '+Inf', ...labels }, value: count };
    });
    return [
      ...cumulative,
      { metricName: `${name}_sum`, labels, value: seconds },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }

  return {
    count: (method = 'none', route = 'none', code, seconds) => {
      const metrics = routesByMethod.get(method)?.get(route) ?? addRoute(method, route);
      metrics.codes.set(code, (metrics.codes.get(code) ?? 0) + 1);
      let at = 0;
      for (const bound of bounds) {
        if (seconds <= bound) break;
        at++;
      }
      metrics.buckets[at] = (metrics.buckets[at] ?? 0) + 1;
      metrics.seconds += seconds;
    },
    metrics: [total, durations],
  };
}
