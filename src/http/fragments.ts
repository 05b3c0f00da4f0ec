// Responses that everyone gets, joined from fragments: a list asks the store for its ids and total, and reads only those
// records whose fragments are not cached.
import { fragmentKeys } from '../cache/key.js';
import { queriesOfRow, recordQueries } from '../cache/recorder.js';
import type { Fragment } from '../cache/responses.js';
import type { Validity } from '../cache/validity.js';
import type { Call } from '../core/call.js';
import type { Given } from '../core/field.js';
import type { Query } from '../core/filter.js';
import type { EncodedJson } from '../core/format.js';
import { itemView } from '../core/present.js';
import type { Shape } from '../core/shape.js';
import { languageName } from '../facades/language.js';
import { encodedJson } from '../formats/json.js';
import { list } from '../operations/list.js';
import { findVisible, type RecordKey } from '../operations/read.js';
import { recordBody } from './record.js';
import { type ApiRequest, recordKeyOf } from './request.js';
import type { ApiResponse } from './response.js';
import type { Service } from './service.js';

export interface JoinedList {
  readonly items: readonly EncodedJson[];
  readonly total: number;
  readonly pages: number;
  /** Instants at which an item may differ though nothing is changed. */
  readonly ends: readonly string[];
}

const never = '9999-12-31 23:59:59';

const validityUntil = ({ now }: Call, until = never): Validity => ({ from: now, until });

const shapeNumbers = new WeakMap<Shape, number>();
let shapeCount = 0;

/** Several shapes of a facade may have the same path. */
function numberOf(shape: Shape): number {
  const number = shapeNumbers.get(shape) ?? ++shapeCount;
  shapeNumbers.set(shape, number);
  return number;
}

const keysFor = (shape: Shape, { facade, language = '', site }: Call, occasion: 'item' | 'read') =>
  fragmentKeys({ facade: facade.prefix, shape: numberOf(shape), occasion, language, site: site.baseUrl });

/** Parameters with an underscore change the encoding of a response, or what is shown of its records, as `context` does. */
const isPlain = ({ query, call }: ApiRequest): boolean =>
  call.consoleLanguage === undefined && !Object.keys(query).some((name) => name === 'context' || name.startsWith('_'));

/** Undefined if the list is made as a whole: its items depend on the request, few fragments are found, or something changed
 * meanwhile, so that its ids and its fragments may not belong together. */
export async function joinedList(
  { cacheStats, store }: Service,
  request: ApiRequest,
  shape: Shape,
  query: Query,
): Promise<JoinedList | undefined> {
  const { fragments, context, call } = request;
  const { itemParams = [] } = shape.list;
  if (!fragments || !isPlain(request) || itemParams.some((name) => query.found[name] !== undefined)) return undefined;
  if (!fragments.isWorthwhile()) return undefined;
  const { rows, total, pages } = await list(context, shape, query, idsOnly);
  const keyOf = keysFor(shape, call, 'item');
  const cached = rows.map(({ id }) => fragments.find(keyOf(id), call.now));
  const missing = rows.flatMap(({ id }, at) => (cached[at] ? [] : [id]));
  cacheStats.add('fragments', 'hit', rows.length - missing.length);
  cacheStats.add('fragments', 'miss', missing.length);
  const made = await makeItems(request, shape, query, missing, keyOf);
  const found = rows.flatMap(({ id }, at) => cached[at] ?? made.get(id) ?? []);
  await store.pollChanges();
  if (found.length < rows.length || store.deliverChanges() === 'unknown' || fragments.isStale()) return undefined;
  const ends = found.flatMap(({ validity: { until } }) => (until === never ? [] : [until]));
  return { items: found.map(({ json }) => json), total, pages, ends };
}

const idsOnly = { part: 'id', embeds: [] } as const;

/** Reads and encodes records as items of any list, and caches them. */
async function makeItems(
  request: ApiRequest,
  shape: Shape,
  query: Query,
  ids: readonly number[],
  keyOf: (id: number) => string,
): Promise<ReadonlyMap<number, Fragment>> {
  const made = new Map<number, Fragment>();
  if (ids.length === 0) return made;
  const { call } = request;
  const recorded = recordQueries(request.context.store);
  const context = { ...request.context, store: recorded.reader };
  const listed = await findVisible(context, shape, ids);
  const rows = (await shape.list.hydrate?.(context, listed, { ...query, found: {} })) ?? listed;
  const view = itemView(shape, {}, call);
  for (const [at, row] of rows.entries()) {
    const stored = listed[at] ?? row;
    const fragment = {
      json: encodedJson(recordBody(shape, row, request, view)),
      validity: validityUntil(call, shape.list.validUntil?.(row, call)),
    };
    request.fragments?.put(keyOf(stored.id), fragment, queriesOfRow(recorded.queries, stored));
    made.set(stored.id, fragment);
  }
  return made;
}

const nameOf = (key: RecordKey): number | string | undefined =>
  'id' in key ? key.id : 'slug' in key ? `~${key.slug}` : undefined;

/** The response with a single record: from its fragment, or from `make`, which then becomes one. `given` are the parameters
 * of the request. */
export async function joinedRecord(
  request: ApiRequest,
  shape: Shape,
  given: Given,
  make: (context: ApiRequest['context']) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { fragments, call, context } = request;
  const name = nameOf(recordKeyOf(request));
  const isCommon = isPlain(request) && Object.keys(given).every((one) => one === languageName);
  if (!fragments || name === undefined || !isCommon) return make(context);
  const key = keysFor(shape, call, 'read')(name);
  const cached = fragments.find(key, call.now);
  if (cached) return responseOf(cached);
  const recorded = recordQueries(context.store);
  const { body, validity, version } = await make({ ...context, store: recorded.reader });
  const fragment = {
    json: encodedJson(body),
    validity: validityUntil(call, validity?.until),
    ...(version !== undefined && { version }),
  };
  fragments.put(key, fragment, recorded.queries);
  return responseOf(fragment);
}

const responseOf = ({ json, version, validity }: Fragment): ApiResponse => ({
  statusCode: 200,
  headers: {},
  body: json,
  ...(version !== undefined && { version }),
  ...(validity.until !== never && { validity }),
});
