// The request as data: facade, caller, record key, and the parameters of query and body.
import type { FastifyRequest } from 'fastify';
import type { Identity } from '../auth/identify.js';
import { secretsFor } from '../auth/secrets.js';
import type { Fragments } from '../cache/responses.js';
import { type Actor, anonymous } from '../core/actor.js';
import type { Call } from '../core/call.js';
import { type RequestContext, withAfterCommit } from '../core/context.js';
import type { Endpoint, Facade, Method } from '../core/facade.js';
import type { Fields, FoundFields, Given } from '../core/field.js';
import { maxInteger } from '../core/kinds/number.js';
import { Upload } from '../core/picture.js';
import { Problem } from '../core/problem.js';
import type { Shape } from '../core/shape.js';
import type { Site } from '../core/site.js';
import type { SlotClient } from '../core/slots.js';
import type { Reader, Writer } from '../core/store.js';
import { isStorable } from '../core/text/wellformed.js';
import { requestedLanguage } from '../facades/language.js';
import type { RecordKey } from '../operations/read.js';
import type { Connection } from './connection.js';
import { readForm, readJson, readParts } from './input.js';
import { spendWriteToken } from './limits.js';
import { problemOf } from './problem.js';
import type { ApiResponse } from './response.js';
import { type Service, siteOf } from './service.js';
import type { SpooledBody } from './spooled-body.js';

export interface ApiRequest {
  readonly method: Method | 'OPTIONS';
  readonly call: Call;
  readonly context: RequestContext;
  readonly query: Given;
  readonly body: Given;
  readonly recordKey: RecordKey | undefined;
  /** The named parts of the path. */
  readonly params: PathParams;
  readonly identity: Identity;
  readonly headers: FastifyRequest['headers'];
  readonly ip: string;
  /** Of an endpoint that follows changes. */
  readonly connection?: Connection;
  /** A long body, in a file. */
  readonly spooled?: SpooledBody;
  readonly raw: { readonly path: string; readonly body: Buffer };
  /** The response goes into the response cache. */
  readonly isCacheable: boolean;
  /** Of a response that everyone gets. */
  readonly fragments?: Fragments;
  /** `WriteContext.charge`; also in a batch, whose operations are paid for. */
  readonly charge: (changes: number) => Promise<void>;
  /** Runs the change once; by `Idempotency-Key` if absent. */
  readonly runOnce?: (writer: Writer, work: () => Promise<ApiResponse>) => Promise<ApiResponse>;
  /** Values that were prepared before the transaction of a batch. */
  readonly prepared?: FoundFields;
  /** From a thrown value to a problem; logs unexpected errors. */
  readonly problemOf: (error: unknown) => Problem;
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);
export const isSafe = (method: string): boolean => safe.has(method);

export const queryText = (url: string): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};

/** Whether the query contains a secret, such as the password of a protected record. */
export const givesSecret = ({ readParams }: Pick<Shape, 'readParams'>, query: Given): boolean =>
  Object.entries(readParams).some(([name, { kind }]) => kind.input?.widget === 'secret' && Object.hasOwn(query, name));

interface Cached {
  /** Records the dependencies of a response that is cached. */
  readonly reader?: Reader | undefined;
  readonly fragments?: Fragments | undefined;
}

export async function readRequest(
  service: Service,
  facade: Facade,
  endpoint: Endpoint,
  request: FastifyRequest,
  given: Given,
  cached: Cached = {},
): Promise<ApiRequest> {
  const identity = request.identity as Identity;
  const { consoleLanguage, spooled } = request;
  const parts: RequestParts = {
    params: readPath(request.params),
    // JSONP is called by script tags of any site, which send cookies: the response is the anonymous one.
    actor: facade.jsonp && given._jsonp !== undefined ? anonymous : identity.actor,
    site: siteOf(service, request),
    query: given,
    body: isSafe(request.method) ? {} : await readBody(request, endpoint.shape?.upload),
    method: methodOf(request, given, identity),
    identity,
    headers: request.headers,
    ip: request.ip,
    raw: { path: request.url, body: bytesOf(request) },
    problemOf: (error) => problemOf(error, request),
    client: request.client,
    ...(consoleLanguage !== undefined && { consoleLanguage }),
    ...(spooled && { spooled }),
  };
  return requestOf(service, facade, endpoint, parts, cached);
}

/** What a request consists of, however it arrived. */
export interface RequestParts
  extends Pick<
    ApiRequest,
    'method' | 'query' | 'body' | 'params' | 'identity' | 'headers' | 'ip' | 'spooled' | 'raw' | 'problemOf'
  > {
  readonly actor: Actor;
  readonly site: Site;
  readonly consoleLanguage?: string;
  readonly client: SlotClient;
}

export function requestOf(
  service: Service,
  facade: Facade,
  endpoint: Endpoint,
  { actor, site, consoleLanguage, client, ...parts }: RequestParts,
  { reader, fragments }: Cached = {},
): ApiRequest {
  const { body, ip, method, params } = parts;
  const { within, by } = endpoint;
  // The list below a record is the list filtered by it.
  const query = within && !by ? { ...parts.query, [within]: params[within] } : parts.query;
  const call: Call = {
    actor,
    facade,
    site,
    now: service.now(),
    ...(facade.console && query.context === 'edit' && { form: true }),
    ...requestedLanguage(site, { ...query, ...body }),
    ...(consoleLanguage !== undefined && { consoleLanguage }),
  };
  return {
    ...parts,
    query,
    call,
    context: {
      store: reader ?? readerFor(service, actor, method, client),
      call,
      registry: service.registry,
      ...withAfterCommit({
        secrets: secretsFor(service.signInLimiter, ip),
        pictures: service.pictures,
        vault: service.vault,
        allowsWebhook: service.allowsWebhook,
      }),
    },
    recordKey: recordKeyIn(params, endpoint),
    isCacheable: reader !== undefined,
    ...(fragments && { fragments }),
    charge: (changes) => spendWriteToken(service, actor, changes),
  };
}

/** Signed-in callers read their own writes; anonymous reads may be served by a replica. */
export const readerFor = ({ store }: Service, { role }: Actor, method: string, client: SlotClient): Reader =>
  store.readerFor(client, role === 'anonymous' && isSafe(method));

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** On upload endpoints a body of any other content type is the file itself. */
async function readBody(request: FastifyRequest, upload: string | undefined): Promise<Given> {
  const contentType = request.headers['content-type'] ?? '';
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const bytes = bytesOf(request);
  if (type === 'application/json' || type.endsWith('+json')) return readJson(bytes.toString('utf8'));
  if (type === 'application/x-www-form-urlencoded') return readForm(bytes.toString('utf8'));
  if (type === 'multipart/form-data') return readParts(bytes, contentType);
  if (upload === undefined || bytes.length === 0) return {};
  return { [upload]: new Upload(bytes, nameOf(request.headers['content-disposition'])) };
}

/** `attachment; filename="fair.jpg"`, or with `filename*=UTF-8''…`. */
function nameOf(disposition = ''): string {
  const [, encoded] = /filename\*=UTF-8''([^;\s]{1,600})/i.exec(disposition) ?? [];
  const [, quoted, word = ''] = /filename="([^"]{0,200})"|filename=([^;\s"]{1,200})/i.exec(disposition) ?? [];
  try {
    return encoded ? decodeURIComponent(encoded) : (quoted ?? word);
  } catch {
    return '';
  }
}

/** Method override: only for POST, and never with a cookie session. */
function methodOf(request: FastifyRequest, query: Given, { by }: Identity): ApiRequest['method'] {
  const { method } = request;
  const override = request.headers['x-http-method-override'] ?? query._method;
  if (method === 'POST' && typeof override === 'string' && override !== '') {
    if (by === 'cookie') throw new Problem('forbidden');
    return override.toUpperCase() as ApiRequest['method'];
  }
  return (method === 'HEAD' ? 'GET' : method) as ApiRequest['method'];
}

export type PathParams = Readonly<Record<string, string>>;

/** Characters of one variable part of a path. */
export const maxPartLength = 2_000;

/** The variable parts of a path, decoded, of an endpoint, an operation of a batch or a page. */
export function readPath(params: unknown): PathParams {
  const parts = params as PathParams;
  for (const text of Object.values(parts)) {
    if (text.length > maxPartLength) throw new Problem('no-route');
    if (!isStorable(text) || /\p{Cc}/u.test(text))
      throw new Problem('bad-request', { reason: 'control character in the path' });
  }
  return parts;
}

/** The ID in a path. 0, which no record has, if no column can hold it. */
export const idOf = (text = ''): number => (/^\d+$/.test(text) && Number(text) <= maxInteger ? Number(text) : 0);

export function recordKeyIn(
  { id, slug, source, external_id: externalId, ...parts }: PathParams,
  { by, within, shape }: Endpoint,
): RecordKey | undefined {
  if (shape?.only !== undefined) return { id: shape.only };
  if (id !== undefined) return { id: idOf(id) };
  if (slug !== undefined) return { slug };
  if (source !== undefined && externalId !== undefined) return { source, externalId };
  const [owner, name] = [within && parts[within], by && parts[by]];
  return owner === undefined || name === undefined ? undefined : { owner: idOf(owner), name };
}

export function recordKeyOf({ recordKey }: ApiRequest): RecordKey {
  if (!recordKey) throw new Problem('no-route');
  return recordKey;
}

/** Parameters of a change may also come in the query. The body takes precedence, and `bodyOnly` fields count only there. */
export function changeInput({ query, body }: ApiRequest, fields: Fields): Given {
  const fromQuery = Object.entries(query).filter(([name]) => !fields[name]?.bodyOnly);
  return { ...Object.fromEntries(fromQuery), ...body };
}
