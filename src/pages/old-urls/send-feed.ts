// Feeds at old URLs: the events that the URL names, by the same code as the feeds of the API. Public events only.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { shapeOf } from '../../core/facade.js';
import { Problem } from '../../core/problem.js';
import type { Row } from '../../core/store.js';
import { slugify } from '../../core/text/slug.js';
import { datesOn, isSeries } from '../../facades/events/series-dates.js';
import { feedFormatNamed } from '../../formats/feeds.js';
import { feedOfList } from '../../http/feed.js';
import { feedOfKey, headOfRecord } from '../../http/feed-action.js';
import { sendPublicFeed } from '../../http/public-feed.js';
import type { ApiResponse } from '../../http/response.js';
import type { Service } from '../../http/service.js';
import { type FeedRequest, isFeedable } from '../../operations/feed-request.js';
import { find } from '../../operations/read.js';
import { readDay } from '../calendar/days.js';
import { type LinkedFilter, linked, linkedFilters } from '../calendar/filters.js';
import type { PageRequest } from '../calendar/page-request.js';
import { readRecord } from '../calendar/queries.js';
import { readCategory } from '../calendar/record.js';
import { feedQueryFor, formParams } from './feed-query.js';
import type { OldUrl } from './parse.js';

export const sendOldFeed = (
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  pageRequest: PageRequest,
  address: OldUrl,
): Promise<FastifyReply> =>
  sendPublicFeed(service, request, reply, pageRequest, async (common, reader) => {
    const { context, events } = pageRequest;
    const reading = reader ? { ...pageRequest, context: { ...context, store: reader } } : pageRequest;
    const format = feedFormatNamed(address.feed ?? '');
    if (!format || !isFeedable(events)) throw new Problem('no-route');
    const feed: FeedRequest = {
      ...common,
      shape: events,
      format,
      context: reading.context,
      query: formParams(address),
      fileName: fileNameOf(pageRequest, common.self),
      ...(address.outlook && { title: '' }),
    };
    const slug = address.event ?? address.series;
    return slug === undefined
      ? listFeed(service, reading, address, feed)
      : eventFeed(service, reading, address, slug, feed);
  });

/** The name of the site and a number for each URL, so that downloads do not replace each other. */
const fileNameOf = ({ call }: PageRequest, self: string): string => {
  const number = createHash('sha256').update(self).digest('hex').slice(0, 11);
  return `${slugify(call.site.name).replace(/[^\w-]/g, '') || 'events'}-${number}`;
};

async function listFeed(
  service: Service,
  pageRequest: PageRequest,
  address: OldUrl,
  feed: FeedRequest,
): Promise<ApiResponse> {
  const { call, today, locale } = pageRequest;
  const query = feedQueryFor(address, today, locale.weekStart);
  if (!query) throw new Problem('no-route');
  const kinds = linkedFilters.filter((kind) => address[kind]);
  const rows = await Promise.all(kinds.map((kind) => readLinked(pageRequest, address, kind)));
  const ids = Object.fromEntries(kinds.map((kind, at) => [linked[kind], String(rows[at]?.id)]));
  const [kind, row] = [kinds[0], rows[0]];
  const head = kind && row && kinds.length === 1 ? headOfRecord(shapeOf(call.facade, kind), row, call) : {};
  return feedOfList(service, { ...head, ...feed, query: { ...query, ...ids } });
}

async function readLinked(pageRequest: PageRequest, address: OldUrl, kind: LinkedFilter): Promise<Row> {
  const { categoryPath } = address;
  const isPath = kind === 'category' && categoryPath !== undefined;
  const reading = isPath
    ? readCategory(pageRequest, categoryPath)
    : readRecord(pageRequest, kind, { slug: address[kind] ?? '' });
  return (await reading).row;
}

/** One event, one date of a series, or all dates of a series. */
async function eventFeed(
  service: Service,
  pageRequest: PageRequest,
  address: OldUrl,
  slug: string,
  feed: FeedRequest,
): Promise<ApiResponse> {
  const { id } = await eventAt(pageRequest, address, slug);
  try {
    return await feedOfKey(service, { ...feed, query: { ...feed.query, ends_after: '0001-01-01' } }, { id });
  } catch (error) {
    if (!(error instanceof Problem) || error.problem !== 'protected') throw error;
    // As lists show it: without what the password hides.
    return feedOfList(service, { ...feed, query: { ...feed.query, include: String(id) } });
  }
}

async function eventAt(pageRequest: PageRequest, { date, number }: OldUrl, slug: string): Promise<Row> {
  const { context, events } = pageRequest;
  const row = await find(context, events, { slug }, 'read');
  if (!isSeries(row) || date === undefined) return row;
  const dates = readDay(date) ? await datesOn(context, row, date) : [];
  const found = number === undefined ? dates[0] : dates.find(({ day_number }) => day_number === Number(number));
  if (!found) throw new Problem('not-found', { resource: events.model.name });
  return found;
}
