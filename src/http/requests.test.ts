// The sums behind /metrics tell the same as prom-client's own counter and histogram would.
import fc from 'fast-check';
import { AggregatorRegistry, Counter, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { openRequests } from './requests.js';

const answered = fc.record({
  method: fc.constantFrom('GET', 'HEAD', undefined),
  route: fc.constantFrom('/events', '/events/:id(^\\d+$)', '/a"b', undefined),
  code: fc.constantFrom(200, 304, 503),
  // Also exactly at a bound of the histogram, and above all of them. Quarters add up exactly in any order.
  seconds: fc.oneof(
    fc.constantFrom(0, 0.5, 2, 10, 11),
    fc.integer({ max: 80, min: 0 }).map((quarters) => quarters / 4),
  ),
});
type Answered = typeof answered extends fc.Arbitrary<infer One> ? One : never;

function ours(all: readonly Answered[]): Registry {
  const [registry, requests] = [new Registry(), openRequests()];
  for (const metric of requests.metrics) registry.registerMetric(metric);
  for (const { method, route, code, seconds } of all) requests.count(method, route, code, seconds);
  return registry;
}

function theirs(all: readonly Answered[]): Registry {
  const registers = [new Registry()];
  const total = new Counter({
    name: 'almanac_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'code'],
    registers,
  });
  const duration = new Histogram({
    name: 'almanac_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  for (const { method = 'none', route = 'none', code, seconds } of all) {
    total.inc({ method, route, code: String(code) });
    duration.observe({ method, route }, seconds);
  }
  return registers[0] as Registry;
}

/** Series may come in any order. */
const linesOf = async (registry: Registry): Promise<readonly string[]> =>
  (await registry.metrics()).split('\n').filter(Boolean).sort();

test('one process tells the same lines', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answered, { maxLength: 30 }), async (all) => {
      expect(await linesOf(ours(all))).toEqual(await linesOf(theirs(all)));
      // Being asked again changes nothing.
      const registry = ours(all);
      expect(await registry.metrics()).toBe(await registry.metrics());
    }),
  );
});

test('several processes add up to the same lines', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(answered, { maxLength: 20 }),
      fc.array(answered, { maxLength: 20 }),
      async (one, other) => {
        const sumOf = async (registryOf: typeof ours) =>
          linesOf(
            AggregatorRegistry.aggregate(
              await Promise.all([one, other].map((all) => registryOf(all).getMetricsAsJSON())),
            ),
          );
        // The labels of aggregated series keep the order in which each process told them.
        const sorted = (lines: readonly string[]) =>
          lines
            .map((line) =>
              line.replace(
                /\{(.*)\}/,
                (_, labels: string) =>
                  `{${labels
                    .split(/,(?=\w+=)/)
                    .sort()
                    .join(',')}}`,
              ),
            )
            .sort();
        expect(sorted(await sumOf(ours))).toEqual(sorted(await sumOf(theirs)));
      },
    ),
  );
});
