// The HTTP server: limits, timeouts, mounts and plugins.
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { Problem } from '../core/problem.js';
import { openLoadShedder, overloaded, type RequestHandler } from './admission.js';
import { repeatResponses } from './changes/repeated.js';
import { clientOf } from './connection.js';
import { withoutStream } from './deliver.js';
import { earlyResponses } from './early-response.js';
import { redactSecrets } from './log.js';
import { mount, otherMethod, routedMethods } from './mount.js';
import { problemOf, problemResponse } from './problem.js';
import { refuseOnSocket, requireHost } from './refusals.js';
import { maxPartLength } from './request.js';
import { bodyLimit, type Service } from './service.js';
import { timedBody, watchConnections } from './timeouts.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Health checks and metrics. */
    isProbe?: true;
  }
  interface FastifyInstance {
    /** Frees the slot of a request that waits for something else than the database. */
    releaseSlot: (request: IncomingMessage) => void;
  }
}

export function buildServer(service: Service): FastifyInstance {
  const { timeouts } = service;
  const app = Fastify({
    logger: { level: service.logLevel, stream: process.stderr, hooks: { streamWrite: redactSecrets } },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: service.trustProxy,
    bodyLimit,
    connectionTimeout: timeouts.idleMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      requireHostHeader: false,
    },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Requests in flight are still answered.
    return503OnClosing: false,
    // No route has a schema, so the compilers of schemas are not even loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    rewriteUrl: (request) => rewriteRestRoute(request.url ?? '/', service),
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      caseSensitive: false,
      maxParamLength: maxPartLength,
      // Patterns are constants, which a test checks once: checking them for each method takes a tenth of the start.
      allowUnsafeRegex: true,
      // Queries are parsed by http/input.ts, within its limits.
      querystringParser: () => ({}),
    },
    frameworkErrors: (error, request, reply) =>
      sendProblem(reply as unknown as FastifyReply, problemOf(error, request as FastifyRequest), service),
    clientErrorHandler: (error, socket) => refuseOnSocket(service, error, socket, connections.responseOn(socket)),
  });
  app.addHook('preParsing', async ({ raw }, _, payload) => timedBody(payload, raw, timeouts));
  // Bodies arrive as bytes; they are parsed after the credentials are checked.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  app.addHttpMethod(otherMethod, { hasBody: true });
  app.decorateRequest('client');
  app.addHook('onRequest', async (request, reply) => {
    request.client = clientOf(request, reply);
  });
  // Probes answer without the database.
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (!routeOptions.config.isProbe) await refreshSettings(app, service);
  });
  service.background.logWith((err, name) => app.log.error({ err }, `${name} failed`));
  for (const facade of service.facades) mount(app, service, facade);
  for (const plugin of service.plugins) plugin(app, service);
  attachHandlers(app, service);
  const connections = watchConnections(app.server, timeouts);
  app.setNotFoundHandler((_, reply) => sendProblem(reply, new Problem('no-route'), service));
  app.setErrorHandler((error, request, reply) =>
    sendProblem(withoutStream(reply), problemOf(error, request), service, request.errorLanguage),
  );
  return app;
}

const noSchemas = (): never => {
  throw new Error('Routes are described by endpoints, not by schemas.');
};

/** While the database is unavailable, the settings last read stay. */
async function refreshSettings(app: FastifyInstance, { liveSite }: Service): Promise<void> {
  await liveSite.refresh().catch((error: unknown) => app.log.warn({ err: error }, 'reading the settings failed'));
}

/** Cached responses are sent before routing; all other requests pass the load shedder. */
function attachHandlers(app: FastifyInstance, service: Service): void {
  const [handle] = app.server.listeners('request') as [RequestHandler];
  const { requestMetrics } = service;
  const refusal = problemResponse(overloaded, service.facades[0]);
  const shedder = openLoadShedder(handle, refusal, ({ method }, seconds) =>
    requestMetrics.count(method, undefined, refusal.statusCode, seconds),
  );
  app.decorate('releaseSlot', (request: IncomingMessage) => shedder.release(request));
  // Waiting clients get their response, before the server waits for them.
  app.addHook('preClose', async () => service.waiters.close());
  app.addHook('onSend', (request, _, payload, done) => {
    shedder.release(request.raw);
    done(null, payload);
  });
  app.server.removeAllListeners('request');
  const { cache } = service;
  const logError = (error: unknown) => app.log.error({ err: error }, 'looking up a cached response failed');
  const cached = cache ? earlyResponses(service, cache, shedder.admit, logError) : shedder.admit;
  const respond = requireHost(service, repeatResponses(service, cached, logError));
  app.server.on('request', (request, response) => {
    if (!routedMethods.includes(request.method ?? '')) request.method = otherMethod;
    respond(request, response);
  });
}

/** Errors outside the mounts have the error body of the first facade. */
function sendProblem(
  reply: FastifyReply,
  problem: Problem,
  { liveSite, facades }: Service,
  language = liveSite.current().languages[0],
): FastifyReply {
  const { statusCode, body, headers } = problemResponse(problem, facades[0], language);
  return reply.code(statusCode).headers(headers).type('application/json; charset=UTF-8').send(JSON.stringify(body));
}

/** Rewrites `/?rest_route=/tribe/events/v1/events` to the path below the index. */
function rewriteRestRoute(url: string, { facades }: Service): string {
  const indexed = facades.find(({ index }) => index !== '');
  if (!indexed || !/^\/(index\.php)?\?/.test(url)) return url;
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const route = query.get('rest_route');
  if (route === null) return url;
  query.delete('rest_route');
  const path = encodeURI(route.startsWith('/') ? route.slice(1) : route);
  return `${indexed.index}${path}${query.size ? `?${query}` : ''}`;
}
