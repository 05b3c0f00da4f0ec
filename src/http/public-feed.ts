// Sends a feed outside the mounts. It has public records only, whatever credentials the request has.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '../core/call.js';
import type { Given } from '../core/field.js';
import type { Reader } from '../core/store.js';
import { json } from '../formats/json.js';
import type { FeedRequest } from '../operations/feed-request.js';
import { openPageEntry } from './cached-page.js';
import { deliverCached } from './deliver.js';
import { selfUrl } from './feed-action.js';
import { publicCacheControl } from './headers.js';
import { type ApiResponse, render } from './response.js';
import type { Service } from './service.js';

/** `feedOf` gets the reader that records what the cached response depends on. */
export async function sendPublicFeed(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, call }: { readonly query: Given; readonly call: Call },
  feedOf: (common: Pick<FeedRequest, 'self' | 'ifNoneMatch'>, reader: Reader | undefined) => Promise<ApiResponse>,
): Promise<FastifyReply> {
  const { site } = call;
  const self = selfUrl(site.baseUrl, request.url);
  const headers = {
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': publicCacheControl,
    Vary: site.languages.length > 1 ? 'Accept-Encoding, Accept-Language' : 'Accept-Encoding',
  };
  const entry = await openPageEntry(service, request, query, call);
  return deliverCached(request, reply, entry, async (reader) => {
    const response = await feedOf({ self, ifNoneMatch: request.headers['if-none-match'] }, reader);
    return {
      response,
      rendered: render({ ...response, headers: { ...headers, ...response.headers } }, { switches: {}, format: json }),
    };
  });
}
