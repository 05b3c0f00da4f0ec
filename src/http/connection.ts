// The connection of a request whose response may wait.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../auth/identify.js';
import { clientKeyOf } from '../core/client-key.js';
import { Problem } from '../core/problem.js';
import type { SlotClient } from '../core/slots.js';

/** The client of a request, for as long as it waits for the response. */
export function clientOf({ ip }: FastifyRequest, { raw }: FastifyReply): SlotClient {
  let closing: AbortController | undefined;
  return {
    client: clientKeyOf(ip),
    get signal() {
      if (closing) return closing.signal;
      const opened = new AbortController();
      closing = opened;
      // Nobody gets this problem, and it is not logged.
      const abort = (): void => opened.abort(new Problem('overloaded'));
      if (raw.destroyed) abort();
      else raw.once('close', abort);
      return opened.signal;
    },
  };
}

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
  const { client, signal } = clientOf(request, reply);
  return {
    client,
    signal,
    isHead: request.method === 'HEAD',
    hold: () => request.server.releaseSlot(request.raw),
    identify,
  };
}
