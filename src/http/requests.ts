// Counts every answered request for /metrics: routed ones, cached ones, and those refused while the service is overloaded.
// In plain numbers, since looking up labels costs more than looking up a cached response; prom-client reads them on demand.
import { Counter, Gauge, type Metric } from 'prom-client';

export interface Requests {
  /** `route` is the pattern of the route; `none` before routing, and where no route matches. */
  readonly count: (method: string | undefined, route: string | undefined, code: number, seconds: number) => void;
  readonly metrics: readonly Metric[];
}

/** Upper bounds of the histogram's buckets, in seconds. */
const bounds = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10];

interface Tally {
  readonly labels: { readonly method: string; readonly route: string };
  readonly codes: Map<number, number>;
  /** Requests by the first bound that is long enough; the last place is for those above all bounds. */
  readonly buckets: number[];
  seconds: number;
}

export function openRequests(): Requests {
  const tallies = new Map<string, Map<string, Tally>>();

  function tallyOf(method: string, route: string): Tally {
    const routes = tallies.get(method) ?? new Map<string, Tally>();
    const tally = { labels: { method, route }, codes: new Map(), buckets: [...bounds, 0].fill(0), seconds: 0 };
    tallies.set(method, routes.set(route, tally));
    return tally;
  }
  const all = (): readonly Tally[] => [...tallies.values()].flatMap((routes) => [...routes.values()]);

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
  // prom-client's own histogram takes single observations only, so this one tells its values itself.
  const durations = Object.assign(new Gauge({ name, help, registers: [] }), {
    get: async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: all().flatMap(seriesOf) }),
  });

  function seriesOf({ labels, buckets, seconds }: Tally) {
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
      const tally = tallies.get(method)?.get(route) ?? tallyOf(method, route);
      tally.codes.set(code, (tally.codes.get(code) ?? 0) + 1);
      let at = 0;
      for (const bound of bounds) {
        if (seconds <= bound) break;
        at++;
      }
      tally.buckets[at] = (tally.buckets[at] ?? 0) + 1;
      tally.seconds += seconds;
    },
    metrics: [total, durations],
  };
}
