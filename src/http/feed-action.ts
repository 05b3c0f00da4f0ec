// Feeds under a mount: by the suffix of the URL, or by `Accept`.
import type { Call } from '../core/call.js';
import type { Action } from '../core/facade.js';
import type { FeedFormat } from '../core/format.js';
import { localized } from '../core/language.js';
import { present } from '../core/present.js';
import type { Shape, View } from '../core/shape.js';
import type { Row } from '../core/store.js';
import { parse, refuseFaults } from '../facades/parse.js';
import { feedFormatFor, feedFormatNamed } from '../formats/feeds.js';
import { type FeedRequest, isFeedable } from '../operations/feed-request.js';
import type { FeedableShape } from '../operations/feed-text.js';
import { authorizeRead, find, hydratedRow, type RecordKey } from '../operations/read.js';
import { feedOfList, feedOfRecord } from './feed.js';
import { type ApiRequest, queryText, recordKeyOf } from './request.js';
import type { ApiResponse } from './response.js';
import type { Service } from './service.js';

interface Feed {
  readonly shape: FeedableShape;
  readonly format: FeedFormat;
}

/** Undefined for a response in JSON. */
export function feedFormatOf({ params, headers }: ApiRequest, action: Action, shape: Shape): Feed | undefined {
  if (!isFeedable(shape)) return undefined;
  const isNamed = action === 'feed';
  if (!isNamed && action !== 'list' && action !== 'read') return undefined;
  const format = isNamed ? feedFormatNamed((params.format ?? '').toLowerCase()) : feedFormatFor(headers.accept);
  return format && { shape, format };
}

export async function feedAction(
  service: Service,
  request: ApiRequest,
  { shape, format }: Feed,
  owner: { readonly shape: Shape; readonly row: Row } | undefined,
): Promise<ApiResponse> {
  const { context, call, query, headers, raw } = request;
  const { key: _, ...input } = query;
  const feed: FeedRequest = {
    shape,
    format,
    context,
    query: input,
    self: selfUrl(call.site.baseUrl, raw.path),
    ifNoneMatch: headers['if-none-match'],
    ...(owner && headOfRecord(owner.shape, owner.row, call)),
  };
  return request.recordKey ? feedOfKey(service, feed, recordKeyOf(request)) : feedOfList(service, feed);
}

/** The feed of the record with this key, if the caller may read it. */
export async function feedOfKey(service: Service, feed: FeedRequest, key: RecordKey): Promise<ApiResponse> {
  const { shape, context, query } = feed;
  const { given, faults } = parse({ ...shape.readParams, ...shape.feed.params }, query, context.call, true);
  refuseFaults(faults);
  const row = await find(context, shape, key, 'read');
  await authorizeRead(context, shape, row, given);
  const shown = await hydratedRow(context, shape, row);
  return feedOfRecord(service, { ...headOfRecord(shape, shown, context.call), ...feed }, shown, given);
}

const secrets: ReadonlySet<string> = new Set(['key', 'password', '_wpnonce']);

/** The URL of the request, without secrets. */
export function selfUrl(baseUrl: string, path: string): string {
  const query = new URLSearchParams(queryText(path));
  for (const name of [...query.keys()]) if (secrets.has(name)) query.delete(name);
  const [plain = ''] = path.split('?', 1);
  return `${baseUrl}${plain}${query.size ? `?${query}` : ''}`;
}

/** Title and page of a record. The first field of a shape is its title or name. */
export function headOfRecord(shape: Shape, row: Row, call: Call): Pick<FeedRequest, 'title' | 'page' | 'fileName'> {
  const [name = ''] = Object.keys(shape.fields);
  const view: View = { ...call, occasion: 'item', opens: () => false, found: {} };
  const body = present(shape.body, localized(row, shape.model, call), view);
  return {
    title: `${body[name]} · ${call.site.name}`,
    ...(typeof body.url === 'string' && { page: body.url }),
    // Other characters would need quoting.
    ...(typeof body.slug === 'string' && /^[\w-]{1,100}$/.test(body.slug) && { fileName: body.slug }),
  };
}
