// Answers requests to old URLs: a feed, or a redirect to the page of this calendar with the same content. Those of imported
// records are stored; all others are parsed, only with the drop-in facade.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../core/problem.js';
import { isSafe } from '../../http/request.js';
import type { Service } from '../../http/service.js';
import { hrefOf } from '../calendar/links.js';
import type { PageRequest } from '../calendar/page-request.js';
import { pageFor } from './page.js';
import { hasOldNames, namesFeed, type OldUrl, readOldAddress } from './parse.js';
import { sendOldFeed } from './send-feed.js';
import { storedTarget } from './stored.js';

const requestPath = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

/** Whether the response was sent. Not the reply itself, which is a promise of nothing. */
type Answer = (
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  pageRequest: PageRequest,
) => Promise<boolean>;

function redirected(reply: FastifyReply, target: string | undefined): boolean {
  if (target !== undefined) reply.redirect(target, 301);
  return target !== undefined;
}

/** For a path without a page. */
export const answerOldPath: Answer = async (service, request, reply, pageRequest) => {
  if (await answerStored(service, request, reply, pageRequest)) return true;
  const isOld = readOldAddress(requestPath(request), {}) !== undefined;
  return isOld && answerParsed(service, request, reply, pageRequest);
};

const answerStored: Answer = async (_, request, reply, pageRequest) =>
  redirected(reply, hasOldNames(pageRequest.query) ? undefined : await storedTarget(pageRequest, requestPath(request)));

const answerParsed: Answer = async (service, request, reply, pageRequest) => {
  const path = requestPath(request);
  const address = pageRequest.pageSite.dropin && readOldAddress(path, pageRequest.query);
  // Never a page in place of a feed.
  if (!address && namesFeed(pageRequest.query)) throw new Problem('no-route');
  if (!address) return false;
  if (!address.feed) return redirected(reply, redirectFor(pageRequest, path, address));
  await sendOldFeed(service, request, reply, pageRequest, address);
  return true;
};

/**
 * Own pages come first: `/events/category/music/list/` is a view of a category, unless there is a category with this path.
 * Names of old URLs in the query come before the page.
 */
export async function pageOrOldAddress(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  pageRequest: PageRequest,
  page: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  if (!isSafe(request.method)) return page();
  if (hasOldNames(pageRequest.query) && (await answerParsed(service, request, reply, pageRequest))) return reply;
  try {
    return await page();
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const isStored = await answerStored(service, request, reply, pageRequest);
    if (!isStored && !(await answerParsed(service, request, reply, pageRequest))) throw error;
    return reply;
  }
}

const isNotFound = (error: unknown): boolean => error instanceof Problem && error.statusCode === 404;

const withoutSlash = (path: string): string => path.replace(/(?<!\/)\/+$/, '').toLowerCase();

/** Undefined if there is no such page or the URL is its own. Targets are built from fixed paths and escaped slugs, so that
 * no URL leads to another site. */
function redirectFor(pageRequest: PageRequest, path: string, address: OldUrl): string | undefined {
  const target = pageFor(address, pageRequest.pageSite.site);
  if (!target) return undefined;
  const { query } = pageRequest;
  const isOwn =
    withoutSlash(target.path) === withoutSlash(path) && !hasOldNames(query) && query.post_type === undefined;
  return isOwn ? undefined : hrefOf(pageRequest, target.path, target.pairs);
}
