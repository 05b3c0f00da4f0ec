// The connection of a request whose response may wait.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../auth/identify.js';
import { clientKeyOf } from '../core/client-key.js';
import type { SlotClient } from '../core/slots.js';

/** The connection of a client that waits. */
export interface Connection extends SlotClient {
  readonly isHead: boolean;
  /** From now on it holds no slot of the load shedder. */
  readonly hold: () => void;
  /** The caller as of now: credentials may have been revoked. */
  readonly identify: () => Promise<Identity>;
}

export function connectionOf(
  request: FastifyRequest,
  reply: FastifyReply,
  identify: Connection['identify'],
): Connection {
  const closing = new AbortController();
  reply.raw.once('close', () => closing.abort());
  return {
    client: clientKeyOf(request.ip),
    signal: closing.signal,
    isHead: request.method === 'HEAD',
    hold: () => request.server.releaseSlot(request.raw),
    identify,
  };
}
