// Sends a rendered response in an encoding that the client accepts, or 304 when `If-None-Match` has its ETag.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag } from '../core/etag.js';
import { type CachedResponse, compressedBody } from './cached-response.js';
import { compress, encodingFor } from './encode.js';
import { isSafe } from './request.js';
import { etagOf, type Rendered } from './response.js';

export async function deliver(
  request: FastifyRequest,
  reply: FastifyReply,
  { statusCode, headers, bytes, tag }: Rendered,
  cached?: CachedResponse,
): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'], bytes.length);
  const etag = tag === undefined ? undefined : etagOf(tag, encoding);
  reply.headers({ ...headers, ...(etag && { ETag: etag }) });
  if (etag && statusCode === 200 && isSafe(request.method) && matchesTag(request.headers['if-none-match'], etag)) {
    return reply.code(304).send(Buffer.alloc(0));
  }
  reply.code(statusCode);
  if (!encoding) return reply.send(bytes);
  reply.header('Content-Encoding', encoding);
  return reply.send(await (cached ? compressedBody(cached, encoding) : compress(bytes, encoding)));
}
