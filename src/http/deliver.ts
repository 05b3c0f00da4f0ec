// Sends a rendered response in an encoding that the client accepts, or 304 when `If-None-Match` has its ETag.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag } from '../core/etag.js';
import type { Reader } from '../core/store.js';
import type { CacheEntry } from './cache-entry.js';
import { type CachedResponse, compressedBody } from './cached-response.js';
import { clientOf } from './connection.js';
import { acceptsGzip, compress, encodingFor, gzipStream } from './encode.js';
import { isSafe } from './request.js';
import { type ApiResponse, etagOf, type Rendered, type StreamedBody } from './response.js';

export async function deliver(
  request: FastifyRequest,
  reply: FastifyReply,
  rendered: Rendered,
  cached?: CachedResponse,
): Promise<FastifyReply> {
  const { statusCode, headers, bytes } = rendered;
  const encoding = encodingFor(request.headers['accept-encoding'], bytes.length);
  const etag = etagOf(rendered, encoding);
  reply.headers({ ...headers, ...(etag && { ETag: etag }) });
  if (etag && statusCode === 200 && isSafe(request.method) && matchesTag(request.headers['if-none-match'], etag)) {
    return reply.code(304).send(Buffer.alloc(0));
  }
  reply.code(statusCode);
  if (!encoding) return reply.send(bytes);
  reply.header('Content-Encoding', encoding);
  return reply.send(await (cached ? compressedBody(cached, encoding) : compress(bytes, encoding)));
}

/** Sends a response of the cache. */
export const deliverFound = (
  request: FastifyRequest,
  reply: FastifyReply,
  found: CachedResponse,
): Promise<FastifyReply> => deliver(request, reply.header('X-Cache', 'hit'), found.rendered, found);

/** Whether the client has the streamed response already. */
const isUnchanged = ({ headers }: FastifyRequest, rendered: Rendered): boolean =>
  matchesTag(headers['if-none-match'], etagOf(rendered) ?? '');

/** Sends a body while it is generated. */
async function deliverStream(
  request: FastifyRequest,
  reply: FastifyReply,
  rendered: Rendered,
  { open }: StreamedBody,
): Promise<FastifyReply> {
  const headers = { ...rendered.headers, ETag: etagOf(rendered) };
  if (isUnchanged(request, rendered)) return reply.code(304).headers(headers).send(Buffer.alloc(0));
  reply.code(rendered.statusCode);
  // An empty stream instead of an empty body, which would claim a length of 0.
  if (request.method === 'HEAD') return reply.headers(headers).send(Readable.from([]));
  const body = await open(clientOf(request, reply));
  reply.headers(headers);
  // Brotli is for responses that are compressed once and cached.
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(body);
  return reply.header('Content-Encoding', 'gzip').send(gzipStream(body));
}

/** Removes what a stream announced that failed before its first byte: the error that follows is no part of it. */
export function withoutStream(reply: FastifyReply): FastifyReply {
  for (const name of ['Content-Encoding', 'Content-Disposition', 'ETag']) reply.removeHeader(name);
  return reply;
}

/** Sends the cached response, or makes a new one and caches it. */
export async function deliverCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { found, reader, put, end }: CacheEntry,
  make: (reader: Reader | undefined) => Promise<{ readonly response: ApiResponse; readonly rendered: Rendered }>,
): Promise<FastifyReply> {
  // The cache has no body of a streamed response.
  if (found && (!found.rendered.isWeak || isUnchanged(request, found.rendered))) {
    return deliverFound(request, reply, found);
  }
  try {
    const { response, rendered } = await make(reader);
    const { statusCode, validity, stream } = response;
    const cached = statusCode === 200 ? put(rendered, validity, stream?.tables) : undefined;
    return await (stream ? deliverStream(request, reply, rendered, stream) : deliver(request, reply, rendered, cached));
  } finally {
    end();
  }
}
