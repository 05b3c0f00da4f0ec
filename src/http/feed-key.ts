// Private feeds: the `key` parameter of a feed URL authenticates the request.
import type { FastifyRequest } from 'fastify';
import { actorOfFeedKey } from '../auth/feed-keys.js';
import type { Given } from '../core/field.js';
import type { Service } from './service.js';

/** Name of the query parameter with the feed key. */
export const feedKeyParam = 'key';

/**
 * Called by feed endpoints only, so that a key opens nothing else. The key takes precedence over other credentials: a feed
 * URL shows the same in a browser that is signed in as somebody else. The response, errors included, is cached nowhere.
 */
export async function authenticateFeed(service: Service, request: FastifyRequest, query: Given): Promise<void> {
  if (!Object.hasOwn(query, feedKeyParam)) return;
  request.hasSecret = true;
  const { store, signInLimiter, now } = service;
  const actor = await actorOfFeedKey(store, signInLimiter, query[feedKeyParam], request.ip, now());
  if (actor) request.identity = { actor, by: 'feed-key' };
}
