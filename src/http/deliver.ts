// Sends an answer to one client: in the encoding that it accepts, or 304 when it has the answer already.
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
