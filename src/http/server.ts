// The HTTP server: limits and timeouts, the mounts, and the few addresses beside them.
import { METHODS, STATUS_CODES } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { Problem } from '../core/problem.js';
import { openLoadShedder, overloaded, type Serve } from './admission.js';
import { earlyResponses } from './early-response.js';
import { mount } from './mount.js';
import { answerProblem, problemOf } from './problem.js';
import { bodyLimit, type Service } from './service.js';

export function buildServer(service: Service): FastifyInstance {
  const app = Fastify({
    logger: { level: service.logLevel, stream: process.stderr },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: service.trustProxy,
    bodyLimit,
    connectionTimeout: 30_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // A request that is already on its way is still answered.
    return503OnClosing: false,
    rewriteUrl: (request) => plainAddress(request.url ?? '/', service),
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      caseSensitive: false,
      maxParamLength: 2_000,
      // Queries are read by the contract, which knows their limits.
      querystringParser: () => ({}),
    },
    frameworkErrors: (error, request, reply) =>
      sendProblem(reply as unknown as FastifyReply, problemOf(error, request as FastifyRequest), service),
    clientErrorHandler: (_, socket) => {
      if (!socket.writable) return;
      const body = JSON.stringify(
        answerProblem(new Problem('bad-request', { reason: 'it is not HTTP' }), service.facades[0]).body,
      );
      socket.end(
        `HTTP/1.1 400 ${STATUS_CODES[400]}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    },
  });
  // Bodies arrive as bytes; what they mean is read after the credentials were judged.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  // A known address answers every method there is, if only to say which ones it knows.
  const others = METHODS.filter((method) => method !== 'CONNECT' && !app.supportedMethods.includes(method));
  for (const method of others) app.addHttpMethod(method, { hasBody: true });
  for (const facade of service.facades) mount(app, service, facade);
  for (const extra of service.plugins) extra(app, service);
  answerFast(app, service);
  app.setNotFoundHandler((_, reply) => sendProblem(reply, new Problem('no-route'), service));
  app.setErrorHandler((error, request, reply) => sendProblem(reply, problemOf(error, request), service));
  return app;
}

/** Cached responses go out before routing; the other requests go through the door. */
function answerFast(app: FastifyInstance, service: Service): void {
  const [slow] = app.server.listeners('request') as [Serve];
  const { requests } = service;
  const refusal = answerProblem(overloaded, service.facades[0]);
  const door = openLoadShedder(slow, refusal, ({ method }, seconds) =>
    requests.count(method, undefined, refusal.statusCode, seconds),
  );
  app.addHook('onSend', (request, _, payload, done) => {
    door.release(request.raw);
    done(null, payload);
  });
  app.server.removeAllListeners('request');
  const { cache } = service;
  const logError = (error: unknown) => app.log.error({ err: error }, 'looking up a cached response failed');
  app.server.on('request', cache ? earlyResponses(service, cache, door.admit, logError) : door.admit);
}

/** A refusal outside the mounts, in the same shape. */
function sendProblem(reply: FastifyReply, problem: Problem, { site, facades }: Service): FastifyReply {
  const { statusCode, body, headers } = answerProblem(problem, facades[0], site.languages[0]);
  return reply.code(statusCode).headers(headers).type('application/json; charset=UTF-8').send(JSON.stringify(body));
}

/** `/?rest_route=/tribe/events/v1/events` is the same as the address behind the index. */
function plainAddress(url: string, { facades }: Service): string {
  const indexed = facades.find(({ index }) => index !== '');
  if (!indexed || !/^\/(index\.php)?\?/.test(url)) return url;
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const route = query.get('rest_route');
  if (route === null) return url;
  query.delete('rest_route');
  const path = encodeURI(route.startsWith('/') ? route.slice(1) : route);
  return `${indexed.index}${path}${query.size ? `?${query}` : ''}`;
}
