// Request bodies that are too long for memory: received into a temporary file before the handler runs, so that a slow or
// aborted body holds neither memory nor a transaction.
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { anonymous } from '../core/actor.js';
import { type Endpoint, type Method, mayCall } from '../core/facade.js';
import { Problem } from '../core/problem.js';
import { accessProblem } from './limits.js';
import { bodyLimit } from './service.js';
import { openUnnamed } from './unnamed-file.js';

/** Reads the body from its beginning, as often as it is called, until the response ends. */
export type SpooledBody = () => AsyncIterable<Uint8Array>;

declare module 'fastify' {
  interface FastifyRequest {
    spooled?: SpooledBody;
  }
}

/** Bytes of a body that is received into a file. */
export const spoolLimit = 2 ** 30;

const isLong = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > bodyLimit;

const spools = ({ operations }: Endpoint, { method }: FastifyRequest): boolean =>
  operations?.[method as Method]?.bodyType !== undefined;

/** Rejects a caller without the right before the body is received. */
export async function refuseBeforeBody(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  if (!spools(endpoint, request)) {
    if (isLong(request)) throw new Problem('too-large', { limit: '1 MB' });
    return;
  }
  const actor = request.identity?.actor ?? anonymous;
  const right = endpoint.operations?.[request.method as Method]?.right;
  if (right !== undefined && !mayCall(actor, right)) throw accessProblem(actor);
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new Problem('bad-request', { reason: 'the body must not be compressed' });
}

/** Receives the body into a file, and leaves an empty one to the parser. */
export async function spoolBody(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: RequestPayload,
): Promise<RequestPayload> {
  if (!spools(endpoint, request)) return payload;
  const handle = await openUnnamed('almanac-body');
  reply.raw.once('close', () => handle.close().catch(() => undefined));
  request.server.releaseSlot(request.raw);
  let bytes = 0;
  for await (const chunk of payload) {
    bytes += (chunk as Buffer).length;
    if (bytes > spoolLimit) throw new Problem('too-large', { limit: '1 GB' });
    await handle.write(chunk as Buffer);
  }
  request.spooled = () => bytesOf(handle);
  return Object.assign(Readable.from([]), { receivedEncodedLength: Number(request.headers['content-length'] ?? 0) });
}

const chunkBytes = 65_536;

async function* bytesOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
