// The MCP endpoint over HTTP: one path, POST only. No session, no stream: every response is JSON, whatever the client accepts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messageOf } from '../core/error.js';
import type { Problem } from '../core/problem.js';
import { parseUrl } from '../core/text/parse-url.js';
import { routedMethods } from '../http/mount.js';
import { problemOf } from '../http/problem.js';
import { type Service, siteOf } from '../http/service.js';
import { answer, codes, errorResponse, type RpcResponse } from './messages.js';
import { identifyCaller, parseMessage, runMethod } from './server.js';

export const mcpPath = '/mcp';

const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', Vary: 'Origin' };

export function mcpEndpoint(app: FastifyInstance, service: Service): void {
  app.route({
    method: routedMethods,
    url: mcpPath,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      if (!isOwnOrigin(service, request.headers.origin)) {
        const message = 'This origin may not use the calendar. List it in ALMANAC_CORS_ORIGINS.';
        return send(reply, errorResponse(null, { code: codes.refused, message }, 403));
      }
      reply.headers(corsHeaders(request.headers.origin));
      if (request.method === 'OPTIONS') return reply.code(204).headers(headers).send();
      if (request.method === 'POST') return undefined;
      const message = 'Send JSON-RPC requests with POST.';
      return send(reply.header('Allow', 'POST'), errorResponse(null, { code: codes.refused, message }, 405));
    },
    handler: async (request, reply) => send(reply, await respond(service, request)),
    errorHandler: (error, request, reply) => send(reply, refusal(problemOf(error, request), reply)),
  });
  // Clients that look for OAuth go on with the credentials they have.
  for (const url of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    app.get(url, async (_, reply) => reply.code(404).headers(headers).send({ error: 'not_found' }));
  }
}

const send = (reply: FastifyReply, { statusCode, body }: RpcResponse): FastifyReply =>
  body === undefined
    ? reply.code(statusCode).headers(headers).send()
    : reply.code(statusCode).headers(headers).type('application/json; charset=UTF-8').send(JSON.stringify(body));

function refusal(problem: Problem, reply: FastifyReply): RpcResponse {
  reply.headers({ ...problem.details.headers });
  if (problem.statusCode === 401) reply.header('WWW-Authenticate', 'Basic realm="Almanac", charset="UTF-8"');
  const code = problem.statusCode >= 500 ? codes.internal : codes.refused;
  return errorResponse(null, { code, message: messageOf(problem) }, problem.statusCode);
}

async function respond(service: Service, request: FastifyRequest): Promise<RpcResponse> {
  const { body, headers: given, ip } = request;
  const caller = {
    identity: await identifyCaller(service, given.authorization, ip),
    site: siteOf(service, request),
    ip,
    problemOf: (error: unknown) => problemOf(error, request),
  };
  const message = parseMessage(Buffer.isBuffer(body) ? body.toString('utf8') : '');
  if (message === undefined) {
    const error = { code: codes.parse, message: 'The body is not valid JSON.' };
    return errorResponse(null, error, 400);
  }
  return answer(message, given, (rpc) => runMethod(service, caller, rpc));
}

const isLoopback = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(parseUrl(url)?.hostname ?? '');

/** Browsers name the page that sends a request. Unlike reading, this is not open to all pages when CORS is: a page must not use
 * the network position of its visitor. The host of the request does not count, since DNS can point it anywhere. */
function isOwnOrigin({ liveSite, corsOrigins }: Service, origin: string | undefined): boolean {
  if (origin === undefined || corsOrigins.includes(origin)) return true;
  const { baseUrl } = liveSite.current();
  return origin === parseUrl(baseUrl)?.origin || (isLoopback(origin) && isLoopback(baseUrl));
}

const corsHeaders = (origin: string | undefined): Record<string, string> =>
  origin === undefined
    ? {}
    : {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Headers':
          'Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id',
        'Access-Control-Allow-Methods': 'POST, OPTIONS',
      };
