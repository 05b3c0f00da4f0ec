// Feeds: a list or a record in one of the feed formats. A short feed is an ordinary response, with a strong ETag and in the
// response cache. A long one is generated into a file from one snapshot of the database, and streamed.
import { createHash } from 'node:crypto';
import { dayOf, endingAt, validityOf, validityOfList } from '../cache/validity.js';
import type { Call } from '../core/call.js';
import type { Context } from '../core/context.js';
import { matchesTag } from '../core/etag.js';
import type { Given } from '../core/field.js';
import type { Query } from '../core/filter.js';
import type { FeedFormat, FeedItems, Format } from '../core/format.js';
import { recordView } from '../core/present.js';
import type { Shape } from '../core/shape.js';
import type { ListPlan, Row } from '../core/store.js';
import { planFeed } from '../operations/feed.js';
import { type FeedRequest, headOf, queryOfFeed, sourceOf, writePlan } from '../operations/feed-request.js';
import { type AnyItem, type FeedableShape, type FeedSource, feedText, itemsOf } from '../operations/feed-text.js';
import { list, planList } from '../operations/list.js';
import type { ApiResponse, StreamedBody } from './response.js';
import type { Service } from './service.js';

/** A feed with more records is streamed. */
const maxBuffered = 500;
type FeedService = Pick<Service, 'store' | 'feedFiles'>;

export async function feedOfList(service: FeedService, request: FeedRequest): Promise<ApiResponse> {
  const query = await queryOfFeed(request);
  const source = sourceOf(request, query.found);
  return request.format.isUnpaged ? wholeList(service, request, source, query) : onePage(request, source, query);
}

export async function feedOfRecord(
  service: FeedService,
  request: FeedRequest,
  row: Row,
  given: Given,
): Promise<ApiResponse> {
  const { shape, format, context, query } = request;
  const asList = shape.feed.asList?.(row, given, format.items);
  if (asList) return feedOfList(service, { ...request, query: { ...query, ...asList } });
  const found = shape.feed.query(given, context.call, request.format.items);
  const view = recordView(row, context.call, 'read', found);
  const until = shape.validUntil?.(row, context.call);
  return {
    ...(await buffered(request, { ...sourceOf(request, found), view, isRecord: true }, [row])),
    ...(until !== undefined && { validity: { from: context.call.now, until } }),
  };
}

async function wholeList(
  { store, feedFiles }: FeedService,
  request: FeedRequest,
  source: FeedSource,
  query: Query,
): Promise<ApiResponse> {
  const { shape, context, ifNoneMatch } = request;
  const { call } = context;
  const planAt = (at: Call) => planFeed(shape, query, at, context);
  const plan = planAt(call);
  const whereAt = (at: Call) => planAt(at).where;
  const streamed = async (expected?: number): Promise<ApiResponse> => {
    const time = (await shape.feed.timeState?.({ ...context, store })) ?? { text: '' };
    const tag = tagOf(request, plan, `${await store.positions.state()} ${time.text}`);
    const planned = expected === undefined ? plan : { ...plan, expected };
    const stream: StreamedBody = {
      tag,
      tables: tablesOf(plan, context),
      open: (reader) => feedFiles.read(tag, (write) => writePlan(store, request, source, planned, write), reader),
    };
    const validity = endingAt(validityOf(call, whereAt), time.until ? [time.until] : []);
    return { ...responseOf(request, source), body: '', stream, validity };
  };
  // Only streamed feeds have a weak ETag. An unchanged one is not read again.
  if (ifNoneMatch?.includes('W/')) {
    const response = await streamed();
    if (matchesTag(ifNoneMatch, `"${response.stream?.tag}"`)) return response;
  }
  const { rows, total } = await context.store.page({ ...plan, limit: maxBuffered, maxTotal: maxBuffered });
  if (total > maxBuffered) return streamed(total);
  return { ...(await buffered(request, source, rows)), validity: validityOfList(call, shape.list, rows, whereAt) };
}

/** Everything that the text of a feed depends on. */
function tagOf({ format, context, self, query }: FeedRequest, plan: ListPlan, state: string): string {
  const { actor, site, language } = context.call;
  const { where, order, embeds = [] } = plan;
  const parts = [state, format.name, self, query, where, order, embeds, actor, site, language, process.versions.tz];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27);
}

/** The table of the list and those of its linked records. */
const tablesOf = ({ table, embeds = [] }: ListPlan, { registry }: Context): readonly string[] => [
  table.table,
  ...embeds.map(({ field }) => registry.named(table.links[field]?.target ?? '').table),
];

async function onePage(request: FeedRequest, source: FeedSource, query: Query): Promise<ApiResponse> {
  const { shape, context } = request;
  const { call } = context;
  const ordered = withNewestFirst(shape, query);
  const { rows, pages } = await list(context, ordered, query, { withoutTotal: true });
  const next = query.page < pages ? pageUrl(request.self, query.page + 1) : undefined;
  const response = await buffered(request, source, rows, next);
  const whereAt = (at: Call) => planList(ordered, query, at, context).where;
  return { ...response, validity: validityOfList(call, shape.list, rows, whereAt) };
}

/** News come first, unless an order is asked for. */
function withNewestFirst(shape: FeedableShape, { found }: Query): FeedableShape {
  const { order, orderby } = found;
  const byStart = order === 'start';
  if (!byStart && (order !== undefined || orderby !== undefined)) return shape;
  const listOrder = shape.list.order;
  const chosen: Shape['list']['order'] = byStart
    ? (query, call) => listOrder({ ...query, found: { ...query.found, order: undefined } }, call)
    : () => shape.feed.newestFirst;
  return { ...shape, list: { ...shape.list, order: chosen } };
}

function pageUrl(self: string, page: number): string {
  const url = new URL(self);
  url.searchParams.set('page', String(page));
  return url.href;
}

async function buffered(
  request: FeedRequest,
  source: FeedSource,
  rows: readonly Row[],
  next?: string,
): Promise<ApiResponse> {
  const items = await itemsOf(source, rows);
  const modified = newestOf(items) ?? dayOf(request.context.call).from;
  const text = await feedText(source, { ...headOf(request), modified, ...(next !== undefined && { next }) }, items);
  return { ...responseOf(request, source), body: text };
}

/** The newest change of calendar entries. */
const newestOf = (items: readonly AnyItem[]): string | undefined =>
  items.flatMap((item) => (isEntry(item) ? [item.modified] : [])).reduce<string | undefined>(later, undefined);

const later = (one: string | undefined, other: string): string => (one !== undefined && one > other ? one : other);

const isEntry = (item: AnyItem): item is FeedItems['entries'] =>
  typeof item === 'object' && item !== null && 'modified' in item && 'uid' in item;

const textFormat = ({ name, mediaType, contentType }: FeedFormat): Format => ({
  name,
  mediaType,
  encode: (text) => ({ bytes: Buffer.from(String(text)), contentType }),
});

function responseOf(
  { shape, format, fileName = shape.path }: FeedRequest,
  { view }: FeedSource,
): Omit<ApiResponse, 'body'> {
  const disposition = view.found.download ? 'attachment' : 'inline';
  return {
    statusCode: 200,
    headers: { 'Content-Disposition': `${disposition}; filename="${fileName}.${format.name}"` },
    format: textFormat(format),
  };
}
