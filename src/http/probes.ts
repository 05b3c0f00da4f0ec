// Liveness (/healthz), readiness (/readyz) and Prometheus metrics (/metrics).
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry as Metrics } from 'prom-client';
import { Problem } from '../core/problem.js';
import { readinessResponse, whyNotReady } from './readiness.js';
import type { Service } from './service.js';

export function probes(app: FastifyInstance, service: Service): void {
  const noStore = { 'Cache-Control': 'no-store' };
  const probe = { config: { isProbe: true } } as const;
  app.get('/healthz', probe, (_, reply) => reply.headers(noStore).send({ status: 'ok' }));
  app.get('/readyz', probe, async (_, reply) => {
    const reason = await whyNotReady(service, (error) => app.log.error({ err: error }, 'not ready'));
    const { statusCode, headers, body } = readinessResponse(reason);
    return reply.code(statusCode).headers(headers).send(body);
  });

  const metrics = measure(app, service);
  app.get('/metrics', probe, async (request, reply) => {
    if (!mayReadMetrics(request, service.metricsToken)) throw new Problem('forbidden');
    const text = await (service.collectMetrics ? service.collectMetrics() : metrics.metrics());
    return reply.headers(noStore).type(metrics.contentType).send(text);
  });
}

let defaultMetrics: Metrics | undefined;

/** Memory, garbage collection and the like. Once for all servers of a process: prom-client never stops observing, and a closed
 * server whose registry it observed would stay in memory. */
function processMetrics(): Metrics {
  if (!defaultMetrics) {
    defaultMetrics = new Metrics();
    collectDefaultMetrics({ register: defaultMetrics });
  }
  return defaultMetrics;
}

/** Each server has a metrics registry of its own, so that several can run in one process. */
function measure(app: FastifyInstance, { cacheStats, requestMetrics, usage, store, waiters }: Service): Metrics {
  const metrics = new Metrics();
  for (const metric of requestMetrics.metrics) metrics.registerMetric(metric);
  new Counter({
    name: 'almanac_cache_total',
    help: 'Responses from the cache (hit, unchanged) and others (miss), by route',
    labelNames: ['route', 'outcome'],
    registers: [metrics],
    collect() {
      this.reset();
      for (const [labels, count] of cacheStats.entries()) this.inc(labels, count);
    },
  });
  new Gauge({
    name: 'almanac_changes_lag_seconds',
    help: 'Age of the oldest change that followers cannot read yet, because an older transaction is open',
    registers: [metrics],
    // The same in all processes.
    aggregator: 'max',
    async collect() {
      // Without the database there is no value, but the other metrics stay readable.
      await store.positions.lagSeconds().then(
        (seconds) => this.set(seconds),
        () => this.remove(),
      );
    },
  });
  new Gauge({
    name: 'almanac_changes_waiting',
    help: 'Clients that wait for changes, by long polling or server-sent events',
    registers: [metrics],
    collect() {
      this.set(waiters.count());
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    requestMetrics.count(method, routeOptions.url, reply.statusCode, reply.elapsedTime / 1_000);
    usage.count({
      route: routeOptions.url,
      statusCode: reply.statusCode,
      contentType: reply.getHeader('content-type'),
      headers: request.headers,
      ip: request.ip,
      isConsole: request.identity === undefined || request.identity.by === 'cookie',
    });
  });
  const merged = Metrics.merge([processMetrics(), metrics]);
  AggregatorRegistry.setRegistries([merged]);
  return merged;
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** From loopback, or with the token. A forwarded request is not from loopback, even if the proxy is. */
function mayReadMetrics(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(request.headers.authorization?.replace(/^Bearer /i, '') ?? '');
  const wanted = Buffer.from(token);
  if (token !== '' && given.length === wanted.length && timingSafeEqual(given, wanted)) return true;
  return loopback.has(request.ip) && request.headers['x-forwarded-for'] === undefined;
}
