// A feed as data: its query, its head, and writing the whole list from one snapshot of the database.
import type { Context } from '../core/context.js';
import type { Given } from '../core/field.js';
import type { Query } from '../core/filter.js';
import type { FeedFormat, FeedHead } from '../core/format.js';
import { pickerOf } from '../core/pick.js';
import { itemView } from '../core/present.js';
import type { Shape } from '../core/shape.js';
import type { ListPlan, Store } from '../core/store.js';
import { type ListGiven, listParams, lookUp, parse, queryOf } from '../facades/parse.js';
import { type ChunkSizes, chunksOf, planFeed } from './feed.js';
import { type FeedableShape, type FeedSource, feedChunks } from './feed-text.js';

export const isFeedable = (shape: Shape): shape is FeedableShape => shape.feed !== undefined;

export interface FeedRequest {
  readonly shape: FeedableShape;
  readonly format: FeedFormat;
  readonly context: Context;
  /** Parameters of the list or of the record. */
  readonly query: Given;
  /** URL of the feed, without secrets. */
  readonly self: string;
  /** Absent: the name and home page of the site. */
  readonly title?: string | undefined;
  readonly page?: string | undefined;
  /** Without suffix; absent: the path of the list. */
  readonly fileName?: string;
  readonly ifNoneMatch?: string | undefined;
}

/** The text of the largest chunk is parsed within one tick, in about two milliseconds. */
const chunkRows: ChunkSizes = { min: 16, max: 200 };
/** Records of a feed that is not complete. */
const pageLength = 50;

export async function queryOfFeed({ shape, format, context, query: input }: FeedRequest): Promise<Query> {
  const { call } = context;
  const params = { ...listParams(shape), ...shape.feed.params };
  const parsed = parse(params, input, call, true);
  const found: ListGiven = shape.feed.query(await lookUp(params, parsed, context), call, format.items);
  return queryOf(input, { ...found, per_page: found.per_page ?? pageLength }, shape, call);
}

export const sourceOf = ({ shape, format, context, query }: FeedRequest, found: Given): FeedSource => ({
  shape,
  format,
  context,
  view: itemView(shape, found, context.call),
  pick: pickerOf(query._fields),
});

type Write = (text: string) => Promise<void>;

/** Reads the whole list from one snapshot. */
export const writePlan = (store: Store, request: FeedRequest, source: FeedSource, plan: ListPlan, write: Write) =>
  store.snapshot(async (reader) => {
    const reading = { ...source, context: { ...source.context, store: reader } };
    const chunks = chunksOf(reader, plan, chunkRows);
    for await (const text of feedChunks(reading, headOf(request), chunks)) await write(text);
  });

/** Writes the whole list in any format, for exports. */
export async function writeFeed(store: Store, request: FeedRequest, write: Write): Promise<void> {
  const query = await queryOfFeed(request);
  const plan = planFeed(request.shape, query, request.context.call, request.context);
  const expected = await store.count(plan);
  await writePlan(store, request, sourceOf(request, query.found), { ...plan, expected }, write);
}

export function headOf({ shape, context, self, title, page, query }: FeedRequest): FeedHead {
  const { site, language, now } = context.call;
  return {
    title: title ?? site.name,
    description: site.tagline,
    siteName: site.name,
    ...(site.logo && { logo: site.baseUrl + site.logo.path }),
    ...(site.icon && { icon: site.baseUrl + site.icon.path }),
    ...(site.accent && { color: site.accent }),
    ...(!site.footer.showsCredit && { hidesGenerator: true }),
    self,
    page: page ?? `${site.baseUrl}/`,
    zone: site.zone,
    version: site.version,
    now,
    columns: shape.feed.columns,
    html: Boolean(query.html),
    ...(language !== undefined && { language }),
  };
}
