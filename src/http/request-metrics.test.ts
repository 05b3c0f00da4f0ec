// Request metrics equal those of prom-client's own counter and histogram.
import fc from 'fast-check';
import { AggregatorRegistry, Counter, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { openRequestMetrics } from './request-metrics.js';

const sample = fc.record({
  method: fc.constantFrom('GET', 'HEAD', undefined),
  route: fc.constantFrom('/events', '/events/:id(^\\d+$)', '/a"b', undefined),
  code: fc.constantFrom(200, 304, 503),
  // Also exactly at a bucket's bound and above the last one. Sums of quarters are exact in any order.
  seconds: fc.oneof(
    fc.constantFrom(0, 0.5, 2, 10, 11),
    fc.integer({ max: 80, min: 0 }).map((quarters) => quarters / 4),
  ),
});
type Sample = typeof sample extends fc.Arbitrary<infer One> ? One : never;

function ours(all: readonly Sample[]): Registry {
  const [registry, requests] = [new Registry(), openRequestMetrics()];
  for (const metric of requests.metrics) registry.registerMetric(metric);
  for (const { method, route, code, seconds } of all) requests.count(method, route, code, seconds);
  return registry;
}

function theirs(all: readonly Sample[]): Registry {
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

/** Sorted, because the order of series is not defined. */
const linesOf = async (registry: Registry): Promise<readonly string[]> =>
  (await registry.metrics()).split('\n').filter(Boolean).sort();

test('reports the same lines as prom-client in one process', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sample, { maxLength: 30 }), async (all) => {
      expect(await linesOf(ours(all))).toEqual(await linesOf(theirs(all)));
      // Reading the metrics does not change them.
      const registry = ours(all);
      expect(await registry.metrics()).toBe(await registry.metrics());
    }),
  );
});

test('reports the same lines as prom-client when processes are aggregated', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sample, { maxLength: 20 }), fc.array(sample, { maxLength: 20 }), async (one, other) => {
      const sumOf = async (registryOf: typeof ours) =>
        linesOf(
          AggregatorRegistry.aggregate(
            await Promise.all([one, other].map((all) => registryOf(all).getMetricsAsJSON())),
          ),
        );
      // Aggregation keeps each process's order of labels.
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
    }),
  );
});
