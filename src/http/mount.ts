// Mounts the endpoints of a facade under its prefix. Every route answers all methods, unsupported ones with an error.
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { type Identity, identify, unauthenticated } from '../auth/identify.js';
import { anonymous } from '../core/actor.js';
import type { Call } from '../core/call.js';
import { type Endpoint, endpointsOf, type Facade, type Method, mayCall, pathsOf } from '../core/facade.js';
import type { Given } from '../core/field.js';
import { languageCodes } from '../core/languages.js';
import { Problem } from '../core/problem.js';
import type { SlotClient } from '../core/slots.js';
import { describeIndex } from '../facades/describe.js';
import { languageName, requestedLanguage } from '../facades/language.js';
import { json } from '../formats/json.js';
import { preferredLanguage } from '../i18n/accept-language.js';
import { openApiEntry } from './cache-entry.js';
import type { ChangesPage } from './changes/changes-page.js';
import { openRepeatable } from './changes/repeated.js';
import { connectionOf } from './connection.js';
import { deliver, deliverCached, withoutStream } from './deliver.js';
import { dispatch } from './dispatch.js';
import { authenticateFeed } from './feed-key.js';
import { allowHeader, corsHeaders, linkHeader, mountHeaders } from './headers.js';
import { readForm } from './input.js';
import { problemOf, problemResponse } from './problem.js';
import { givesSecret, isSafe, queryText, readRequest } from './request.js';
import { type ApiResponse, type Rendered, render } from './response.js';
import { bodyLimit, type Service, siteOf } from './service.js';
import { refuseBeforeBody, spoolBody, spoolLimit } from './spooled-body.js';

declare module 'fastify' {
  interface FastifyRequest {
    identity?: Identity;
    /** Language of error messages. */
    errorLanguage?: string;
    /** Language of the console, for requests of its session. */
    consoleLanguage?: string;
    /** The query contains a secret: the response is cached nowhere. */
    hasSecret?: boolean;
    /** Whose share of the database a long query takes. */
    client: SlotClient;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

async function credentials(
  service: Service,
  request: FastifyRequest,
  { ignoresUnknownTokens }: Pick<Facade, 'ignoresUnknownTokens'>,
): Promise<Identity> {
  const { authorization, cookie, 'x-csrf-token': token } = request.headers;
  const nonce = nonceOf(request, ignoresUnknownTokens);
  return identify(service.store, service.signInLimiter, {
    authorization,
    cookie,
    csrf: typeof token === 'string' ? token : nonce,
    ip: request.ip,
    unsafe: !isSafe(request.method),
    now: service.now(),
    ...(ignoresUnknownTokens && { ignoresUnknown: true, nonce }),
  });
}

/** From the header, on the drop-in mount also from the query. */
function nonceOf({ headers: { 'x-wp-nonce': header }, url }: FastifyRequest, inQuery: boolean): string | undefined {
  if (typeof header === 'string') return header;
  return inQuery ? (new URLSearchParams(queryText(url)).get('_wpnonce') ?? undefined) : undefined;
}

/** Stands for all methods that no endpoint has: a route for each of them would take most of the start. */
export const otherMethod = 'PROPFIND';
/** Every route answers all methods, so that an unsupported one gets the facade's error body. */
export const routedMethods: string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', otherMethod];

/** Bytes of a request body that carries a file. */
const uploadLimit = 20 * 1_048_576;

/** Rejects a large body of a caller without the right to upload before it is received. */
async function refuseLarge({ shape, operations }: Endpoint, request: FastifyRequest): Promise<void> {
  const actor = request.identity?.actor ?? anonymous;
  const right = shape?.model.policy.change ?? operations?.[request.method as Method]?.right;
  if (isSafe(request.method) || right === undefined || mayCall(actor, right)) return;
  const { 'content-length': length = 0, 'transfer-encoding': unmeasured } = request.headers;
  if (unmeasured || Number(length) > bodyLimit) throw new Problem(actor.id === 0 ? 'unauthorized' : 'forbidden');
}

export function mount(app: FastifyInstance, service: Service, facade: Facade): void {
  const { prefix, index } = facade;
  app.register(async (scope) => {
    // Credentials are checked before the body is read.
    scope.addHook('onRequest', async (request) => {
      const language = new URLSearchParams(queryText(request.url)).get(languageName);
      setErrorLanguage(request, requestedLanguage(service.liveSite.current(), { [languageName]: language }));
      const isIgnored = ignoresCredentials(request);
      request.identity = isIgnored ? unauthenticated : await credentials(service, request, facade);
      if (facade.console && (isIgnored || request.identity.by === 'cookie')) setConsoleLanguage(request);
    });
    const callOf = (request: FastifyRequest): Call => ({
      actor: request.identity?.actor ?? anonymous,
      facade,
      site: siteOf(service, request),
      now: service.now(),
    });
    const respond = (
      request: FastifyRequest,
      reply: FastifyReply,
      endpoint: Endpoint | undefined,
      response: ApiResponse,
    ) => deliver(request, reply, renderMounted(service, callOf(request), request, endpoint, response));
    const refuse = (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint | undefined, error: unknown) =>
      respond(request, reply, endpoint, problemResponse(problemOf(error, request), facade, request.errorLanguage));

    const follow = async (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, query: Given) => {
      const apiRequest = await readRequest(service, facade, endpoint, request, query);
      setErrorLanguage(request, apiRequest.call);
      const connection = connectionOf(request, reply, () => credentials(service, request, facade));
      const route = request.routeOptions.url ?? 'none';
      const repeatable = await openRepeatable(service, request.raw, route, query.wait !== undefined);
      const response = await dispatch(service, endpoint, { ...apiRequest, connection });
      if (response.events) return sendEvents(service, request, reply, response.events);
      const rendered = renderMounted(service, callOf(request), request, endpoint, response);
      repeatable(response.body as ChangesPage, rendered);
      return deliver(request, reply, rendered);
    };

    const register = (endpoint: Endpoint, path: string) =>
      scope.route({
        method: routedMethods,
        url: prefix + path,
        exposeHeadRoute: false,
        config: { endpoint },
        ...((endpoint.shape?.upload || endpoint.bodyLimit) && {
          bodyLimit: endpoint.bodyLimit ?? uploadLimit,
          onRequest: (request: FastifyRequest) => refuseLarge(endpoint, request),
        }),
        ...(hasLongBody(endpoint) && {
          bodyLimit: spoolLimit,
          onRequest: (request: FastifyRequest) => refuseBeforeBody(endpoint, request),
          preParsing: (request: FastifyRequest, reply: FastifyReply, payload: RequestPayload) =>
            spoolBody(endpoint, request, reply, payload),
        }),
        handler: async (request, reply) => {
          const query = readForm(queryText(request.url));
          request.hasSecret = endpoint.shape !== undefined && givesSecret(endpoint.shape, query);
          if (readsFeed(endpoint, request)) await authenticateFeed(service, request, query);
          if (endpoint.follows && isRead(request)) return follow(endpoint, request, reply, query);
          const entry = await openApiEntry(service, request, endpoint, request.identity?.actor);
          return deliverCached(request, reply, entry, async () => {
            const apiRequest = await readRequest(service, facade, endpoint, request, query, entry);
            setErrorLanguage(request, apiRequest.call);
            const response = await dispatch(service, endpoint, apiRequest);
            if (response.cookies) reply.header('Set-Cookie', [...response.cookies]);
            return { response, rendered: renderMounted(service, callOf(request), request, endpoint, response) };
          });
        },
        errorHandler: (error, request, reply) => refuse(request, reply, endpoint, error),
      });
    for (const endpoint of endpointsOf(facade, service.liveSite.current())) {
      for (const path of pathsOf(facade, endpoint)) register(endpoint, path);
    }
    const indexed = service.facades.filter((other) => index !== '' && other.index === index);
    // Facades share one index, which the first of them registers.
    if (indexed[0] === facade) {
      scope.get(index, async (request, reply) =>
        respond(request, reply, undefined, ok(describeIndex(indexed, callOf(request)))),
      );
    }
    const missing = async (request: FastifyRequest, reply: FastifyReply) =>
      refuse(request, reply, undefined, new Problem('no-route'));
    scope.all(`${prefix}/*`, missing);
    scope.setErrorHandler((error, request, reply) => refuse(request, withoutStream(reply), undefined, error));
  });
}

const hasLongBody = ({ operations = {} }: Endpoint): boolean =>
  Object.values(operations).some(({ bodyType }) => bodyType !== undefined);

const ignoresCredentials = ({ method, routeOptions: { config } }: FastifyRequest): boolean =>
  config.endpoint?.operations?.[method as Method]?.credentials === 'ignored';

/** Feed keys are accepted here only. */
const readsFeed = ({ actions }: Endpoint, request: FastifyRequest): boolean =>
  actions.GET === 'feed' && isRead(request);

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

function setErrorLanguage(request: FastifyRequest, { language }: Pick<Call, 'language'>): void {
  const shown = request.consoleLanguage ?? language;
  if (shown !== undefined) request.errorLanguage = shown;
}

/** By `Accept-Language`: responses for a session are private, so that no shared cache depends on it. */
function setConsoleLanguage(request: FastifyRequest): void {
  const language = preferredLanguage(languageCodes, request.headers['accept-language']);
  if (language === undefined) return;
  request.consoleLanguage = language;
  request.errorLanguage = language;
}

const ok = (body: unknown): ApiResponse => ({ statusCode: 200, headers: {}, body });

/** Proxies must neither cache nor buffer it. */
function sendEvents(service: Service, request: FastifyRequest, reply: FastifyReply, events: Readable): FastifyReply {
  const headers = {
    ...mountHeaders(true, 200),
    ...corsHeaders(service, request.headers.origin),
    'Content-Type': 'text/event-stream; charset=UTF-8',
    'X-Accel-Buffering': 'no',
    Connection: 'close',
  };
  return reply.headers(headers).send(events);
}

/** Adds the headers of the mount and renders the response. */
function renderMounted(
  service: Service,
  call: Call,
  request: FastifyRequest,
  endpoint: Endpoint | undefined,
  response: ApiResponse,
): Rendered {
  const { Link, ...responseHeaders } = response.headers;
  const headers = {
    ...(endpoint && { Allow: allowHeader(endpoint, call) }),
    ...responseHeaders,
    ...linkHeader(call, Link),
  };
  const { _jsonp, ...others } = switches(request);
  const script = call.facade.jsonp && isSafe(request.method) && _jsonp !== undefined ? { _jsonp } : {};
  const format = endpoint?.format ?? json;
  const rendered = render({ ...response, headers }, { switches: { ...others, ...script }, format });
  const isPrivate = call.actor.role !== 'anonymous' || request.hasSecret === true;
  const mountedHeaders = {
    ...mountHeaders(isPrivate, response.statusCode),
    ...corsHeaders(service, request.headers.origin),
  };
  return { ...rendered, headers: { ...mountedHeaders, ...rendered.headers } };
}

/** Reads only these parameters, because error responses need them even when the query as a whole is invalid. */
function switches(request: FastifyRequest): Readonly<Record<string, string>> {
  const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
  const names = ['_envelope', '_pretty', '_jsonp'];
  // Spellings: `_fields=a,b`, `_fields[]=a&_fields[]=b`, `_fields[0]=a`.
  const fields = [...query].flatMap(([name, value]) => (/^_fields(\[\w*\])?$/.test(name) ? [value] : []));
  return {
    ...Object.fromEntries(names.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : []))),
    ...(fields.length > 0 && { _fields: fields.join(',') }),
  };
}
